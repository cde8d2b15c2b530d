"""What is asked before somebody leaves in the middle of a match. Pure."""

from dataclasses import replace

from peer import asked, orders
from peer.orders import Question
from peer.requests import Quit, Request
from shared.events import Seat
from shared.tableview import TableView
from shared.wire import Ask
from shared.words import say


def quitting(
    table: TableView | None, me: Seat | None, host: bool
) -> Question[Request] | Quit:
    """``quit``: who would leave others, or a hand, in the middle is asked first."""
    seats = enumerate(table.seats) if table else ()
    others = any(view.kind == "person" for seat, view in seats if seat != me)
    playing = table is not None and table.phase == "hand"
    if host and others:
        first = say("term.plain.quit.host")
    elif host and playing:
        first = say("term.plain.quit.hand")
    elif playing and me is not None:
        first = say("term.plain.quit.kept")
    else:
        return Quit()
    lines, more = [first, say("term.plain.quit.how")], dict[str, Request]()
    if not host and table is not None and "end" in asked.may_ask(table, "no", me):
        lines.append(say("term.end.ask"))
        more["end"] = Ask("end")
    question = orders.yes_or_no(lines, _request(Quit()), say("term.plain.quit.stay"))
    return replace(
        question,
        prompt=say("term.prompt.quit"),
        answers={**question.answers, **more, "quit": Quit(), "q": Quit()},
        stands=True,
    )


def leaving(table: TableView, me: Seat | None) -> Question[Request]:
    """``end``, of a guest: ask all to end it, or leave it to a computer player."""
    lines = [say(f"term.end.{way}") for way in ("ask", "leave", "stay")]
    stay = say("term.plain.quit.stay")
    question = orders.yes_or_no(lines, _request(Ask("end")), stay)
    answers: dict[str, Request | None] = {
        **{"end": Ask("end"), "quit": Quit(), "q": Quit()},
        **{"2": Quit(), "3": None},
    }
    return replace(
        question,
        prompt=say("term.prompt.end"),
        answers={**question.answers, **answers},
        stands=True,
    )


def _request(request: Request) -> Request:
    return request
