"""The QR code beside the link."""

from segno import make_qr

from peer.qr import qr_code

LINK = "https://cards.example.org/#7KQ-M3X-WC7"


def test_every_module_is_where_it_belongs() -> None:
    lines = qr_code(LINK)
    seen = []
    for line in lines:
        seen.append([int(block in "▄ ") for block in line])
        seen.append([int(block in "▀ ") for block in line])
    expected = [list(row) for row in make_qr(LINK, error="L").matrix_iter(border=2)]
    assert seen[: len(expected)] == expected


def test_it_fits_a_terminal() -> None:
    lines = qr_code(LINK)
    assert len(lines) <= 20 and len(lines[0]) <= 40
