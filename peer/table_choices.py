"""
What a player can do about the table and its people, besides the cards. Pure.

Each with the words that do it, as in :mod:`peer.choices`.
"""

from peer import asked, timing
from peer.asked import TakeBack
from peer.choices import Way
from peer.scene import GAMES, game_name
from peer.story import People, printable
from shared.events import Seat
from shared.tableview import TableView
from shared.words import say


def usual(
    table: TableView, take_back: TakeBack, me: Seat | None, since: int
) -> list[Way]:
    """What is offered with the cards, when it can be done; ``since`` the clock came."""
    if me is None:
        return []
    found = []
    if asked.may_answer(table.vote, me):
        found += [Way(say("do.agree"), "yes"), Way(say("do.decline"), "no")]
    if table.phase == "lobby" and not table.seats[me].ready:
        found.append(Way(say("lobby.ready"), "next"))
    can = asked.may_ask(table, take_back, me)
    if take_back == "freely":
        found.append(Way(say("do.takeback"), "undo"))
    if "undo" in can:
        found.append(Way(say("do.ask.undo"), "undo"))
    if "go_on" in can:
        found.append(Way(say("do.ask.go_on"), "go on"))
    if timing.may_pause(table.clock, since, me):
        found.append(Way(say("do.minute"), "minute"))
    return found


def of_people(table: TableView, people: People, host: bool) -> list[Way]:
    """What concerns the table, for one of its people or for who watches."""
    found = []
    can = asked.may_ask(table, "no", people.me)
    if "void" in can:
        found.append(Way(say("do.ask.void"), "void"))
    if "end" in can and not host:
        found.append(Way(say("do.ask.end"), "end"))
    if table.clock is not None:
        found.append(Way(say("do.clocks"), "clock"))
    if table.terms.talk != "off":
        found.append(Way(say("do.phrases"), "phrases"))
    if people.me is not None and table.terms.watch:
        opens = table.seats[people.me].opens
        key, yes = ("do.closes", "no") if opens else ("do.opens", "yes")
        found.append(Way(say(key), f"open hands {yes}"))
    found += [
        Way(say("people.mute", name=people.others(seat)), f"mute {seat + 1}")
        for seat, one in enumerate(table.seats)
        if one.kind == "person" and seat != people.me
    ]
    found += [
        Way(say("people.mute", name=printable(name)), f"mute {name}")
        for name in table.watchers
    ]
    return [*found, *(of_host(table, people) if host else [])]


def of_host(table: TableView, people: People) -> list[Way]:
    """What only the host can change."""
    key, typed = ("do.unlock", "unlock") if table.terms.locked else ("do.lock", "lock")
    found = [Way(say(key), typed)]
    if table.phase != "hand":
        found += [
            Way(say("do.change", game=game_name(game)), f"change {game}")
            for game in GAMES
        ]
    for seat, one in enumerate(table.seats):
        name, number = people.others(seat), seat + 1
        if one.former:
            former = printable(one.former)
            label = say("do.hand_back", number=number, name=former)
            found.append(Way(label, f"hand back {number}"))
        elif one.kind == "person" and seat != people.me:
            if table.phase != "lobby":
                label = say("do.hand_over", name=name)
                found.append(Way(label, f"hand over {number}"))
            found.append(Way(say("do.kick", name=name), f"kick {number}"))
    found += [
        Way(say("do.send_away", name=printable(name)), f"send away {name}")
        for name in table.watchers
    ]
    return [*found, Way(say("do.end"), "end")]
