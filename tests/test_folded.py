"""A transcript that travels in a link."""

import zlib
from base64 import urlsafe_b64encode

import pytest
from recorded import Recording

from shared.errors import RummyError
from shared.folded import MAX_LINK, MAX_UNFOLDED, folded, unfolded

CUT = "this link holds no transcript; perhaps it was cut off on its way"


@pytest.mark.parametrize("game", ["basic", "gin", "rummikub"])
def test_what_is_folded_unfolds_to_every_byte(game: str) -> None:
    file = Recording(game, 2, 2).play().file
    assert unfolded(folded(file.decode().splitlines())) == file


def test_a_match_of_a_few_hands_fits_into_a_link() -> None:
    file = Recording("gin", 2, 3).play().file
    text = folded(file.decode().splitlines())
    assert len(text) < MAX_LINK
    assert text.isascii() and text.replace("-", "").replace("_", "").isalnum()


@pytest.mark.parametrize("text", ["", "====", "AAAA", "é", "_" * 50, "x" * 9000])
def test_what_is_no_transcript_is_refused(text: str) -> None:
    with pytest.raises(RummyError) as refusal:
        unfolded(text)
    assert str(refusal.value) == CUT


def test_a_link_that_was_cut_off_is_refused() -> None:
    text = folded(Recording("gin", 2, 1).play().file.decode().splitlines())
    for end in range(0, len(text) - 1, 37):
        with pytest.raises(RummyError, match=CUT):
            unfolded(text[:end])


def test_a_link_that_unfolds_to_far_too_much_is_refused() -> None:
    bomb = folded(["[" + '"do","","' + "0" * (MAX_UNFOLDED + 9) + '"]'])
    assert len(bomb) < MAX_LINK
    with pytest.raises(RummyError, match=CUT):
        unfolded(bomb)


def test_a_link_that_unfolds_to_a_deep_hole_is_refused() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(b"[" * 100_000) + packer.flush()
    with pytest.raises(RummyError, match=CUT):
        unfolded(urlsafe_b64encode(data).decode())
