"""What goes wrong on the way to a table, in French and in Hindi."""

from collections.abc import Callable

import pytest
from spoken import speaking

from peer.findings import Findings
from peer.journal import newest
from peer.meet import join_room
from peer.records import JournalError
from peer.rulebook import rulebook
from peer.sides import NotNow, NotProven, UnknownSeat
from shared.code import read_code, read_invitation
from shared.errors import CodeError, RummyError, SignalingError


def told(attempt: Callable[[], object]) -> str:
    with pytest.raises(RummyError) as caught:
        attempt()
    return str(caught.value)


def test_a_slip_in_a_code() -> None:
    with speaking("fr"):
        assert told(lambda: read_code("7KQ-M3X-WC8")) == (
            "il y a une erreur dans ce code\u00a0; comparez-le à celui de l’hôte, "
            "symbole par symbole"
        )
        assert told(lambda: read_code("7KQ")) == (
            "un code de table a 9 symboles, comme 7KQ-M3X-WC7\u00a0; celui-ci en a 3"
        )
    with speaking("hi"):
        assert told(lambda: read_code("7KQ")) == (
            "मेज़ के कोड में 9 चिह्न होते हैं, जैसे 7KQ-M3X-WC7; इसमें 3 हैं"
        )
        assert told(lambda: read_invitation("https://a.example/")) == (
            "इस लिंक में # के बाद मेज़ का कोड नहीं है; पूरा लिंक माँगें"
        )
    with pytest.raises(CodeError, match="^there is a slip in this code; "):
        read_code("7KQ-M3X-WC8")


def test_no_way_to_the_other_player() -> None:
    findings = Findings(relay_only=True)
    with speaking("fr"):
        assert findings.no_path() == (
            "seul un relais peut servir (--relay-only), et personne n’en offre "
            "(TURN)\u00a0; indiquez-en un avec --turn"
        )
    with speaking("hi"):
        assert findings.no_path() == (
            "केवल रिले की अनुमति है (--relay-only), और कोई रिले (TURN) नहीं देता; "
            "--turn से कोई बताएँ"
        )


def test_a_proof_that_fails() -> None:
    with speaking("fr"):
        assert str(UnknownSeat()) == (
            "l’hôte ne connaît plus votre place\u00a0; demandez le code qu’il affiche "
            "maintenant et rejoignez la table à nouveau"
        )
    with speaking("hi"):
        assert str(NotNow()) == (
            "किसी ने ग़लत कोड आज़माए, इसलिए मेज़बान थोड़ी देर किसी नए को अंदर नहीं आने देता; "
            "कुछ मिनट में फिर कोशिश करें"
        )
        assert "rummyroom" not in str(NotProven())


async def test_no_address_of_a_server() -> None:
    with speaking("fr"):
        with pytest.raises(SignalingError) as caught:
            await join_room("ftp://a", "7KQM")
    assert str(caught.value) == (
        "'ftp://a' n’est pas l’adresse d’un serveur\u00a0; une adresse ressemble à "
        "https://rummy.example.org"
    )


def test_no_table_to_go_on_with() -> None:
    with speaking("hi"), pytest.raises(JournalError) as caught:
        newest()
    assert str(caught.value).endswith(
        " में आगे खेलने के लिए कोई मेज़ नहीं है; नई मेज़ खोलें: rummyroom host"
    )


def test_the_rulebook() -> None:
    with speaking("fr"):
        lines = list(rulebook("gin", None, {}))
    assert lines[0] == "gin, variante gin_cgio\u00a0:"
    assert "Options pour --set, telles qu’elles sont maintenant\u00a0:" in lines
