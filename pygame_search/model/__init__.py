"""What a game and its states are; nothing here searches."""
