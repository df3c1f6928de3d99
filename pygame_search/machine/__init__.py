"""State machines: they answer questions about states, by clauses or a network."""
