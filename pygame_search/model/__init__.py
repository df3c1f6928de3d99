"""The model of a game and of its states; nothing here searches."""
