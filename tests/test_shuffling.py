"""The joint shuffle at a host's table: who fails is named, and play goes on."""

from collections import Counter

import pytest
from fairly import FairTable, changed, pair, trio, type_of, without
from tabled import SEED, Table

from peer.dealing import WITHIN
from peer.decks import Decks
from peer.fair_news import Counted, LeftOut
from peer.host import Host
from peer.outputs import Keep
from peer.records import Committed, DealFailed, Dealt, Verified, read, written
from peer.table import replayed
from shared.replay import replay
from shared.transcript import Checked, packed, sealed
from shared.wire import Commit, Mix, Recorded, Reveal, encode

ZERO = packed(bytes(32))


def phase(table: Table) -> str:
    return table.host.table.phase


# All is well


def test_the_deck_follows_from_the_seeds_of_all() -> None:
    table = trio()
    assert phase(table) == "hand"
    dealt = table.lines()[2]
    assert table.kinds() == "match commit deal"
    assert all(len(seed) == 43 for seed in dealt[2]["seats"])
    (record,) = (one for one in table.records() if isinstance(one, Dealt))
    assert record.seeds[-1] == Decks(SEED).seed(0).hex()
    assert len(set(record.seeds)) == 4


def test_everybody_verifies_every_hand_and_is_told_so() -> None:
    table = trio()
    table.finish_hand()
    for peer in (1, 2, 3):
        news = table.news(peer)
        assert news[-1] == Counted(Checked(0, ("ok", "ok", "ok")))
        assert table.fair(peer).marks == table.fair(1).marks
    assert table.kinds().endswith("do end audit")


def test_all_have_the_file_of_the_host() -> None:
    table = pair(max_hands=2)
    table.finish_hand()
    table.ready()
    table.finish_hand()
    lines = table.host.table.chronicle.lines
    assert tuple(table.fair(1).chain.lines) == tuple(table.fair(2).chain.lines) == lines
    assert table.kinds().endswith("end over audit")
    assert len(replay(sealed(lines).encode()).hands) == 2


def test_the_next_deal_costs_one_round_trip_more() -> None:
    table = trio()
    table.finish_hand()
    table.slow = True
    table.ready()
    assert phase(table) == "between"
    table.deliver()
    assert phase(table) == "hand"


def test_a_new_match_is_another_file() -> None:
    table = pair(max_hands=1)
    table.finish_hand()
    first = table.fair(1).chain
    table.ready()
    assert table.fair(1).finished == [first]
    assert table.fair(1).chain.lines[0] != first.lines[0]
    assert table.lines()[0][2]["match"] == 2
    assert table.lines()[0][2]["dealer"] is not None
    table.finish_hand()
    assert table.findings(2)[-1] == "ok"


def test_scores_can_be_reset_and_the_chain_goes_on() -> None:
    table = pair()
    table.finish_hand()
    table.carry_out(table.host.reset_scores())
    table.ready()
    table.finish_hand()
    assert " reset commit deal" in table.kinds()
    assert table.findings(1) == ["ok", "ok"]
    replay(sealed(table.host.table.chronicle.lines).encode())


def test_scores_cannot_be_reset_while_the_next_hand_is_shuffled() -> None:
    table = pair()
    table.finish_hand()
    table.slow = True
    table.ready()
    with pytest.raises(ValueError) as refusal:
        table.host.reset_scores()
    why = "the next hand is being dealt: reset the scores after it"
    assert str(refusal.value) == why


def test_a_hand_that_is_void_is_recorded_and_verified() -> None:
    table = pair(absent="void", absent_after=30)
    table.play_turn()
    table.lose(2)
    table.hung_up.add(2)
    table.wait(31)
    assert table.kinds().endswith("do cut audit")
    assert table.findings(1) == ["ok"]
    bob = table.host.table.places[1].token
    table.join("Bob", bob)
    assert table.kinds().endswith("audit commit deal")
    assert table.lines()[-1][2]["hand"] == 1
    table.finish_hand()
    assert table.findings(1) == ["ok"]


# Without seeds


def test_a_table_of_guests_that_take_no_part_has_decks_of_one_seed() -> None:
    alone, mixed = Table(), FairTable()
    mixed.declining = {1, 2}
    for table in (alone, mixed):
        table.join("Ann"), table.join("Bob")
        assert not [one for one in table.records() if isinstance(one, Committed)]
    assert alone.guests[1].view == mixed.guests[1].view
    seats = mixed.lines()[2][2]["seats"]
    assert seats == ["declined", "declined"]


