"""
What people say to each other without typing: codes, told to each in their own language.

The text of a code has the key ``phrase.`` and the code in every catalogue.
"""

PHRASES = (
    "hello",
    "good_luck",
    "have_fun",
    "well_played",
    "nice_meld",
    "thanks",
    "please",
    "sorry",
    "oops",
    "one_moment",
    "your_turn",
    "thinking",
    "good_game",
    "another",
    "last_hand",
    "goodbye",
)

REACTIONS = (
    "thumbs_up",
    "applause",
    "smile",
    "laugh",
    "wow",
    "sad",
    "sleepy",
    "party",
)

CODES = frozenset((*PHRASES, *REACTIONS))
