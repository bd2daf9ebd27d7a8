"""A Python class as a game: what it is given, what it may answer, and that games depend on their seeds alone."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import evometa
from evometa.games.decks.deck import builtin_decks
from evometa.games.game import Game, SimulatorError
from evometa.games.outside import loading
from evometa.games.outside.game import seeds_of
from evometa.games.outside.loading import as_game, load_file
from evometa.games.patches.patch import Patch
from evometa.games.players import builtin_players, load_player
from evometa.games.registry import GAMES, find_game
from evometa.input.errors import InputError
from evometa.matches.counting import play_games
from evometa.matches.remote.executors import on_processes
from evometa.matches.results import BatchResult
from evometa.matches.schedule import Match, match_ups, pack_matches


def play_all(game: Game, games: int = 40, per_game: bool = False, **where: Any) -> BatchResult:
    """All decks of a game against each other."""
    decks = list(builtin_decks(game).values())
    players = [builtin_players(game)[game.default_player]] * len(decks)
    table = game.compile(game.own_cards)
    return play_games(table, decks, players, match_ups([d.name for d in decks], games, 1), per_game=per_game, **where)


class Told:
    """A game that remembers what it was asked."""

    name, version = "told", "1"
    cards: Any = {"A": {"cost": 1}, "B": {"cost": 2, "spell": {"damage": 3}}}  # noqa: RUF012
    deck: Any = {"size": 3, "copies": 2}  # noqa: RUF012
    decks: Any = {"One": ["2x B", "A"], "Two": ["2x A", "B"]}  # noqa: RUF012
    players: Any = ("weak", "strong")
    asked: Any = []  # noqa: RUF012

    def play(self, *asked: Any) -> Any:
        self.asked.append(asked)
        return self.answer(asked[-1])

    def answer(self, seed: int) -> Any:
        return seed % 3


def test_it_is_given_numbers_decks_players_and_a_seed(tmp_path: Path) -> None:
    (tmp_path / "deep.toml").write_text('kind = "weak"\n[options]\ndepth = 3\nfast = true\n', encoding="utf-8")
    game = as_game(Told)
    decks = list(builtin_decks(game).values())
    players = [load_player("strong", game), load_player(tmp_path / "deep.toml", game)]
    table = game.compile(Patch(changes={"B.spell.damage": 2}).apply(game.own_cards))
    Told.asked.clear()
    play_games(table, decks, players, [Match((0, 1), (0, 1), 2, seed=5)], threads=1)
    numbers, one, other, first, second, seed = Told.asked[1]
    assert numbers == {"A": {"cost": 1}, "B": {"cost": 2, "spell.damage": 5}}
    assert (one, other, first, second) == (("A", "B", "B"), ("A", "A", "B"), "strong", "weak")
    assert second.options == {"depth": 3, "fast": True}
    assert seed == seeds_of(pack_matches([Match((0, 1), (0, 1), 2, seed=5)])[0])[1]
    with pytest.raises(TypeError):
        numbers["A"]["cost"] = 0


def test_seeds_are_exact_in_every_json() -> None:
    seeds = seeds_of(pack_matches([Match((0, 0), (0, 0), 1000, seed=2**64 - 1)])[0])
    assert len(set(seeds)) == 1000
    assert max(seeds) < 2**48
    assert seeds[7:] == seeds_of(pack_matches([Match((0, 0), (0, 0), 993, seed=2**64 - 1, first=7)])[0])


def test_counts_are_those_of_the_games(folder: Path) -> None:
    played = play_all(load_file(folder / "duel.py"), per_game=True, threads=1)
    assert played.games is not None
    for cell, rows in enumerate(played.games.reshape(-1, 20)):
        assert played.sums[cell]["games"] == 20
        assert played.sums[cell]["wins"].tolist() == np.bincount(rows["winner"], minlength=3).tolist()
        assert played.sums[cell]["turns"] == rows["turns"].sum() > 0


def test_threads_and_processes_play_the_same_games(folder: Path) -> None:
    game = load_file(folder / "duel.py")
    one = play_all(game, threads=1)
    assert play_all(game, threads=2).checksum() == one.checksum()
    with on_processes(2) as runner:
        assert play_all(game, runner=runner).checksum() == one.checksum()


def test_all_games_of_a_match_may_be_played_at_once() -> None:
    class Many(Told):
        def play_many(self, *asked: Any) -> Any:
            return [seed % 3 for seed in asked[-1]], [7 for _ in asked[-1]]

    one, many = play_all(as_game(Told)), play_all(as_game(Many))
    assert (many.sums["wins"] == one.sums["wins"]).all()
    assert many.n_turns == 7 * many.n_games
    assert one.n_turns == 0


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (3, r"winners: found 3; allowed: 0 \(the first deck\), 1 \(the second one\) or 2 \(a draw\)"),
        ("0", "winners: found '0'"),
        (None, "winners: found None"),
        ((0, -1), "turns: found -1; allowed: 0 to 30,000"),
    ],
)
def test_a_wrong_answer_is_one_message(answer: Any, message: str) -> None:
    class Wrong(Told):
        def answer(self, seed: int) -> Any:
            return answer

    with pytest.raises(SimulatorError, match=message):
        play_all(as_game(Wrong))


def test_a_fault_is_told_with_its_line(folder: Path) -> None:
    text = (folder / "duel.py").read_text(encoding="utf-8")
    (folder / "duel.py").write_text(text.replace("gold[seat] += 2", "gold[seat] += 2 / 0"), encoding="utf-8")
    line = text[: text.index("gold[seat] += 2")].count("\n") + 1
    with pytest.raises(SimulatorError, match=rf"duel\.py, line {line}: ZeroDivisionError: division by zero; asked"):
        play_all(load_file(folder / "duel.py"))


def test_what_no_simulator_is_cannot_be_registered() -> None:
    with pytest.raises(InputError, match="this is no game; allowed: a class with name, version, cards, and play"):
        evometa.register(Path)


def test_a_registered_class_is_a_game() -> None:
    evometa.register(Told)
    assert pickle.loads(pickle.dumps(find_game("told"))) is find_game("told")


def test_a_worker_with_another_version_says_so_when_it_is_to_play(folder: Path) -> None:
    sent = pickle.dumps(load_file(folder / "duel.py"))
    with (folder / "duel.py").open("a", encoding="utf-8") as file:
        file.write("\n# another one\n")
    load_file(folder / "duel.py")
    arrived = pickle.loads(sent)
    assert arrived.name == "duel"
    with pytest.raises(InputError, match=r"'duel' on this worker: found version 1\.0 sha256:.*; allowed: 1\.0 sha256"):
        arrived.prepare()


def test_a_worker_without_the_file_says_so(folder: Path) -> None:
    sent = pickle.dumps(load_file(folder / "duel.py"))
    (folder / "duel.py").unlink()
    del GAMES["duel"]
    loading._loaded.clear()
    with pytest.raises(InputError, match=r"'duel' cannot be played by this worker: .*duel\.py: cannot be read"):
        pickle.loads(sent).prepare()


def test_a_number_that_changes_by_table_is_the_same_as_by_patch(folder: Path) -> None:
    game = load_file(folder / "duel.py")
    maker = game.make_tables(game.own_cards, game.load_rules(), ["Ox.life", "Wolf.power"])
    made = maker.make(np.array([[-2, 1], [0, 0]]))
    patched = Patch(changes={"Ox.life": -2, "Wolf.power": 1}, exact=True).apply(game.own_cards)
    assert made[0] == game.compile(patched).array[0]
    assert made[1] == game.compile(game.own_cards).array[0]


def test_players_that_are_not_known_are_refused(tmp_path: Path) -> None:
    (tmp_path / "odd.toml").write_text('kind = "strange"\n', encoding="utf-8")
    with pytest.raises(InputError, match="unknown player 'strange'; did you mean 'strong'"):
        load_player(tmp_path / "odd.toml", as_game(Told))
    based = tmp_path / "based.toml"
    based.write_text('based_on = "strong"\n[options]\ndepth = 2\n', encoding="utf-8")
    player = load_player(based, as_game(Told))
    assert replace(player, name="x", source="").kind == "strong"  # type: ignore[type-var, attr-defined]
