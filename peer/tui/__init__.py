"""The table drawn in a terminal. Only this package imports Textual."""
