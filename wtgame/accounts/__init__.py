"""People: their accounts and the tokens of their programs."""