def test_who_takes_no_part_is_told_nothing_of_it() -> None:
    table = FairTable()
    table.declining = {2}
    table.join("Ann"), table.join("Bob")
    table.finish_hand()
    assert not [m for m in table.said[2] if isinstance(m, Mix | Recorded)]
    assert table.lines()[2][2]["seats"][1] == "declined"
    assert table.lines()[-1][2]["seats"] == ["ok", "silent"]


def test_who_is_away_is_dealt_in_without_a_seed() -> None:
    table = trio(absent="wait")
    table.finish_hand()
    for peer in (1, 2, 3):
        table.say(peer, table.guests[peer].ready()) if peer != 2 else None
    table.answers = without("reveal", 3)
    table.say(2, table.guests[2].ready())
    table.lose(3)
    assert phase(table) == "hand"
    assert table.kinds().split("audit ")[1] == "commit void commit deal"
    assert LeftOut(2, "absent", again=True) in table.news(1)
    assert table.lines()[-1][2]["seats"][2] == "absent"


# Those who fail


def test_who_commits_to_nothing_is_dealt_in_without_a_seed() -> None:
    table = FairTable(2)
    table.answers = without("commit", 2)
    table.join("Ann"), table.join("Bob")
    assert phase(table) == "lobby"
    table.wait(WITHIN + 1)
    assert phase(table) == "hand"
    assert table.lines()[1][2]["seats"][1] == "silent"
    assert LeftOut(1, "silent", again=False) in table.news(1)


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        (without("reveal", 2), "silent"),
        (changed("reveal", 2, seed=ZERO), "wrong"),
    ],
)
def test_who_does_not_show_what_was_promised_is_named(
    answers: object, why: str
) -> None:
    table = FairTable(3)
    table.answers = answers  # type: ignore[assignment]
    for name in ("Ann", "Bob", "Cid"):
        table.join(name)
    table.wait(WITHIN + 1)
    assert table.kinds() == "match commit void commit deal"
    assert table.lines()[2][2] == {"deal": 0, "missing": [[1, why]]}
    dealt = table.lines()[4][2]
    assert (dealt["deal"], dealt["seats"][1]) == (1, why)
    first, second = (
        line[2]["seats"][0] for line in table.lines() if line[0] == "commit"
    )
    assert first != second, "new seeds"
    assert table.news(1) == [LeftOut(1, why, again=True)]  # type: ignore[arg-type]
    table.finish_hand()
    assert table.findings(1) == ["ok"]


def test_who_promises_two_seeds_is_named() -> None:
    table = trio()
    table.finish_hand()
    table.say(2, encode(Commit(1, ZERO)))
    table.ready()
    assert table.lines()[-1][2]["seats"][1] == "twice"


def test_a_promise_after_the_others_are_known_is_too_late() -> None:
    table = trio()
    table.finish_hand()
    table.slow = True
    table.ready()
    table.say(2, encode(Commit(1, ZERO)))
    table.deliver()
    assert table.kinds().endswith("commit void commit")
    assert table.lines()[-2][2]["missing"] == [[1, "twice"]]
    table.slow = False
    table.deliver()
    assert phase(table) == "hand"


@pytest.mark.parametrize(
    "text", ['{"type":"reveal","deal":0,"seed":"é"}', encode(Commit(0, "=" * 43))]
)
def test_what_is_no_seed_breaks_the_protocol(text: str) -> None:
    table = pair()
    table.say(2, text)
    assert table.hung_up == {2}


def test_what_belongs_to_another_deal_is_ignored() -> None:
    table = pair()
    table.finish_hand()
    table.say(2, encode(Commit(0, ZERO)))
    table.say(2, encode(Reveal(7, ZERO)))
    table.ready()
    assert len(table.lines()[-1][2]["seats"][1]) == 43


def test_somebody_who_leaves_before_the_match_stops_the_shuffle() -> None:
    table = FairTable(2)
    table.slow = True
    table.join("Ann")
    table.deliver()
    bob = table.join("Bob")
    table.deliver()
    assert table.kinds() == "match commit"
    table.say(bob, table.guests[bob].bye())
    assert table.kinds() == "match commit void"
    assert phase(table) == "lobby"
    table.slow = False
    table.join("Cid")
    table.deliver()
    assert phase(table) == "hand"


