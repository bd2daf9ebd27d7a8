"""Players as data: the built-in ones, files, and what is wrong with a file."""

from dataclasses import replace
from pathlib import Path

import pytest

from evometa.games.decks.deck import load_deck
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.games.hearthstone.players import records as r
from evometa.games.hearthstone.players.player import SearchPlayer, pack_players
from evometa.games.players import builtin_players, load_player, load_player_for, overlays_of
from evometa.input import InputError


def write(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def error_of(reference: str | Path) -> str:
    with pytest.raises(InputError) as caught:
        load_player(reference)
    return str(caught.value)


# --- built in -------------------------------------------------------------------------------------


def test_each_preset_has_a_player_for_each_style_and_each_rung_of_skill_one_for_all() -> None:
    styled = {f"{preset}-{style}" for preset in HEARTHSTONE.presets for style in HEARTHSTONE.styles}
    assert set(builtin_players()) == {
        "random",
        *styled,
        *(rung for rung in HEARTHSTONE.ladder if rung not in HEARTHSTONE.presets),
    }


@pytest.mark.parametrize("style", HEARTHSTONE.styles)
def test_the_papers_players_search_and_mulligan_as_published(style: str) -> None:
    player = load_player(f"paper-{style}")
    assert (player.kind, player.width, player.depth) == ("beam", 4, 13)
    assert (player.knowledge, player.mulligan, player.mulligan_cost) == ("all", "keep expensive", 3)
    assert player.overlays == ("paper_engine",)


@pytest.mark.parametrize("style", HEARTHSTONE.styles)
def test_fair_players_have_the_same_scores_but_see_less_and_keep_cheap_cards(style: str) -> None:
    paper, fair = load_player(f"paper-{style}"), load_player(f"fair-{style}")
    assert fair == replace(
        paper, name=f"fair-{style}", knowledge="fair", mulligan="keep cheap", overlays=(), weights=paper.weights
    )


def test_the_scores_are_the_published_ones() -> None:
    assert load_player("paper-aggro").weights == {
        "clear_board": 1000,
        "enemy_taunt_health": -1000,
        "my_minion_attack": 1,
        "my_hero_health": 1000,
        "enemy_hero_health": -1000,
    }
    assert load_player("paper-control").weights == {
        "clear_board": 1000,
        "my_minions": 50,
        "enemy_minions": -50,
        "my_taunt_health": 25,
        "enemy_taunt_health": -25,
        "my_minion_attack": 1,
        "my_hero_health": 10,
        "enemy_hero_health": -10,
    }


def test_a_preset_alone_means_its_player_for_the_style_of_the_deck() -> None:
    deck = load_deck("Exp1 Hunter (Aggro)")
    assert load_player_for("Paper", deck) == load_player("paper-aggro")
    assert load_player_for("random", deck) == load_player("random")
    with pytest.raises(InputError, match=r"it has no style, so 'fair' could be 'fair-aggro' or 'fair-control'"):
        load_player_for("fair", replace(deck, style=""))


def test_overlays_are_named_once() -> None:
    players = [load_player(name) for name in ("paper-aggro", "fair-aggro", "paper-control")]
    assert overlays_of(players) == ("paper_engine",)


# --- records --------------------------------------------------------------------------------------


def test_a_record_holds_all_of_a_player() -> None:
    packed = load_player("paper-control").record()
    assert packed.dtype == r.PackedPlayer
    assert (packed.kind, packed.width, packed.depth, packed.knowledge) == (r.BEAM, 4, 13, r.SEES_ALL)
    assert (packed.mulligan, packed.mulligan_cost) == (r.KEEP_EXPENSIVE, 3)
    assert (packed.weights.clear_board, packed.weights.enemy.minions, packed.weights.my.deck_size) == (1000, -50, 0)


def test_records_are_packed_in_order() -> None:
    packed = pack_players([load_player("random"), load_player("fair-aggro")])
    assert packed.dtype == r.PackedPlayer
    assert packed["kind"].tolist() == [r.RANDOM, r.BEAM]
    assert packed[1].weights.my.hero_health == 1000


# --- files ----------------------------------------------------------------------------------------


def test_a_file_makes_a_new_style_without_code(tmp_path: Path) -> None:
    path = write(tmp_path, "width = 2\n[weights]\nmy_hand_size = 3\nenemy_deck_size = -1\n", "hoarder.toml")
    assert load_player(path) == SearchPlayer(
        "hoarder", width=2, knowledge="fair", weights={"enemy_deck_size": -1, "my_hand_size": 3}
    )


def test_a_file_may_change_parts_of_another_player(tmp_path: Path) -> None:
    path = write(tmp_path, 'name = "Careful"\nbased_on = "fair-control"\ndepth = 9\n[weights]\nmy_minion_attack = 0')
    base = load_player("fair-control")
    weights = {name: weight for name, weight in base.weights.items() if name != "my_minion_attack"}
    assert load_player(path) == replace(base, name="Careful", depth=9, weights=weights)


def test_a_file_may_be_based_on_a_file_beside_it(tmp_path: Path) -> None:
    write(tmp_path, 'about = "first"\nwidth = 7\n[weights]\nmy_minions = 1', "first.toml")
    second = load_player(write(tmp_path, 'based_on = "first.toml"', "second.toml"))
    assert (second.name, second.about, second.width) == ("second", "", 7)


def test_a_file_cannot_be_based_on_itself(tmp_path: Path) -> None:
    write(tmp_path, 'based_on = "b.toml"', "a.toml")
    path = write(tmp_path, 'based_on = "a.toml"', "b.toml")
    assert "a.toml, field 'based_on': 'b.toml' is based on this player itself" in error_of(path)


def test_a_file_keeps_where_the_weights_come_from_and_those_based_on_it_do_not(tmp_path: Path) -> None:
    text = '[origin]\ncommand = "evometa tune"\nseed = 3\n[weights]\nmy_minions = 1\n'
    player = load_player(write(tmp_path, text))
    assert player.origin == {"command": "evometa tune", "seed": 3}
    other = load_player(write(tmp_path, 'based_on = "mine.toml"\nwidth = 8\n', "other.toml"))
    assert (other.origin, other.weights) == ({}, player.weights)


@pytest.mark.parametrize("name", sorted(builtin_players()))
def test_a_player_that_is_written_is_read_as_the_same(name: str, tmp_path: Path) -> None:
    player = replace(load_player(name), origin={"decks": 'a "quoted" name', "seed": 1})
    again = load_player(write(tmp_path, HEARTHSTONE.players.format(player), f"{name}.toml"))
    assert again == player
    assert (again.about, again.origin) == (player.about, player.origin)


def test_players_are_equal_if_they_play_alike_and_can_be_keys() -> None:
    one = SearchPlayer("x", weights={"my_minions": 1, "enemy_minions": 0, "clear_board": 2})
    two = SearchPlayer("x", about="?", weights={"clear_board": 2, "my_minions": 1})
    assert one == two
    assert len({one, two}) == 1


# --- mistakes -------------------------------------------------------------------------------------


def test_an_unknown_preset_gets_the_nearest_one() -> None:
    assert error_of("papr-control") == (
        "there is no player file and no preset 'papr-control'; did you mean 'paper-control'? "
        "allowed: expert, fair-aggro, fair-control, greedy, master, novice, paper-aggro, paper-control, random, skilled"
    )


def test_a_missing_file_is_not_taken_for_a_preset() -> None:
    assert error_of("players/mine.toml") == "there is no player file players/mine.toml"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[weights]\nmy_minion = 1", "field 'weights': unknown weight 'my_minion'; did you mean 'my_minions'?"),
        ("[weights]\nmy_minions = 1.5", "field 'weights.my_minions': found 1.5; allowed: a whole number from -1000000"),
        ("[weights]\nmy_minions = 1000001", "field 'weights.my_minions': the number 1000001 is out of range"),
        ("weights = 3", "field 'weights': found 3; allowed: a table of weights"),
        ("width = 3", "field 'weights': a player that searches needs a weight other than 0; allowed: my_minions"),
        ('kind = "random"\nreplies = 2', "field 'weights': a player that looks at replies needs a weight other than 0"),
        ("replies = 33\n[weights]\nmy_minions = 1", "field 'replies': the number 33 is out of range"),
        ("origin = 1", "field 'origin': found 1; allowed: a table"),
        ("[origin]\nseed = 0.5", "field 'origin.seed': found 0.5"),
        ("widht = 3", "unknown field 'widht'; did you mean 'width'?"),
        ("width = 0", "field 'width': the number 0 is out of range; allowed: a whole number from 1 to 64"),
        ("width = 65", "field 'width': the number 65 is out of range; allowed: a whole number from 1 to 64"),
        ("depth = 65", "field 'depth': the number 65 is out of range; allowed: a whole number from 1 to 64"),
        ("depth = true", "field 'depth': found true; allowed: a whole number from 1 to 64"),
        ('width = "4"', "field 'width': found '4'; allowed: a whole number from 1 to 64"),
        ('kind = "beem"', "field 'kind': found 'beem'; did you mean 'beam'? allowed: beam, random, busy"),
        ("kind = 1", "field 'kind': found 1; allowed: beam, random, busy"),
        ('knowledge = "al"', "field 'knowledge': found 'al'; did you mean 'all'? allowed: all, fair"),
        ('mulligan = "keep cheep"', "field 'mulligan': found 'keep cheep'; did you mean 'keep cheap'?"),
        ("mulligan_cost = -1", "field 'mulligan_cost': the number -1 is out of range; allowed: a whole number from 0"),
        ('overlays = "paper_engine"', "field 'overlays': found 'paper_engine'; allowed: a list of card overlays"),
        ("overlays = [1]", "field 'overlays.0': found 1; allowed: the name or file of a card overlay"),
        ("about = 1", "field 'about': found 1; allowed: a text"),
        ("based_on = 1", "field 'based_on': found 1; allowed: the name or file of a player"),
        ('based_on = "fair-contol"', "field 'based_on': there is no player file and no preset 'fair-contol'; did you"),
        ("width = ", "this is not TOML"),
    ],
)
def test_a_mistake_in_a_file_gets_one_clear_message(tmp_path: Path, text: str, message: str) -> None:
    path = write(tmp_path, text)
    error = error_of(path)
    assert error.startswith(str(path))
    assert message in error


def test_a_player_made_in_code_is_checked_too() -> None:
    with pytest.raises(InputError, match=r"paper-control\.toml, field 'width': the number 100 is out of range"):
        replace(load_player("paper-control"), width=100)
