"""The programme of the paper: the table of its decks and its three experiments, each a run in a folder of its own.

Six of its twelve decks were never published: ours are others, which the same search has found.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from evometa.experiments.balance.audit import UNCHANGED, Facts
from evometa.experiments.balance.settings import BalanceSettings, find_preset
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.experiment import Experiment, RunSettings
from evometa.experiments.nerfs.work import CARD_SCAN, CardScanSettings, count_scan_games
from evometa.experiments.progress import OnProgress, Tracker, Whole
from evometa.experiments.runs import load_played
from evometa.experiments.table.work import TABLE, TableSettings
from evometa.input.errors import InputError
from evometa.matches.runners import Runner
from evometa.metagame.evidence import Floats
from evometa.search.settings import EvolutionSettings
from evometa.store import Run, open_run

PUBLISHED = Path(__file__).parent / "published.toml"
LEAST_GAMES = 20  # per match-up, at any scale
EVEN_F = 0.10  # an audited F at most this high is called even
FIRST, THIRD = "experiment-1", "experiment-3"
SECOND = {"experiment-2-32": 32, "experiment-2-47": 47}  # generations
PARTS = (TABLE.kind, FIRST, *SECOND, THIRD)


@dataclass(frozen=True)
class PaperSettings(RunSettings):
    """The programme. `scale` multiplies the games per match-up, and nothing else."""

    references: ClassVar[tuple[str, ...]] = ("metagame", "small")

    scale: float = 1.0
    seed: int = 1
    players: str = "paper"
    metagame: str = "paper-twelve"  # of the table and of experiment 3
    small: str = "paper-small"  # of experiments 1 and 2
    deck: str = "Exp2 Paladin (Control)"  # of experiment 3

    def __post_init__(self) -> None:
        if not 0 < self.scale <= 1000:
            raise InputError(f"scale: found {self.scale:g}; allowed: above 0, up to 1000")

    def games(self, full: int) -> int:
        """So many games per match-up, at this scale: an even number."""
        return max(LEAST_GAMES, 2 * round(full * self.scale / 2))


def read_published() -> Facts:
    """What the paper published, by part."""
    return tomllib.loads(PUBLISHED.read_text(encoding="utf-8"))


# --- the parts ------------------------------------------------------------------------------------


class _Work:
    """The programme, part by part; each is a run of its own, and sees to it that it goes on as it began."""

    metagame = None

    def __init__(self, settings: PaperSettings, tracker: Tracker) -> None:
        self.settings, self.tracker = settings, tracker
        self.small = load_played(settings.small, settings.players)  # now, so that a late part does not trip over it
        self.original = load_played(settings.metagame, settings.players)
        self.place = self.original.index_of(settings.deck)

    def carry_out(self, run: Run) -> None:
        """Do all that is still to do."""
        published, parts = read_published(), []
        whole = Whole(self.tracker.tell, self._plan_games())
        for name in PARTS:
            ours = _play_part(name, run.folder, self.settings)(self.tracker.runner, whole.of_part(name))
            parts.append({"name": name, "folder": name, "published": published[name], "ours": ours})
            run.save_result("parts", parts)
        run.finish()

    def _plan_games(self) -> dict[str, int]:
        """About how many games each part plays."""
        settings, n_match_ups = self.settings, comb(len(self.small.decks), 2)
        searches = {name: _scale_balance(name, settings).games_left(-1, n_match_ups) for name in (FIRST, *SECOND)}
        return {
            TABLE.kind: _table_settings(settings).count_games(len(self.original.decks)),
            **searches,
            THIRD: count_scan_games(self.original, self.place, settings.games(10_000)),
        }


def _play_part(name: str, root: Path, settings: PaperSettings) -> Callable[[Runner | None, OnProgress | None], Facts]:
    """What carries out a part in its folder and tells what has come of it."""
    folder = root / name
    if name == TABLE.kind:
        table = _table_settings(settings)
        return lambda runner, tell: summarise_table(TABLE.carry_on(folder, table, runner, tell))
    if name == THIRD:
        scan = CardScanSettings(
            settings.deck, settings.metagame, settings.players, settings.games(10_000), seed=settings.seed
        )
        return lambda runner, tell: summarise_scan(CARD_SCAN.carry_on(folder, scan, runner, tell))
    search = _scale_balance(name, settings)
    if name in SECOND:
        search = replace(search, patches=((FIRST, read_best_patch(root / FIRST)),))
    return lambda runner, tell: summarise_balance(BALANCE.carry_on(folder, search, runner, tell))


def _table_settings(settings: PaperSettings) -> TableSettings:
    return TableSettings(settings.metagame, settings.players, settings.games(10_000), settings.seed)


def _scale_balance(name: str, settings: PaperSettings) -> BalanceSettings:
    """The settings of experiments 1 and 2, but for what the second takes from the first."""
    preset = find_preset("paper-1" if name == FIRST else "paper-2")
    scaled = replace(
        preset,
        metagame=settings.small,
        players=settings.players,
        games=settings.games(preset.games),
        again_games=settings.games(preset.again_games),
        audit_games=settings.games(preset.audit_games),
        seed=settings.seed,
    )
    if name == FIRST:
        return scaled
    generations = SECOND[name]
    return replace(
        scaled,
        evolution=EvolutionSettings(generations=generations),
        seed=(settings.seed + generations) % (1 << 64),
    )


def read_best_patch(folder: Path) -> str:
    """What the search of a balance run called best."""
    with open_run(folder) as run:
        return str(_find_best_searched(run.results()["audits"])["patch"])


PAPER = Experiment("paper", PaperSettings, _Work)


# --- what came of them ----------------------------------------------------------------------------


def summarise_table(results: Mapping[str, Any]) -> Facts:
    """The table, how far it is from the published one where the decks are the same, and how twins do."""
    table, published = results["table"], read_published()[TABLE.kind]
    ours: Facts = {"decks": table["decks"], "win_rate": table["win_rate"], "games": table["games"]}
    same = [deck for deck in published["decks"] if deck in table["decks"] and deck not in published["not_published"]]
    if len(same) > 1:
        gaps = np.abs(_block_of(table, same) - _block_of(published, same))[np.triu_indices(len(same), 1)]
        ours |= {
            "same_decks": len(same),
            "mean_difference": float(gaps.mean()),
            "largest_difference": float(gaps.max()),
        }
    return ours | {"twins": list(_compare_twins(table, published))}


def _block_of(table: Facts, decks: Sequence[str]) -> Floats:
    """The win rates of some decks of a table."""
    places = [table["decks"].index(deck) for deck in decks]
    return np.array(table["win_rate"], dtype=float)[np.ix_(places, places)]


def _compare_twins(table: Facts, published: Facts) -> Iterator[Facts]:
    """Each deck for a control player against its twin for an aggro player; published, control is always above."""
    for name in table["decks"]:
        twin = name.replace("(Control)", "(Aggro)")
        if twin == name or twin not in table["decks"]:
            continue
        i, j = table["decks"].index(name), table["decks"].index(twin)
        rate, low, high = (table[part][i][j] for part in ("win_rate", "low", "high"))
        yield {
            "control": name,
            "aggro": twin,
            "win_rate": rate,
            "low": low,
            "high": high,
            "published": float(_block_of(published, [name, twin])[0, 1]) if name in published["decks"] else None,
            "is_above": bool(low > 0.5) if low > 0.5 or high < 0.5 else None,
        }


def summarise_balance(results: Mapping[str, Any]) -> Facts:
    """What the search called best, as searched and as audited, and the smallest patch that is even."""
    audits, final = results["audits"], results["final"]
    best = _find_best_searched(audits)
    even = [each for each in audits if each["f"] is not None and each["f"] <= EVEN_F]
    smallest = min(even, key=lambda each: each["magnitude"], default=None)
    return {
        "baseline_f": final["baseline_f"],
        "searched_f": best["searched_f"],
        "again_f": best["f"],
        "again_low": best["f_low"],
        "again_high": best["f_high"],
        "is_noise": best["is_noise"],
        "magnitude": best["magnitude"],
        "magnitude_unweighted": best["magnitude_unweighted"],
        "generations": results["history"][-1]["generation"],
        "evaluations": results["history"][-1]["evaluations"],
        "games": final["games"],
        "smallest_even": None if smallest is None else _describe_patch(smallest),
        "chosen": {"f": final["audited_f"], "magnitude": final["magnitude"], "cards": final["cards_changed"]},
    }


def summarise_scan(results: Mapping[str, Any]) -> Facts:
    """How well the statistics tell what a nerf does."""
    ours: Facts = {"deck": results["deck"], "win_rate": results["baseline"]["win_rate"]}
    for name, found in results["correlations"].items():
        ours[f"{name}_pearson"], ours[f"{name}_spearman"] = found["pearson"], found["spearman"]
        value = found["pearson"]["value"]
        ours[f"{name}_sign"] = None if value is None else int(np.sign(value))
    return ours | {"games": results["baseline"]["games"] + sum(card["games"] for card in results["cards"])}


def _find_best_searched(audits: list[Facts]) -> Facts:
    """The audited genome with the lowest F that the search saw."""
    patches = [audit for audit in audits if audit["label"] != UNCHANGED]
    return min(patches or audits, key=lambda audit: (audit["searched_f"], audit["number"]))


def _describe_patch(audit: Facts) -> Facts:
    return {name: audit[name] for name in ("number", "f", "f_low", "f_high", "magnitude", "cards_changed")}
