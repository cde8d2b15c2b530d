"""Every hard case that the rules are held to has a test that bears its name.

R is Basic Rummy, G Gin Rummy, K Rummikub; numbers that are left out stand for nothing.
"""

import re
from pathlib import Path

ROWS = """
R01 R02 R03 R04 R05 R06 R07 R08 R09 R10 R11 R12 R14 R15 R17 R18 R19 R20 R23 R24 R25
R26 R27 R28 R29 R30 R32 R33 R34 R36 R37 R38 R39 R41 R42 R43 R44 R47 R48 R49
G01 G02 G03 G04 G05 G06 G08 G09 G11 G12 G15 G17 G19 G21 G22 G23 G24 G25 G26 G28 G30
G31 G32 G33
K01 K02 K03 K04 K05 K06 K10 K11 K12 K13 K14 K15 K16 K20 K21 K22 K24 K25 K26 K27 K28
K29 K30 K31 K32 K34 K35 K38 K39 K40
"""


def named(text: str) -> set[str]:
    """The cases in the names of tests and of their parameters."""
    names = re.findall(r"def test_(\w+)|\bid=\"([^\"]+)\"", text)
    return {row for pair in names for row in re.findall("[RGK][0-9]{2}", "".join(pair))}


def test_every_hard_case_has_a_test_of_its_name() -> None:
    files = Path(__file__).parent.glob("test_*.py")
    assert set(ROWS.split()) <= set().union(*(named(f.read_text()) for f in files))
