"""What came and went, round by round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from evometa.experiments.evolve.results import EvolvedRound, EvolveResults
from evometa.story.blocks import Beside, Block, Column, Figure, Fold, Level, Table, Teller, Words, alike
from evometa.story.charts.evolutions import answers_plot, shares_plot
from evometa.story.formats import COUNT, PHRASE, RATE, SHARE, WHOLE
from evometa.story.kinds.evolve.summary import name_class, tell_shares
from evometa.story.words.numbers import listed, rate

SHOWN = 8  # rounds on a terminal
IS_PLAYED = 0.05  # of the metagame: a class with less has not come yet, or has gone
ROUNDS_EXPLAINED = (
    "The answer of a round is the best deck against those that were played after the round before, as its search saw "
    "it; then all decks meet, and the shares are what would be played by people who choose as well as they can."
)
SHARES_EXPLAINED = "Shares after each round, which is the equilibrium of all decks until then."
ANSWERS_EXPLAINED = (
    "What answers won against what was played before them; luck makes searches see a little too much. The nearer to "
    "50%, the more finished the metagame is."
)


def tell_rounds(results: EvolveResults, teller: Teller) -> None:
    """Sentences, and the same as pictures; nothing before the first round."""
    rounds = results.rounds
    if not rounds:
        return
    teller.tell(
        "rounds",
        "What came and went",
        Words(_tell_coming(results), level=Level.MAIN),
        _round_table(results),
        *_pictures(results, teller),
        *([_fold_answers(rounds)] if results.has_classes and len(rounds) > 1 else []),
        level=Level.MAIN,
    )


# --- sentences ------------------------------------------------------------------------------------


def _round_table(results: EvolveResults) -> Table:
    columns = (
        Column("round", lambda found: found.round, WHOLE),
        Column("what came of it", lambda found: tell_round(found), PHRASE),
        Column("games so far", lambda found: found.games, COUNT, level=Level.FULL),
        Column("decks so far", lambda found: found.decks, WHOLE, level=Level.FULL),
        Column("still in play", lambda found: found.living, WHOLE, level=Level.FULL),
    )
    title = "Round by round, the last one first"
    return Table("rounds", columns, results.rounds[::-1], title, ROUNDS_EXPLAINED, most=SHOWN, level=Level.MAIN)


def tell_round(found: EvolvedRound) -> str:
    """`Hunter's answer won 59.0%. Then: Hunter 46% and Paladin 39%.`"""
    shares = tell_shares(found.classes if any(found.classes) else found.by_deck)
    if found.best_answer is None:
        return f"The start: {shares}."
    best = found.best_answer
    whose = f"{name_class(best.klass)}'s answer" if best.klass else "The answer"
    won = f"{whose} won {rate(best.expected)}%"
    return f"{won}. Then: {shares}." if best.is_new else f"{won} and was known already. Then: {shares}."


def _tell_coming(results: EvolveResults) -> str:
    """Which classes have stayed, which came and went, and which were never played."""
    if not results.has_classes or len(results.rounds) < 2:
        return ""
    spans = {klass: _find_span(klass, results.rounds) for klass in _list_classes(results.rounds)}
    last = results.rounds[-1].round
    stayed = [f"{name_class(klass)} ({_since(span)})" for klass, span in spans.items() if span and span[1] == last]
    went = [f"{name_class(klass)} ({_from_to(span)})" for klass, span in spans.items() if span and span[1] < last]
    never = [name_class(klass) for klass, span in spans.items() if not span]
    told = {"Came and stayed": stayed, "Came and went": went, "Never played much": never}
    return " ".join(f"{words}: {listed(names)}." for words, names in told.items() if names)


def _list_classes(rounds: Sequence[EvolvedRound]) -> list[str]:
    """All that were ever played or looked for an answer, those that are played most in the end first."""
    found = dict.fromkeys(rounds[-1].classes)
    found |= dict.fromkeys(klass for each in rounds for klass in (*each.classes, *(one.klass for one in each.answers)))
    return list(found)


def _find_span(klass: str, rounds: Sequence[EvolvedRound]) -> tuple[int, int] | None:
    """The first and the last round of a class that was played for a while: of the last time, if it came back."""
    spans, begun = list[tuple[int, int]](), None
    for each in rounds:
        if each.classes.get(klass, 0.0) < IS_PLAYED:
            begun = None
        else:
            begun = each.round if begun is None else begun
            spans.append((begun, each.round))
    return spans[-1] if spans else None


def _since(span: tuple[int, int]) -> str:
    return f"since round {span[0]}" if span[0] else "from the start"


def _from_to(span: tuple[int, int]) -> str:
    if span[0] == span[1]:
        return f"round {span[0]}" if span[0] else "at the start"
    return f"rounds {span[0]} to {span[1]}"


# --- pictures and tables --------------------------------------------------------------------------


def _pictures(results: EvolveResults, teller: Teller) -> Iterator[Block]:
    """Shares of classes and of decks, and the best answers, once there are two rounds."""
    rounds = results.rounds
    if len(rounds) < 2:
        return
    by_deck = shares_plot(teller.id("decks-by-round"), "Decks, round by round", rounds, [r.by_deck for r in rounds])
    plots = [Figure(by_deck, SHARES_EXPLAINED)]
    if results.has_classes:
        classes = [_with_names(each.classes) for each in rounds]
        by_class = shares_plot(teller.id("classes-by-round"), "Classes, round by round", rounds, classes)
        plots.insert(0, Figure(by_class, SHARES_EXPLAINED))
    yield Beside(tuple(plots))
    if any(each.answers for each in rounds):
        yield Figure(answers_plot(teller.id("answers-by-round"), rounds, results.best_answer), ANSWERS_EXPLAINED)


def _with_names(shares: Mapping[str, float]) -> dict[str, float]:
    return {name_class(klass): share for klass, share in shares.items()}


def _fold_answers(rounds: Sequence[EvolvedRound]) -> Fold:
    """What the answer of each class won in each round, and the share of each class after it."""
    classes = _list_classes(rounds)
    answers, shares = (
        (lambda found, place: {each.klass: each.expected for each in found.answers}.get(classes[place])),
        (lambda found, place: found.classes.get(classes[place])),
    )
    names = [name_class(klass) for klass in classes]
    first = Column("round", lambda found: found.round, WHOLE)
    won = Table("answers_by_round", (first, *alike(names, answers, RATE)), rounds[1:], "What answers won, %")
    played = Table("classes_by_round", (first, *alike(names, shares, SHARE)), rounds, "Shares afterwards, %")
    return Fold("Every class in every round", (won, played), is_file=True)
