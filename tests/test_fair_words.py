"""What a guest found about a deal, told to a person."""

import pytest
from spoken import speaking

from peer.fair_news import Broken, Counted, Judged, LeftOut, News, Opened, Verdict
from peer.fair_words import tell
from peer.story import People
from shared.events import Drew
from shared.transcript import Checked
from shared.words import Language, say

PEOPLE = People(("Ann", "Bob", "Cid"), 0)


@pytest.mark.parametrize(
    ("news", "lines"),
    [
        (
            Judged(3, Verdict("ok"), "7KQM3"),
            ["Your program has verified the deal of hand 3.", "Table mark: 7KQM3."],
        ),
        (
            Judged(1, Verdict("partly", "2 of 9 steps were not seen"), "7KQM3"),
            [
                "The deal of hand 1 is verified in part: 2 of 9 steps were not seen.",
                "Table mark: 7KQM3.",
            ],
        ),
        (
            Judged(1, Verdict("failed", "step 4 of the hand: a\x1blie"), "7KQM3"),
            [
                "The deal of hand 1 is NOT verified: step 4 of the hand: alie.",
                "Table mark: 7KQM3.",
            ],
        ),
        (
            Counted(Checked(0, ("ok", "ok", "ok"))),
            ["Deal verified by all 3 players."],
        ),
        (
            Opened(
                2,
                (("7H", "8H"), ("KS", "2C")),
                (
                    Drew(1, "stock", "9H"),
                    Drew(1, "discard", "KD"),
                    Drew(1, "stock", "4C"),
                ),
            ),
            [
                "Hand 2 is open now: Ann was dealt 7H 8H.",
                "Hand 2 is open now: Bob was dealt KS 2C.",
                "In hand 2 Bob drew 9H 4C.",
            ],
        ),
        (
            Counted(Checked(0, ("failed", "silent", "failed"))),
            [
                "Deal verified by 0 of 3 players.",
                "Your program found that the deal was NOT fair.",
                "Cid's program found that the deal was NOT fair.",
            ],
        ),
        (
            LeftOut(1, "silent", again=True),
            ["Bob did not answer in time: the deal is made again without that seed."],
        ),
        (
            LeftOut(2, "absent", again=False),
            ["Cid is away: the deal is made without that seed."],
        ),
        (
            LeftOut(0, "wrong", again=True),
            [
                "The host says that your program showed another seed than promised: "
                "the deal is without it."
            ],
        ),
        (
            Broken("the host has not opened its seed of hand 1"),
            ["The deal is NOT verified: the host has not opened its seed of hand 1."],
        ),
    ],
)
def test_news_are_sentences(news: News, lines: list[str]) -> None:
    assert tell([news], PEOPLE) == lines


@pytest.mark.parametrize(
    ("language", "left_out", "failed"),
    [
        (
            "fr",
            "Bob n’a pas répondu à temps\u00a0: "
            "la donne est refaite sans cette graine.",
            "La donne n’est PAS vérifiée\u00a0: cette place n’a pas de graine "
            "dans le paquet.",
        ),
        (
            "hi",
            "Bob: समय पर जवाब नहीं आया; पत्ते उस बीज के बिना फिर से बाँटे जाएँगे।",
            "बँटवारा जाँच में खरा नहीं उतरा: गड्डी में इस सीट का कोई बीज नहीं है।",
        ),
    ],
)
def test_news_are_told_in_the_reader_s_language(
    language: Language, left_out: str, failed: str
) -> None:
    with speaking(language):
        assert tell([LeftOut(1, "silent", again=True)], PEOPLE) == [left_out]
        assert tell([Broken(say("fair.partly.unseeded"))], PEOPLE) == [failed]
