"""Results as tables, which the terminal, a Markdown page and a JSON file show alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from skirmish_rl.agents.balance.deciding import SAYS, Deciding, fit_line
from skirmish_rl.agents.balance.ledger import Ledger, UnitCount, words_of
from skirmish_rl.agents.balance.meetings import Meeting, label_of
from skirmish_rl.agents.results.deeds import kinds_of, name_of, template_of
from skirmish_rl.agents.results.markup import plain
from skirmish_rl.agents.results.report import adjusted_facts
from skirmish_rl.agents.results.wilson import wilson
from skirmish_rl.envs.core.errors import needs
from skirmish_rl.envs.core.events import Event, EventKind
from skirmish_rl.envs.core.pages import table
from skirmish_rl.envs.core.ruleset import Ruleset

with needs("train"):
    from rich.box import SIMPLE
    from rich.markup import escape
    from rich.table import Table

_DEEDS = 6  # kinds of event in the table of units
_SAME = 0.1  # kinds of event that units have equally often within this share are one column
_FEW = 20  # observations of something with a name, below which it is left out


@dataclass(frozen=True)
class Sheet:
    """A table.

    Attributes:
        says: what it shows, in a sentence or two.
        head: of the columns; the first `words` of them are words. rows: as text.
        facts: the same for programs.
        aside: a column that a terminal has no room for.
    """

    title: str
    says: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    facts: list[dict[str, Any]]
    words: int = 1
    aside: str = ""

    def markdown(self) -> str:
        """The table as a section of a page."""
        shown = table(self.head, [[*map(plain, row)] for row in self.rows], self.words)
        return "\n".join([f"## {self.title}", "", self.says, "", shown, ""])

    def table(self) -> Table:
        """The table for a terminal."""
        table = Table(title=self.title, title_justify="left", box=SIMPLE, padding=(0, 0, 0, 0), caption=self.says, caption_justify="left")
        shown = [k for k, name in enumerate(self.head) if name != self.aside]
        for k in shown:
            table.add_column(self.head[k], justify="left" if k < self.words else "right", overflow="fold")
        for row in self.rows:
            table.add_row(*(escape(row[k]) for k in shown))
        return table


def percent(share: float) -> str:
    """A share as people read it."""
    return f"{100 * share:.1f} %"


def interval(low: float, high: float) -> str:
    """The ends of an interval of a share, in per cent."""
    return f"{100 * low:.1f} to {100 * high:.1f}"


def signed(low: float, high: float) -> str:
    """The ends of an interval of a difference, in per cent."""
    return f"{100 * low:+.1f} to {100 * high:+.1f}"


def _ends(ends: tuple[float, float]) -> list[float]:
    return [round(float(end), 4) for end in ends]


def force_sheet(meetings: Sequence[Meeting]) -> Sheet:
    """Force against force."""
    rows, facts = [], []
    pairings = [meeting for meeting in meetings if meeting.first != meeting.second]
    seats = pairings[0].ledgers[0].scenario.seats
    for meeting in pairings:
        by_seat = [float(scores.mean()) for scores in meeting.by_seat]
        pair = label_of(meeting.first), label_of(meeting.second)
        shares: tuple[str, ...] = percent(meeting.score), interval(*meeting.interval), percent(meeting.draws)
        without = meeting.luck
        if without is not None:
            shares = *shares, percent(without.score), interval(without.low, without.high), f"{without.gain * meeting.games:,.0f}"
        rows.append((*pair, f"{meeting.games:,}", *shares, *map(percent, by_seat)))
        facts.append(
            {
                "first": pair[0], "second": pair[1], "games": meeting.games, "score": round(meeting.score, 4),
                "interval": _ends(meeting.interval),
                "draws": round(meeting.draws, 4), "by_seat": [round(score, 4) for score in by_seat],
                **({"luck": adjusted_facts(without, meeting.games)} if without else {}),
            }
        )  # fmt: skip
    says = "The first force's score: its share of wins, a draw as a half, each of its seats equally often."
    if seats > 2:
        says = (
            "The first force's share of first places, alone among copies of the second, each of its seats equally often; "
            f"an equal one would have {percent(1 / seats)}."
        )
    judged = ("without luck", "95 %", "games worth") if pairings[0].luck is not None else ()
    if judged:
        says += " Without luck: the same with what the dice gave taken out; so many games as it is worth would be as sure without that."
    head = ("force", "against", "games", "score", "95 %", "draws", *judged, *(f"from seat {seat}" for seat in range(seats)))
    return Sheet("Force against force", says, head, tuple(rows), facts, 2)


def seat_sheet(meetings: Sequence[Meeting]) -> Sheet:
    """Seat against seat: each force against itself, and all games together."""
    seats = meetings[0].ledgers[0].scenario.seats
    groups = [(f"{label_of(m.first)} against itself" if m.first else "its own forces", [m]) for m in meetings if m.first == m.second]
    if len(meetings) > 1:
        groups.append(("all games", list(meetings)))
    rows, facts = [], []
    for name, some in groups:
        shares = np.concatenate([ledger.shares for meeting in some for ledger in meeting.ledgers])
        score, n = shares.mean(0), len(shares)
        rows.append((name, f"{n:,}", *(f"{percent(share)} ({interval(*wilson(share, n))})" for share in score)))
        facts.append(
            {
                "games of": name,
                "games": n,
                "scores": [round(float(share), 4) for share in score],
                "intervals": [_ends(wilson(s, n)) for s in score],
            }
        )
    head = ("games of", "games", *(f"seat {seat} (95 %)" for seat in range(seats)))
    return Sheet(
        "Seat against seat",
        f"The seats' shares of wins, a draw shared out; where seats are equal each has {percent(1 / seats)}.",
        head,
        tuple(rows),
        facts,
    )


def deeds_of(units: dict[tuple[str, str], UnitCount], ruleset: Ruleset) -> list[EventKind]:
    """The kinds of event that tell most of what units do: to act, move, attack and suffer first, then the commonest.

    None of them repeats another.
    """
    kinds = kinds_of(ruleset)
    deeds = np.array([count.deeds / count.number for count in units.values()])
    common = [k for k in np.argsort(-deeds.mean(0), kind="stable") if kinds[k] not in (Event.GONE, Event.PLACED) and deeds[:, k].any()]
    chosen: list[int] = []
    for k in sorted(common, key=lambda k: kinds[k] not in (Event.ACTIVATED, Event.MOVED, Event.ATTACKED, Event.HURT)):
        if len(chosen) < _DEEDS and not any(np.allclose(deeds[:, k], deeds[:, other], rtol=_SAME, atol=0.02) for other in chosen):
            chosen.append(k)
    return [kinds[k] for k in sorted(chosen, key=common.index)]


def units_of(ledgers: Sequence[Ledger]) -> dict[tuple[str, str], UnitCount]:
    """The units of some games together, force by force."""
    units: dict[tuple[str, str], UnitCount] = {}
    for ledger in ledgers:
        for key, count in ledger.units.items():
            all_of = units.setdefault(key, UnitCount())
            all_of.number, all_of.lost = all_of.number + count.number, all_of.lost + count.lost
            all_of.deeds = all_of.deeds + count.deeds
            all_of.kept, all_of.gone = all_of.kept + count.kept, all_of.gone + count.gone
    return dict(sorted(units.items(), key=lambda item: item[0][0]))


def unit_sheet(ledgers: Sequence[Ledger]) -> Sheet:
    """How units fare, and what they do."""
    ruleset, units = ledgers[0].scenario.ruleset, units_of(ledgers)
    shown, kinds = deeds_of(units, ruleset), kinds_of(ruleset)
    rows, facts = [], []
    for (force, what), count in units.items():
        lost, ends = count.lost / count.number, wilson(count.lost / count.number, count.number)
        deeds = [float(count.deeds[kinds.index(kind)]) / count.number for kind in shown]
        both = [_mean(count.kept), _mean(count.gone)]
        scores = [
            "-" if score is None else f"{percent(score)} ({interval(*wilson(score, n))})"
            for score, n in zip(both, (len(count.kept), len(count.gone)), strict=True)
        ]
        rows.append((force, what, f"{percent(lost)} ({interval(*ends)})", *scores, *(f"{deed:.2f}" for deed in deeds)))
        facts.append(
            {
                "force": force, "unit": what, "began games": count.number, "lost": round(lost, 4), "interval": _ends(ends),
                "score_if_kept": both[0],
                "score_if_lost": both[1], "deeds": {name_of(kind): round(deed, 3) for kind, deed in zip(shown, deeds, strict=True)},
            }
        )  # fmt: skip
    head = ("force", "unit", "lost (95 %)", "score if kept (95 %)", "if lost (95 %)", *map(name_of, shown))
    says = (
        "How often a unit that began the game was gone at its end, its force's score with and without it then, and what it did or met "
        "in a game, "
        "by the names of events."
    )
    return Sheet("Units", says, head, tuple(rows), facts, 2)


def _mean(scores: Sequence[float]) -> float | None:
    return round(float(np.mean(scores)), 4) if len(scores) else None


def word_sheet(ledgers: Sequence[Ledger]) -> Sheet:
    """Cards, abilities and whatever else has a name."""
    rows, facts = [], []
    for k, word in enumerate(words_of(ledgers[0].scenario.ruleset)):
        numbers = None if word.kind == Event.POINTS else _with_and_without(ledgers, k)
        if numbers is None:
            continue
        often, had, lead, ends = numbers
        shown = "-" if lead is None else f"{100 * lead:+.1f} ({signed(*ends)})"
        rows.append((name_of(word.kind), word.name, f"{often:.2f}", percent(had), shown))
        facts.append(
            {
                "event": name_of(word.kind), "name": word.name, "in_a_game": round(often, 3), "games_with": round(had, 4),
                "lead": None if lead is None else round(lead, 4), "interval": None if lead is None else _ends(ends),
            }
        )  # fmt: skip
    says = (
        "What events tell of by name (cards, abilities, ways to be lost), for the forces and seats that ever had it: how often in a "
        "game, in "
        "how many of their games at all, and how much higher the score is where it happened than where it did not, in per cent of a "
        "win, same "
        "forces and seats compared."
    )
    head = ("event", "name", "in a game", "games with it", "score with it, less without (95 %)")
    return Sheet("Cards, abilities and other things with names", says, head, tuple(rows), facts, 2)


def _with_and_without(ledgers: Sequence[Ledger], word: int) -> tuple[float, float, float | None, tuple[float, float]] | None:
    """Of something with a name: times in a game, share of games with it, lead in score of those games (None: too few to say) with its
    ends.

    None where it never happened. Each seat of each meeting of forces is compared with itself.
    """
    times, had, scores, games, first, enough = [], [], [], [], 0, 0
    for ledger in ledgers:
        for seat in range(ledger.shares.shape[1]):
            here = ledger.words[:, seat, word] > 0
            if here.any():
                times.append(ledger.words[:, seat, word])
                had.append(here - here.mean())
                scores.append(ledger.shares[:, seat] - ledger.shares[:, seat].mean())
                games.append(first + np.arange(len(here)))
                enough += min(int(here.sum()), int((~here).sum()))
        first += len(ledger.shares)
    if not times:
        return None
    often = np.concatenate(times)
    if enough < _FEW:
        return float(often.mean()), float((often > 0).mean()), None, (0.0, 0.0)
    group = np.unique(np.concatenate(games), return_inverse=True)[1]
    (lead,), (error,), _ = fit_line(np.concatenate(had)[:, None], np.concatenate(scores), group)
    reach = 1.96 * float(error)
    return float(often.mean()), float((often > 0).mean()), float(lead), (float(lead) - reach, float(lead) + reach)


def decide_sheet(deciding: Deciding, ruleset: Ruleset) -> Sheet:
    """What goes with winning."""
    rows, facts = [], []
    for effect in deciding.effects:
        names = ", ".join(map(name_of, (effect.kind, *effect.alike)))
        score = f"{100 * effect.score:+.1f} ({signed(effect.low, effect.high)})"
        clear = "" if effect.low <= 0 <= effect.high else "yes"
        rows.append(
            (
                names,
                template_of(ruleset, effect.kind),
                f"{effect.often:.2f}",
                f"{effect.step:.2f}",
                score,
                f"{100 * effect.alone:+.1f}",
                clear,
            )
        )
        facts.append(
            {
                "event": name_of(effect.kind), "alike": list(map(name_of, effect.alike)), "in_a_game": round(effect.often, 3),
                "step": round(effect.step, 3), "effect": round(effect.score, 4), "interval": _ends((effect.low, effect.high)),
                "alone": round(effect.alone, 4),
            }
        )  # fmt: skip
    says = (
        f"{SAYS} {deciding.games:,} games; the table explains {percent(deciding.explained)} of what differs between results. "
        "The column `alone` is the same without the others in the table."
    )
    head = ("event", "what it tells", "in a game", "one step", "score of a step, in % (95 %)", "alone", "clear")
    return Sheet("What goes with winning", says, head, tuple(rows), facts, 2, head[1])


def kind_sheet(seen: Counter[tuple[str, str]]) -> Sheet:
    """How often kinds of actions are chosen."""
    kinds = sorted(kind for kind, what in seen if what == "legal")
    rows = tuple((kind, percent(seen[kind, "chosen"] / seen[kind, "legal"]), f"{seen[kind, 'legal']:,}") for kind in kinds)
    facts = [{"kind": kind, "chosen": seen[kind, "chosen"], "legal": seen[kind, "legal"]} for kind in kinds]
    says = "How often a kind of action was taken when it and another kind were legal."
    return Sheet("What is chosen", says, ("kind", "chosen", "of"), rows, facts)


def differ_rows(watched: Any, most: int = 40) -> Iterator[tuple[str, str, int, int, str]]:
    """Where an agent did otherwise, the commonest first: what was asked, what it did, how often, of how many, and what lies apart."""
    for (decision, words), times in watched.otherwise.most_common(most):
        yield decision, words, times, watched.asked[decision], watched.columns_apart((decision, words))


def differ_sheet(watched: Any, score: float, games: int) -> Sheet:
    """Where an agent answers otherwise than the strongest bot."""
    rows, facts = [], []
    for decision, words, times, asked, apart in differ_rows(watched):
        rows.append((decision, words, apart, f"{times:,} of {asked:,}", percent(times / asked)))
        facts.append({"decision": decision, "answers": words, "times": times, "asked": asked, "apart": apart})
    says = (
        f"Answers of {watched.name} where the strongest bot, which it played ({percent(score)} won, {interval(*wilson(score, games))}, "
        f"{games:,} games), "
        "would have given others, and the columns of the actions' description in which they lie apart."
    )
    return Sheet("Where it answers otherwise", says, ("asked", "answers", "apart", "times", "share"), tuple(rows), facts, 3)
