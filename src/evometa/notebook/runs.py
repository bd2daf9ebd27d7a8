"""Runs of each kind in Python: what only runs of that kind have, typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evometa.balance.explaining import Explanation
from evometa.experiments.balance.players import load_players
from evometa.experiments.balance.results import Audit, BalanceResults, FrontPatch, list_front
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.decks.results import DeckAudit, DeckMap, DecksResults, LearnedCard, PilotedDeck
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.evolve.results import EvolvedDeck, EvolvedRound, EvolveResults, LastAnswer
from evometa.experiments.evolve.settings import EvolveSettings
from evometa.experiments.experiment import R, S
from evometa.experiments.nerfs.results import Correlations, DeckWinRate, NerfsResults, PilotedCard, ScannedCard
from evometa.experiments.nerfs.settings import NerfsSettings
from evometa.experiments.paper.results import PaperResults
from evometa.experiments.paper.settings import PaperSettings
from evometa.experiments.pilots import Piloted
from evometa.experiments.respond.results import Answer, RespondResults
from evometa.experiments.respond.results import Round as AnsweredRound
from evometa.experiments.respond.settings import RespondSettings
from evometa.experiments.runs import METAGAME_FILE, load_played
from evometa.experiments.table.work import TableResults, TableSettings
from evometa.experiments.tiers.results import CardWorth, TiersResults
from evometa.experiments.tiers.settings import TiersSettings
from evometa.experiments.tune.results import Round as TunedRound
from evometa.experiments.tune.results import TuneResults
from evometa.experiments.tune.settings import TuneSettings
from evometa.games.decks.deck import Deck, parse_deck
from evometa.games.patches.files import parse_patch
from evometa.games.patches.patch import Patch
from evometa.metagame.metagames import Metagame
from evometa.metagame.standing import Standing
from evometa.notebook.run import MissingPartError, Run
from evometa.story.kinds.decks.finalists import rank_audits
from evometa.story.kinds.nerfs import rank_cards, read_scanned


class BalanceRun(Run[BalanceSettings, BalanceResults]):
    """A search for the smallest patch that evens a metagame out."""

    @property
    def metagame(self) -> Metagame:
        """The metagame without the patch, as it is now."""
        return load_players(self.settings.metagame, self.settings.players)[0].metagame

    @property
    def baseline(self) -> Standing:
        """How the metagame stood before any change."""
        return self._known(self.results.baseline, "baseline")

    @property
    def front(self) -> tuple[FrontPatch, ...]:
        """The audited patches from the smallest to the largest, F without the share of chance; no change is first."""
        return list_front(self.results.audits, self.settings.goal)

    @property
    def audits(self) -> tuple[Audit, ...]:
        """All that was played again with many fresh games; the first is the metagame as it is."""
        return self.results.audits

    @property
    def chosen(self) -> Audit:
        """The audit of what the run recommends, which may be no change: then its patch is empty."""
        return self._known(self.results.chosen_audit, "recommendation")

    @property
    def patch(self) -> Patch:
        """The patch that it recommends, for `evometa.what_if` or `Metagame.with_patch`; `patch.toml` has it, too."""
        return parse_patch(self.chosen.patch, self.metagame.patched_cards, str(self.folder))

    @property
    def notes(self) -> list[str]:
        """What the patch notes would say."""
        return list(self.chosen.notes)

    @property
    def explanation(self) -> Explanation:
        """What each change of the recommended patch buys."""
        if self.results.explanation is None and self.is_finished:
            raise MissingPartError(
                f"{self.folder}: what each change buys was not measured: explain_games was 0, or no change is "
                "recommended"
            )
        return self._known(self.results.explanation, "explanation")

    @property
    def pilots(self) -> tuple[Piloted, ...]:
        """F without the recommended patch and with it, with who played the search and in other hands."""
        return self.results.pilots


class MetagameRun(Run[S, R]):
    """A run about the decks of a metagame."""

    @property
    def metagame(self) -> Metagame:
        """The metagame that is played, or played against, without any patch and as it is now."""
        settings: Any = self.settings
        return load_played(settings.metagame, settings.players)


class EvolveRun(MetagameRun[EvolveSettings, EvolveResults]):
    """A metagame that evolved: the metagame with which it began is `metagame`."""

    @property
    def evolved(self) -> Metagame:
        """The metagame in the end, which metagame.toml in the folder of the run has, too."""
        self._known(self.results.decks or None, "metagame in the end")
        return load_played(str(self.folder / METAGAME_FILE), None)

    @property
    def rounds(self) -> tuple[EvolvedRound, ...]:
        """How it came to that, the start first."""
        return self.results.rounds

    @property
    def decks(self) -> tuple[EvolvedDeck, ...]:
        """The decks in the end, the most common first."""
        return self._known(self.results.decks or None, "decks in the end")

    @property
    def answers(self) -> tuple[LastAnswer, ...]:
        """The best answer of each class in the end, the strongest first."""
        return self._known(self.results.classes or None, "check")


class NerfsRun(MetagameRun[NerfsSettings, NerfsResults]):
    """What a small change of each card does to its deck."""

    @property
    def deck(self) -> str:
        """The deck whose cards are changed."""
        return self.results.deck or self.settings.deck

    @property
    def baseline(self) -> DeckWinRate:
        """How often the deck wins with the cards as they are."""
        return self._known(self.results.baseline, "baseline")

    @property
    def cards(self) -> tuple[ScannedCard, ...]:
        """The cards that are finished; those first whose change does most, once all are."""
        return tuple(rank_cards(self)) or read_scanned(self.folder)

    @property
    def correlations(self) -> Mapping[str, Correlations]:
        """How well WRP and WRD of a card (`wrp`, `wrd`) tell what its change does."""
        return self.results.correlations

    @property
    def pilots(self) -> tuple[PilotedCard, ...]:
        """The first cards in other hands: whether what their changes do holds there."""
        return self.results.pilots


class DecksRun(MetagameRun[DecksSettings, DecksResults]):
    """A search for the decks of a class that do best against a metagame."""

    @property
    def map(self) -> DeckMap:
        """The best deck of every kind, of a search with the algorithm `map-elites`."""
        return self._known(self.results.map, "map")

    @property
    def cards(self) -> tuple[LearnedCard, ...]:
        """What each card is worth, by the model of a search that learns; those that are worth most first."""
        return self.results.cards

    @property
    def audits(self) -> tuple[DeckAudit, ...]:
        """The decks that were played again with many fresh games: those that were found, the best first; then known."""
        return tuple(rank_audits(self.results))

    @property
    def best(self) -> DeckAudit:
        """The audit of the best deck that was found."""
        return self._known(self.results.best, "best deck")

    @property
    def deck(self) -> Deck:
        """The best deck itself."""
        return parse_deck(self.best.toml)

    @property
    def pilots(self) -> tuple[PilotedDeck, ...]:
        """The best deck in other hands, beside the strongest known deck of its class."""
        return self.results.pilots


class RespondRun(MetagameRun[RespondSettings, RespondResults]):
    """How players answer a patch, and what becomes of the metagame then."""

    @property
    def patch(self) -> Patch:
        """The patch that is answered; an empty one if the metagame is answered as it is."""
        return parse_patch(self.settings.patch, self.metagame.patched_cards, self.settings.patch_label)

    @property
    def rounds(self) -> tuple[AnsweredRound, ...]:
        """The rounds of patch and answer that are finished."""
        return self.results.rounds

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The best deck of each search of the last round, the strongest first."""
        return tuple(self._known(self.rounds, "finished round")[-1].ranked)

    @property
    def pilots(self) -> tuple[PilotedDeck, ...]:
        """The answers in other hands, one after the other."""
        return tuple(each for answer in self.answers for each in answer.pilots)


class TableRun(MetagameRun[TableSettings, TableResults]):
    """Who beats whom in a metagame, as a run."""

    @property
    def table(self) -> Standing:
        """How the metagame stands."""
        return self._known(self.results.table, "table")


class TiersRun(Run[TiersSettings, TiersResults]):
    """What a copy of each card is worth."""

    @property
    def cards(self) -> tuple[CardWorth, ...]:
        """All cards, the best first; what a copy is worth is in log odds to win."""
        return self._known(self.results.cards, "card")


class TuneRun(Run[TuneSettings, TuneResults]):
    """A player whose weights were fitted to its own games."""

    @property
    def rounds(self) -> tuple[TunedRound, ...]:
        """The rounds that are finished, with their candidates."""
        return self._known(self.results.rounds, "finished round")


class PaperRun(Run[PaperSettings, PaperResults]):
    """The paper's programme: several runs, each beside what was published."""
