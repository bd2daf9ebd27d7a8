"""Tuning a player: it plays itself, weights are fitted to who won, candidates play each other, and the best goes on.

A round has two steps, each stored when it is finished: the fits, and the games among the candidates. Likelihood does
not say which candidate plays best, so games decide. At the end the player meets others with decks that are new to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import comb, nan
from pathlib import Path

from evometa.experiments.experiment import Experiment, StoredRun
from evometa.experiments.progress import Stage, Tracker
from evometa.experiments.tune.results import INCUMBENT, Contender, FittedWeights, Opponent, Round, Rung, TuneResults
from evometa.experiments.tune.settings import TuneSettings
from evometa.games.game import FITTING
from evometa.games.players import Player, load_player_for_any
from evometa.games.registry import find_game
from evometa.input.errors import InputError
from evometa.input.writing import write_file
from evometa.matches.inference import UNKNOWN, Estimate
from evometa.matches.schedule import seed_for
from evometa.metagame.metagames import Metagame
from evometa.metagame.skill.ladder import LadderResult, play_ladder
from evometa.metagame.skill.ladder_setup import ANY_DECK, Ladder, draw_metagame, load_decks, read_draw
from evometa.metagame.skill.weight_fits import fit_weights, sample_positions
from evometa.store import Run
from evometa.store.results import Ledger

PLAYER_FILE = "player.toml"  # in the folder of the run
_AUDIT_DECKS = 36  # random ones, on which nobody was tuned; less if there are not two games for each
N_CANDIDATES = 5  # about, in a round
DIGITS = 6  # of what is stored: beyond them numbers may depend on the machine

_SELF_PLAY = Stage("round {step} of {steps}: games of the player against itself")
_COMPARING = Stage("round {step} of {steps}: games among the candidates")
AUDITING = Stage("games with new decks")


class _TuneWork:
    """Round by round, and then an audit."""

    def __init__(self, settings: TuneSettings, tracker: Tracker) -> None:
        self.settings, self.tracker = settings, tracker
        self.game = find_game(settings.game)
        self.game.require(FITTING, "tune")
        self.start = load_player_for_any(settings.start, ANY_DECK, self.game)
        self.yardstick = load_player_for_any(self.game.yardstick, ANY_DECK, self.game)
        decks = load_decks(settings.decks, settings.seed, [self.start])
        # With the player, so that it is noticed if that has changed when a run goes on.
        self.metagame = replace(decks, players=(self.start,) * len(decks.decks))

    def carry_out(self, ledger: Ledger[TuneResults]) -> None:
        """Do the rounds that are missing, and then see how good the player has become."""
        for number in range(len(ledger.results.rounds), self.settings.rounds):
            if not ledger.results.fits:
                ledger.keep(self.fit(number, ledger.results))
            ledger.keep(self.compare(number, ledger.results))
        if not ledger.results.ladder:
            ledger.keep(self.audit(ledger.results))
        tuned = replace(self._players_of(ledger.results)[-1], origin=self._describe_origin(ledger.run))
        write_file(ledger.run.folder / PLAYER_FILE, self.game.players.format(tuned))

    def _players_of(self, results: TuneResults) -> list[Player]:
        """The player that it began with, and the one after each round."""
        players = [self.start]
        for each in results.rounds:
            is_new = each.chosen.name != INCUMBENT
            players.append(self._make_player(each.chosen.weights) if is_new else players[-1])
        return players

    def _make_player(self, weights: Mapping[str, int]) -> Player:
        """The player that it began with, with other weights."""
        about = f"Tuned by its own games with {self.metagame.name}."
        return self.game.with_weights(self.start, weights, name="tuned", about=about, origin={})

    # --- a round ----------------------------------------------------------------------------------

    def fit(self, number: int, results: TuneResults) -> TuneResults:
        """Let the player play itself, and find weights that explain who won."""
        self._expect(_SELF_PLAY, number)
        player, seed = self._players_of(results)[-1], seed_for(self.settings.seed, "tune", number)
        positions = sample_positions(player, self.metagame, self.settings.games, seed, self.tracker)
        fits = fit_weights(positions)
        if not fits:
            raise InputError(
                f"round {number + 1}: no feature says who wins, in {positions.games:,} games with "
                f"{len(positions.won):,} ends of turns; play more games, or begin with another player"
            )
        return replace(
            results,
            start=self.start.name,
            games_played=results.games_played + positions.games,
            positions=len(positions.won),
            fits=tuple(
                FittedWeights(
                    f"ridge {fit.ridge:g}, {fit.n_features} features", fit.ridge, round(fit.loss, DIGITS), fit.weights
                )
                for fit in fits
            ),
        )

    def compare(self, number: int, results: TuneResults) -> TuneResults:
        """Let the candidates play each other; the best of them goes on."""
        self._expect(_COMPARING, number)
        incumbent, fits = self._players_of(results)[-1], {each.name: each for each in results.fits}
        made = {name: self._make_player(each.weights) for name, each in fits.items()}
        entrants = {INCUMBENT: incumbent} | {name: each for name, each in made.items() if not _is_same(each, incumbent)}
        games = 0
        # Without games, if all candidates are the same as the incumbent.
        contenders: tuple[Contender, ...] = (Contender(INCUMBENT, UNKNOWN, UNKNOWN, nan, weights=incumbent.weights),)
        if len(entrants) > 1:
            is_sample = read_draw(self.settings.decks) is not None
            seed = seed_for(self.settings.seed, "compare", number)
            played = self._play(entrants, self.metagame, is_sample, self.settings.compare_games, seed)
            games, contenders = _count_games(played), _list_contenders(played, entrants, fits)
        return replace(
            results,
            games_played=results.games_played + games,
            fits=(),
            rounds=(*results.rounds, Round(results.positions, contenders)),
        )

    # --- the end ----------------------------------------------------------------------------------

    def audit(self, results: TuneResults) -> TuneResults:
        """Let the player meet the one that it began with, and others, with new decks."""
        self.tracker.expect(AUDITING, 0, 1, self._planned_audit())
        players = self._players_of(results)
        names = [f"start: {self.start.name}", *(f"round {i}" for i in range(1, len(players)))]
        entrants: dict[str, Player] = {}
        for name, player in [*zip(names, players, strict=True), (self.game.yardstick, self.yardstick)]:
            if not any(_is_same(player, other) for other in entrants.values()):
                entrants[name] = player
        weights = players[-1].weights
        if len(entrants) == 1:  # nothing was better than the yardstick, with which it began
            return replace(results, ladder=(Rung(names[0], UNKNOWN, nan),), weights=weights)
        seed = seed_for(self.settings.seed, "audit")
        n_decks = min(_AUDIT_DECKS, self.settings.audit_games // 2)
        decks = draw_metagame(n_decks, seed, list(entrants.values()))
        played = self._play(entrants, decks, True, self.settings.audit_games, seed)
        tuned = next(i for i, each in enumerate(entrants.values()) if _is_same(each, players[-1]))
        others = [i for i, name in enumerate(entrants) if i != tuned and name in (names[0], self.game.yardstick)]
        return replace(
            results,
            games_played=results.games_played + _count_games(played),
            ladder=tuple(Rung(name, *_measure(played, i)) for i, name in enumerate(entrants)),
            opponents=tuple(_describe_opponent(played, tuned, i) for i in others),
            weights=weights,
        )

    def _describe_origin(self, run: Run) -> dict[str, str | int]:
        """Where the player comes from, for its file."""
        settings, versions = self.settings, run.versions
        return {
            "command": "evometa tune",
            "decks": Path(settings.decks).name,
            "start": self.start.name,
            "games": settings.games,
            "rounds": settings.rounds,
            "compare_games": settings.compare_games,
            "seed": settings.seed,
            "evometa": versions.code,
            "rules": versions.rules,
        }

    # --- parts ------------------------------------------------------------------------------------

    def _play(
        self, entrants: dict[str, Player], decks: Metagame, is_sample: bool, games: int, seed: int
    ) -> LadderResult:
        players = tuple((player,) * len(decks.decks) for player in entrants.values())
        ladder = Ladder(tuple(entrants), players, decks, is_sample)
        return play_ladder(ladder, games=games, seed=seed, runner=self.tracker)

    def _expect(self, stage: Stage, number: int) -> None:
        comparing = comb(N_CANDIDATES, 2) * self.settings.compare_games
        left = (self.settings.rounds - number) * (self.settings.games + comparing) + self._planned_audit()
        if stage is _COMPARING:
            left -= self.settings.games
        self.tracker.expect(stage, number + 1, self.settings.rounds, left)

    def _planned_audit(self) -> int:
        return comb(self.settings.rounds + 2, 2) * self.settings.audit_games


# --- what is stored of contests ---------------------------------------------------------------------


def _is_same(one: Player, other: Player) -> bool:
    """Whether two players differ in their names at most."""
    return replace(one, name=other.name) == other


def _list_contenders(
    played: LadderResult, entrants: Mapping[str, Player], fits: Mapping[str, FittedWeights]
) -> tuple[Contender, ...]:
    """The players of a ladder whose first one is the incumbent, which has no fit; the strongest first."""
    found = []
    for i, (name, player) in enumerate(entrants.items()):
        elo, nodes = _measure(played, i)
        win_rate, fit = played.win_rate(i, 0).rounded(DIGITS) if i else UNKNOWN, fits.get(name)
        ridge, loss = (fit.ridge, fit.loss) if fit else (nan, nan)
        found.append(Contender(name, elo, win_rate, nodes, ridge, loss, player.weights))
    return tuple(found[i] for i in played.order())


def _describe_opponent(played: LadderResult, tuned: int, other: int) -> Opponent:
    """How often the tuned player beats another one."""
    lowest = played.lowest_deck(tuned, other)
    return Opponent(
        name=played.ladder.names[other],
        games=int(played.outcomes[:, tuned, other].sum()),
        win_rate=played.win_rate(tuned, other).rounded(DIGITS),
        lowest_deck=played.ladder.metagame.decks[lowest].name,
        lowest=played.win_rates_by_deck(tuned, other)[lowest].rounded(DIGITS),
    )


def _measure(played: LadderResult, place: int) -> tuple[Estimate, float]:
    """The rating of a player and its nodes per game."""
    return played.elo.at(place).rounded(DIGITS), round(played.alone[place].nodes_per_game, DIGITS)


def _count_games(played: LadderResult) -> int:
    """All games of a ladder, those of players against themselves too."""
    return played.games + sum(each.games for each in played.alone)


TuneRun = StoredRun[TuneSettings, TuneResults]
TUNE = Experiment("tune", TuneSettings, TuneResults, _TuneWork)
