"""From a question to one text for a language model, within a token budget."""