# Coming back


def test_a_seed_that_was_lost_with_its_connection_is_shown_again() -> None:
    table = trio()
    table.finish_hand()
    table.answers = without("reveal", 2)
    table.ready()
    assert phase(table) == "between"
    table.answers = lambda peer, texts: texts
    guest = table.guests[2]
    table.lose(2)
    again = len(table.guests) + 1
    table.guests[again] = guest
    table.hung_up.add(2)
    table.host.connected(again, table.now)
    table.say(again, guest.hello())
    assert phase(table) == "hand"


def test_another_program_in_the_seat_has_the_whole_chain() -> None:
    table = pair()
    table.finish_hand()
    table.ready()
    table.play_turn()
    table.lose(2)
    table.hung_up.add(2)
    bob = table.join("Bob", table.host.table.places[1].token)
    table.finish_hand()
    assert table.fair(bob).chain.lines == table.fair(1).chain.lines
    assert table.findings(bob) == ["partly"]
    assert table.lines()[-1][2]["seats"] == ["ok", "partly"]


# What stays when the host's program ends


def test_the_journal_gives_the_same_table_and_transcript() -> None:
    table = FairTable(3)
    table.answers = without("reveal", 3)
    for name in ("Ann", "Bob", "Cid"):
        table.join(name)
    table.wait(WITHIN + 1)
    table.finish_hand()
    kinds = Counter(type(record) for record in table.records())
    assert kinds[Committed] == 2 and kinds[DealFailed] == kinds[Verified] == 1
    content, _ = written(table.records())
    again = replayed(read(content, "x").records, "x")
    assert again.chronicle == table.host.table.chronicle
    assert again == table.host.table


def test_a_deal_that_was_cut_off_by_the_host_s_end_is_shuffled_again() -> None:
    before = pair()
    before.finish_hand()
    before.slow = True
    before.ready()
    content, _ = written(before.records())
    table = FairTable(2)
    table.host = Host(replayed(read(content, "x").records, "x"), new_token=str)
    table.carry_out(table.host.resumed(table.now))
    for name, place in zip(("Ann", "Bob"), before.host.table.places, strict=True):
        table.join(name, place.token)
    assert phase(table) == "hand"
    assert table.kinds().endswith("end audit commit void commit deal")
    table.finish_hand()
    assert table.findings(1) == ["partly", "ok"], "of hand 1 it saw the end"


def test_what_could_not_be_kept_is_shuffled_again() -> None:
    table = trio()
    table.finish_hand()
    for peer in (1, 2):
        table.say(peer, table.guests[peer].ready())
    outputs = table.host.received(3, table.guests[3].ready(), table.now)
    (place,) = (
        place
        for place, one in enumerate(outputs)
        if isinstance(one, Keep) and isinstance(one.record, Committed)
    )
    failed = outputs[place]
    assert isinstance(failed, Keep)
    table.carry_out(outputs[:place])
    table.carry_out(table.host.undo(failed.before, "the disk is full", table.now))
    table.wait(1)
    assert phase(table) == "hand"
    table.finish_hand()
    assert table.findings(1) == ["ok", "ok"]


def test_a_deal_that_could_not_be_kept_is_made_again_with_other_seeds() -> None:
    table = trio()
    table.finish_hand()
    table.slow = True
    for peer in (1, 2, 3):
        table.say(peer, table.guests[peer].ready())
    answers = table.waiting()
    while all(type_of(text) != "reveal" for _, text in answers):
        for peer, text in answers:
            table.say(peer, text)
        answers = table.waiting()
    keep: Keep | None = None
    for peer, text in answers:
        outputs = table.host.received(peer, text, table.now)
        dealt = [o for o in outputs if isinstance(o, Keep) and type(o.record) is Dealt]
        if dealt:
            (keep,) = dealt
        else:
            table.carry_out(outputs)
    assert keep is not None and keep.before.committed is not None
    table.carry_out(table.host.undo(keep.before, "the disk is full", table.now))
    table.slow = False
    table.wait(1)
    assert phase(table) == "hand"
    assert table.kinds().endswith("end audit commit void commit deal")
    table.finish_hand()
    assert table.findings(1) == ["ok", "ok"]
