"""Who is played in a metagame that evolved, and how finished it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from evometa.experiments.evolve.results import EvolveResults, LastAnswer
from evometa.experiments.evolve.work import EvolveRun
from evometa.input.shown_text import show_name
from evometa.matches.inference import INTERVAL
from evometa.story.blocks import Block, Fact, Facts, Headline, Teller, Words
from evometa.story.words.numbers import count, listed, number, rate, rate_interval

MOST_NAMED = 5  # classes or decks in a sentence
FINISHED, NEARLY = 0.53, 0.58  # how often the best answer wins, at most
UNSURE = 0.03  # how far an interval may reach, if it is to tell anything
VERDICTS = {
    FINISHED: "finished, as far as such a search can tell",
    NEARLY: "nearly finished",
    1.0: "not finished: more games would change it",
}
UNFINISHED = "The metagame is not there yet: {games:,} of {most:,} games are played, and {rounds} finished."


def tell_summary(run: EvolveRun, teller: Teller) -> None:
    """The verdict, and the numbers behind it."""
    results = run.results
    if not results.decks:
        teller.tell("summary", "In short", Words(_summarise_search(run)))
        return
    told: list[Block] = [Headline(f"{tell_played(results)} {_judge(run)}", "on fresh games" if results.classes else "")]
    teller.tell("summary", "In short", *told, Facts(tuple(_facts(run)), "All in all"))


def _summarise_search(run: EvolveRun) -> str:
    """How far a run is that has no metagame yet."""
    rounds = max(0, len(run.results.rounds) - 1)
    told = UNFINISHED.format(
        games=run.results.search_games, most=run.settings.max_games, rounds=_count_finished(rounds)
    )
    if not run.results.rounds:
        return told
    last = run.results.rounds[-1]
    by_now = f"Played by now: {tell_shares(last.classes if run.results.has_classes else last.by_deck)}."
    return f"{told} {by_now}"


def _count_finished(rounds: int) -> str:
    return f"{count(rounds, 'round')} {'is' if rounds == 1 else 'are'}"


# --- who is played --------------------------------------------------------------------------------


def tell_played(results: EvolveResults) -> str:
    """The classes by their shares, or the decks if the game has no classes."""
    n_decks = count(len(results.played), "deck")
    are = "is" if len(results.played) == 1 else "are"
    if not results.has_classes:
        return f"{n_decks} {are} played: {tell_shares({each.name: each.share for each in results.played})}."
    n_classes = count(len(results.class_shares), "class").replace("classs", "classes")
    return f"{n_decks} of {n_classes} {are} played: {tell_shares(results.class_shares)}."


def tell_shares(shares: Mapping[str, float]) -> str:
    """`Hunter 46%, Paladin 39% and 2 others 15%`"""
    named, rest = list(shares.items())[:MOST_NAMED], list(shares.items())[MOST_NAMED:]
    told = [f"{name_class(name)} {rate(share, 0)}%" for name, share in named]
    if rest:
        told.append(f"{count(len(rest), 'other')} {rate(sum(share for _, share in rest), 0)}%")
    return listed(told)


def name_class(klass: str) -> str:
    """A class as its decks are named, and the name of a deck as it is."""
    return show_name(klass.title() if klass.islower() else klass)


# --- how finished it is ---------------------------------------------------------------------------


def _judge(run: EvolveRun) -> str:
    """What the best answer wins, and what that means."""
    best = run.results.best_answer
    if best is None:
        return "Nobody has checked how finished that is." if run.is_finished else "How finished that is, comes next."
    rates = f"{rate(best.win_rate.value)}% ({rate_interval(best.win_rate)})"
    found = f"The best answer that a search of {run.settings.check_games:,} games finds{_describe_deck(best)}"
    return f"{found} wins {rates}: {_find_verdict(best)}."


def _find_verdict(best: LastAnswer) -> str:
    """What is sure of it: an interval that reaches far may reach into another verdict."""
    value, _, high = best.win_rate
    verdict, other = (next(words for most, words in VERDICTS.items() if found <= most) for found in (value, high))
    if other != verdict and high - value > UNSURE:
        return "too few fresh games to say how finished the metagame is"
    return f"the metagame is {verdict}"


def _describe_deck(found: LastAnswer) -> str:
    """`, a Hunter deck,`; nothing in a game without classes."""
    name = name_class(found.klass)
    return f", {'an' if name[0] in 'AEIOU' else 'a'} {name} deck," if name else ""


def _facts(run: EvolveRun) -> Iterator[Fact]:
    results, best = run.results, run.results.best_answer
    if best is not None:
        ends = rate_interval(best.win_rate)
        yield Fact("Exploitability", f"{rate(best.win_rate.value)}%", f"what {show_name(best.name)} wins; {ends}%")
    remark = "as many decks, equally common, would be as varied"
    yield Fact("Decks worth playing", number(results.effective_decks, 1), remark)
    yield Fact("Rounds", str(results.rounds[-1].round), f"{count(results.rounds[-1].decks, 'deck')} were tried")
    yield Fact("Games played", f"{run.games:,}", f"{results.search_games:,} to get there, the rest to check it")


def tell_best(run: EvolveRun) -> str:
    """The best so far, in a few words."""
    results = run.results
    if results.best_answer is not None and results.decks:
        return f"the best answer wins {rate(results.best_answer.win_rate.value)}%"
    answered = [each for each in results.rounds if each.answers]
    if not answered:
        return ""
    return f"round {answered[-1].round}: the best answer won {rate(answered[-1].answers[0].expected)}%"


def explain_exploitability(check_games: int, audit_games: int, classes: Sequence[LastAnswer]) -> str:
    """Where the best answers come from."""
    who = "of each class, " if any(each.klass for each in classes) else ""
    return (
        f"The best deck {who}found by a fresh search of {check_games:,} games that knows nothing of what came before, "
        f"against the metagame in the end; then {audit_games:,} fresh games, with {INTERVAL}s. Shared: how many cards "
        "it has in common with the nearest deck of the metagame."
    )
