"""Neutral cards of the hall of fame, and the inventions, songs and animals that they bring about."""

import pytest
from tests.rules.builder import ENEMY, ME, Duel, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError

RACES = ("beast", "dragon", "elemental", "mechanical", "murloc")
HUNTERS = "\n".join(f'[[card]]\nname = "{race} hunter"\nbattlecry = {{ destroy = "any {race}" }}' for race in RACES)


@pytest.mark.parametrize(
    ("name", "cost", "attack", "health", "race"),
    [
        ("Azure Drake", 5, 4, 4, "dragon"),
        ("Captain's Parrot", 2, 1, 1, "beast"),
        ("Chicken", 0, 1, 1, "beast"),
        ("Elite Tauren Chieftain", 5, 5, 5, ""),
        ("Emboldener 3000", 1, 0, 4, "mechanical"),
        ("Gelbin Mekkatorque", 6, 6, 6, ""),
        ("Homing Chicken", 1, 0, 1, "mechanical"),
        ("Murloc", 0, 1, 1, "murloc"),
        ("Old Murk-Eye", 4, 2, 4, "murloc"),
        ("Poultryizer", 1, 0, 3, "mechanical"),
        ("Ragnaros the Firelord", 8, 8, 8, "elemental"),
        ("Repair Bot", 1, 0, 3, "mechanical"),
        ("Sylvanas Windrunner", 6, 5, 5, ""),
    ],
)
def test_numbers_and_race_are_the_printed_ones(name: str, cost: int, attack: int, health: int, race: str) -> None:
    game = duel(cards=HUNTERS).give(ENEMY, name)
    assert (game.enemy.cost(name), game.add_minion(ENEMY, name).stats) == (cost, (attack, health))
    game.give(ME, *(f"{kind} hunter" for kind in RACES))
    hunts = [str(action) for action in game.actions() if f"hunter on enemy {name}" in str(action)]
    assert hunts == ([f"play {race} hunter on enemy {name}"] if race else [])


# --- Azure Drake ------------------------------------------------------------------------------------------------


@scenario("Azure Drake")
def test_azure_drake_draws_a_card_and_raises_spells() -> None:
    game = duel().set_deck(ME, ["Fireball", "Wisp"]).give(ME, "Azure Drake").play("Azure Drake")
    assert (game.me.hand, game.me.board[0].stats, game.me.mana) == (["Fireball"], (4, 4), 5)
    game.play("Fireball", target="enemy hero")
    assert game.enemy.health == 23


@scenario("Azure Drake")
def test_azure_drake_suffers_from_an_empty_deck() -> None:
    game = duel().set_deck(ME, []).give(ME, "Azure Drake").play("Azure Drake")
    assert (game.me.health, game.me.hand, game.me.minions) == (29, [], ["Azure Drake"])


@scenario("Azure Drake")
@scenario("Polymorph")
def test_azure_drake_loses_its_spell_damage_as_a_sheep() -> None:
    game = duel("mage", "mage").give(ME, "Arcane Missiles", "Arcane Missiles").give(ENEMY, "Polymorph")
    drake = game.add_minion(ME, "Azure Drake")
    assert game.script(0, 0, 0, 0).play("Arcane Missiles").enemy.health == 26
    game.end_turn().play("Polymorph", target=drake).end_turn()
    assert game.script(0, 0, 0).play("Arcane Missiles").enemy.health == 23


# --- Captain's Parrot -------------------------------------------------------------------------------------------


@scenario("Captain's Parrot")
@pytest.mark.parametrize(("outcome", "drawn"), [(0, "Bloodsail Raider"), (1, "Southsea Captain")])
def test_captains_parrot_draws_a_random_pirate(outcome: int, drawn: str) -> None:
    game = duel().set_deck(ME, ["Wisp", "Southsea Captain", "Murloc Raider", "Bloodsail Raider", "Fireball"])
    game.set_deck(ENEMY, ["Southsea Captain"]).give(ME, "Captain's Parrot").script(outcome).play("Captain's Parrot")
    assert game.me.hand == [drawn]
    assert (len(game.me.deck), drawn in game.me.deck, game.enemy.deck) == (4, False, ["Southsea Captain"])


@scenario("Captain's Parrot")
def test_captains_parrot_draws_nothing_without_a_pirate() -> None:
    game = duel().set_deck(ME, ["Wisp", "Fireball"]).give(ME, "Captain's Parrot").play("Captain's Parrot")
    assert (game.me.hand, game.me.deck, game.me.health) == ([], ["Wisp", "Fireball"], 30)


@scenario("Captain's Parrot")
@scenario("Dread Corsair")
def test_captains_parrot_fetches_a_dread_corsair_for_the_armed() -> None:
    game = duel("warrior").equip(ME, "Fiery War Axe").set_deck(ME, ["Wisp", "Dread Corsair"])
    game.give(ME, "Captain's Parrot").script(0).play("Captain's Parrot").play("Dread Corsair")
    assert (game.me.minions, game.me.mana) == (["Captain's Parrot", "Dread Corsair"], 10 - 2 - 1)


# --- Elite Tauren Chieftain -------------------------------------------------------------------------------------


@scenario("Elite Tauren Chieftain")
@pytest.mark.parametrize(
    ("mine", "theirs", "songs"),
    [
        (0, 1, ("I Am Murloc", "Rogues Do It...")),
        (1, 2, ("Rogues Do It...", "Power of the Horde")),
        (2, 2, ("Power of the Horde", "Power of the Horde")),
    ],
)
def test_elite_tauren_chieftain_gives_both_players_a_song(mine: int, theirs: int, songs: tuple[str, str]) -> None:
    game = duel().give(ME, "Elite Tauren Chieftain").script(mine, theirs).play("Elite Tauren Chieftain")
    assert (game.me.hand, game.enemy.hand) == ([songs[0]], [songs[1]])
    assert (game.me.cost(songs[0]), game.enemy.cost(songs[1])) == (4, 4)


@scenario("Elite Tauren Chieftain")
def test_elite_tauren_chieftain_has_no_song_for_a_full_hand() -> None:
    game = duel().give(ENEMY, *["Wisp"] * 10).give(ME, "Elite Tauren Chieftain", *["Wisp"] * 9).script(0, 0)
    game.play("Elite Tauren Chieftain")
    assert (game.me.hand, game.enemy.hand) == (["Wisp"] * 9 + ["I Am Murloc"], ["Wisp"] * 10)


@scenario("Elite Tauren Chieftain")
@scenario("Youthful Brewmaster")
def test_elite_tauren_chieftain_gives_an_encore_with_youthful_brewmaster() -> None:
    game = duel().set_mana(ME, 12).give(ME, "Elite Tauren Chieftain", "Youthful Brewmaster").script(0, 0, 1, 2)
    game.play("Elite Tauren Chieftain").play("Youthful Brewmaster", target="my 1").play("Elite Tauren Chieftain")
    assert game.me.hand == ["I Am Murloc", "Rogues Do It..."]
    assert game.enemy.hand == ["I Am Murloc", "Power of the Horde"]


@scenario("I Am Murloc")
@scenario("Murloc")
@pytest.mark.parametrize(("outcome", "number"), [(0, 3), (1, 4), (2, 5)])
def test_i_am_murloc_brings_three_to_five_murlocs(outcome: int, number: int) -> None:
    game = duel().give(ME, "I Am Murloc").script(outcome)
    caller = game.add_minion(ME, "Murloc Tidecaller")
    game.play("I Am Murloc")
    assert [(m.name, m.stats) for m in game.me.board[1:]] == [("Murloc", (1, 1))] * number
    assert (caller.attack, game.me.mana) == (1 + number, 6)


@scenario("I Am Murloc")
def test_i_am_murloc_needs_room_and_fills_what_there_is() -> None:
    game = duel().give(ME, "I Am Murloc", "I Am Murloc").script(2)
    for _ in range(5):
        game.add_minion(ME, "Wisp")
    assert game.play("I Am Murloc").me.minions == ["Wisp"] * 5 + ["Murloc"] * 2
    with pytest.raises(InputError, match="cannot play I Am Murloc"):
        game.play("I Am Murloc")


@scenario("Power of the Horde")
@pytest.mark.parametrize(
    ("outcome", "warrior"),
    [
        (0, "Frostwolf Grunt"),
        (1, "Tauren Warrior"),
        (2, "Thrallmar Farseer"),
        (3, "Silvermoon Guardian"),
        (4, "Sen'jin Shieldmasta"),
        (5, "Cairne Bloodhoof"),
    ],
)
def test_power_of_the_horde_brings_one_of_six_warriors(outcome: int, warrior: str) -> None:
    game = duel().give(ME, "Power of the Horde").script(outcome).play("Power of the Horde")
    assert (game.me.minions, game.me.mana) == ([warrior], 6)
    assert not game.me.board[0].can_attack


@scenario("Rogues Do It...")
def test_rogues_do_it_deals_four_damage_and_draws() -> None:
    game = duel().set_deck(ME, ["Fireball", "Wisp"]).give(ME, "Rogues Do It...", "Rogues Do It...")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Rogues Do It...", target=yeti)
    assert (yeti.health, game.me.hand, game.me.mana) == (1, ["Rogues Do It...", "Fireball"], 6)
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Rogues Do It...", target="enemy hero")
    assert (game.enemy.health, game.me.hand) == (25, ["Fireball", "Wisp"])


# --- Gelbin Mekkatorque -----------------------------------------------------------------------------------------


@scenario("Gelbin Mekkatorque")
@pytest.mark.parametrize(
    ("outcome", "invention", "health"),
    [(0, "Homing Chicken", 1), (1, "Repair Bot", 3), (2, "Emboldener 3000", 4), (3, "Poultryizer", 3)],
)
def test_gelbin_mekkatorque_brings_one_of_four_inventions(outcome: int, invention: str, health: int) -> None:
    game = duel().give(ME, "Gelbin Mekkatorque").script(outcome)
    game.add_minion(ME, "Wisp")
    game.play("Gelbin Mekkatorque", position=1)
    assert game.me.minions == ["Gelbin Mekkatorque", invention, "Wisp"]
    assert (game.me.board[1].stats, game.me.mana) == ((0, health), 4)


@scenario("Gelbin Mekkatorque")
def test_gelbin_mekkatorque_finds_no_room_for_an_invention() -> None:
    game = duel().give(ME, "Gelbin Mekkatorque").seed(1)
    for _ in range(6):
        game.add_minion(ME, "Wisp")
    assert game.play("Gelbin Mekkatorque").me.minions == ["Wisp"] * 6 + ["Gelbin Mekkatorque"]


@scenario("Gelbin Mekkatorque")
@scenario("Homing Chicken")
@scenario("Ironbeak Owl")
def test_gelbin_mekkatorques_chicken_stays_home_when_silenced() -> None:
    game = duel().give(ME, "Gelbin Mekkatorque", "Ironbeak Owl").script(0).play("Gelbin Mekkatorque")
    game.play("Ironbeak Owl", target="my Homing Chicken")
    pass_turn(game)
    assert (game.me.minions, game.me.hand) == (["Gelbin Mekkatorque", "Homing Chicken", "Ironbeak Owl"], ["Wisp"])


@scenario("Homing Chicken")
def test_homing_chicken_gives_its_life_for_three_cards() -> None:
    game = duel().set_deck(ME, ["Fireball", "Polymorph", "Slam", "Execute", "Wisp"])
    game.add_minion(ME, "Homing Chicken")
    game.end_turn()
    assert game.enemy.minions == ["Homing Chicken"]
    game.end_turn()
    assert (game.me.minions, game.me.hand) == ([], ["Fireball", "Polymorph", "Slam", "Execute"])  # one by the turn


@scenario("Repair Bot")
def test_repair_bot_heals_a_random_damaged_character_at_the_end_of_your_turn() -> None:
    game = duel().set_health(ENEMY, 20).script(1)
    game.add_minion(ME, "Repair Bot")
    mine, theirs = game.add_minion(ME, "Core Hound", damage=1), game.add_minion(ENEMY, "Boulderfist Ogre", damage=5)
    game.end_turn()
    assert (game.me.health, mine.health, theirs.health) == (26, 4, 2)
    game.end_turn()
    assert game.enemy.health == 26  # not at the end of the opponent's turn


@scenario("Repair Bot")
def test_repair_bot_has_nothing_to_do_among_the_unhurt() -> None:
    game = duel()
    bot = game.add_minion(ME, "Repair Bot")
    pass_turn(game)
    game.use_power(bot).script(0).end_turn()
    assert bot.health == 3


@scenario("Emboldener 3000")
@pytest.mark.parametrize("outcome", range(3))
def test_emboldener_3000_strengthens_any_minion_even_itself(outcome: int) -> None:
    game = duel().script(outcome)
    minions = [game.add_minion(*who) for who in ((ME, "Emboldener 3000"), (ME, "Wisp"), (ENEMY, "Wisp"))]
    pass_turn(game)
    grown = [minion.stats for minion in minions]
    printed = [(0, 4), (1, 1), (1, 1)]
    assert grown[outcome] == (printed[outcome][0] + 1, printed[outcome][1] + 1)
    assert grown[:outcome] + grown[outcome + 1 :] == printed[:outcome] + printed[outcome + 1 :]


@scenario("Poultryizer")
@scenario("Chicken")
@pytest.mark.parametrize("outcome", range(3))
def test_poultryizer_turns_any_minion_into_a_chicken_even_itself(outcome: int) -> None:
    game = duel().script(outcome)
    for player, name in ((ME, "Poultryizer"), (ME, "Wisp"), (ENEMY, "Cairne Bloodhoof")):
        game.add_minion(player, name)
    pass_turn(game)
    names = ["Poultryizer", "Wisp", "Cairne Bloodhoof"]
    names[outcome] = "Chicken"
    assert game.me.minions + game.enemy.minions == names
    assert [*game.me.board, *game.enemy.board][outcome].stats == (1, 1)


# --- Old Murk-Eye -----------------------------------------------------------------------------------------------


def murk_eye_among(*, mine: int, theirs: int) -> Duel:
    """Old Murk-Eye in hand, murlocs on both sides."""
    game = duel().give(ME, "Old Murk-Eye")
    for _ in range(mine):
        game.add_minion(ME, "Murloc Raider")
    for _ in range(theirs):
        game.add_minion(ENEMY, "Murloc Raider")
    return game


@scenario("Old Murk-Eye")
def test_old_murk_eye_charges_alone_with_two_attack() -> None:
    game = murk_eye_among(mine=0, theirs=0)
    game.add_minion(ENEMY, "Wisp")
    game.play("Old Murk-Eye").attack("Old Murk-Eye", "enemy hero")
    assert (game.enemy.health, game.me.board[0].stats) == (28, (2, 4))


@scenario("Old Murk-Eye")
def test_old_murk_eye_counts_the_other_murlocs_of_both_sides_at_every_moment() -> None:
    game = murk_eye_among(mine=1, theirs=2).play("Old Murk-Eye")
    murk_eye = game.me.board[1]
    assert murk_eye.stats == (5, 4)
    game.use_power("enemy 1")
    assert murk_eye.stats == (4, 4)
    game.give(ME, "Murloc Tidehunter").play("Murloc Tidehunter")
    assert murk_eye.stats == (6, 4)


@scenario("Old Murk-Eye")
@scenario("Murloc Warleader")
@scenario("Hungry Crab")
def test_old_murk_eye_gains_from_a_warleader_what_a_crab_takes() -> None:
    game = murk_eye_among(mine=0, theirs=0).give(ME, "Hungry Crab").play("Old Murk-Eye")
    leader = game.add_minion(ME, "Murloc Warleader")
    assert game.me.board[0].attack == 2 + 1 + 2
    game.play("Hungry Crab", target=leader)
    assert game.me.board[0].attack == 2


@scenario("Old Murk-Eye")
def test_old_murk_eye_counts_no_more_when_silenced() -> None:
    game = duel()
    murk_eye = game.add_minion(ME, "Old Murk-Eye", silenced=True)
    game.add_minion(ME, "Murloc Raider")
    assert (murk_eye.attack, murk_eye.has("charge")) == (2, False)


# --- Ragnaros the Firelord --------------------------------------------------------------------------------------


@scenario("Ragnaros the Firelord")
@pytest.mark.parametrize(("outcome", "hero", "left"), [(0, 22, ["Core Hound"]), (1, 30, [])])
def test_ragnaros_hits_a_random_enemy_at_the_end_of_your_turn(outcome: int, hero: int, left: list[str]) -> None:
    game = duel().give(ME, "Ragnaros the Firelord").script(outcome)
    game.add_minion(ENEMY, "Core Hound")
    game.play("Ragnaros the Firelord").end_turn()
    assert (game.me.health, game.me.minions) == (hero, left)
    assert game.end_turn().enemy.health == hero  # not at the end of the opponent's turn


@scenario("Ragnaros the Firelord")
def test_ragnaros_never_attacks_but_hits_back() -> None:
    game = duel().script(0)
    ragnaros, yeti = game.add_minion(ME, "Ragnaros the Firelord"), game.add_minion(ENEMY, "Chillwind Yeti")
    with pytest.raises(InputError, match="cannot attack"):
        game.attack(ragnaros, "enemy hero")
    game.end_turn().attack(yeti, ragnaros)
    assert (ragnaros.stats, game.me.minions) == ((8, 4), [])


@scenario("Ragnaros the Firelord")
@scenario("Spellbreaker")
def test_ragnaros_attacks_and_shoots_no_more_when_silenced() -> None:
    game = duel().give(ME, "Spellbreaker")
    ragnaros = game.add_minion(ME, "Ragnaros the Firelord")
    game.play("Spellbreaker", target=ragnaros).attack(ragnaros, "enemy hero").end_turn()
    assert game.me.health == 22


@scenario("Ragnaros the Firelord")
@scenario("Dalaran Mage")
def test_ragnaros_gains_no_spell_damage_and_may_meet_a_shield() -> None:
    game = duel().script(1)
    for player, name in ((ME, "Ragnaros the Firelord"), (ME, "Dalaran Mage"), (ENEMY, "Argent Squire")):
        game.add_minion(player, name)
    game.end_turn()
    assert (game.me.health, game.me.board[0].has("divine shield")) == (30, False)
    game.end_turn().script(0).end_turn()
    assert game.me.health == 22


# --- Sylvanas Windrunner ----------------------------------------------------------------------------------------


@scenario("Sylvanas Windrunner")
def test_sylvanas_takes_a_random_enemy_minion_along() -> None:
    game = duel().give(ME, "Fireball").script(1)
    game.add_minion(ENEMY, "Wisp")
    game.add_minion(ENEMY, "Chillwind Yeti", damage=2)
    game.play("Fireball", target=game.add_minion(ME, "Sylvanas Windrunner"))
    assert (game.me.minions, game.enemy.minions) == (["Chillwind Yeti"], ["Wisp"])
    yeti = game.me.board[0]
    assert (yeti.stats, yeti.can_attack) == ((4, 3), False)
    pass_turn(game)
    assert yeti.can_attack


@scenario("Sylvanas Windrunner")
def test_sylvanas_takes_nobody_who_dies_with_her() -> None:
    game = duel().give(ME, "Fireball")
    sylvanas, ogre = game.add_minion(ME, "Sylvanas Windrunner"), game.add_minion(ENEMY, "Boulderfist Ogre", damage=2)
    game.attack(sylvanas, ogre)
    assert (game.me.minions, game.enemy.minions) == ([], [])
    game.add_minion(ME, "Wisp")
    game.play("Fireball", target=game.add_minion(ME, "Sylvanas Windrunner"))
    assert game.me.minions == ["Wisp"]  # no enemy is there


@scenario("Sylvanas Windrunner")
@scenario("Ragnaros the Firelord")
def test_sylvanas_turns_ragnaros_against_his_player() -> None:
    game = duel().give(ME, "Fireball").script(0)
    game.add_minion(ENEMY, "Ragnaros the Firelord")
    game.play("Fireball", target=game.add_minion(ME, "Sylvanas Windrunner"))
    assert (game.me.minions, game.enemy.minions) == (["Ragnaros the Firelord"], [])
    game.script(0).end_turn()
    assert (game.me.health, game.enemy.health) == (22, 30)


@scenario("Sylvanas Windrunner")
@scenario("Ironbeak Owl")
def test_sylvanas_dies_alone_when_silenced() -> None:
    game = duel().give(ME, "Ironbeak Owl", "Fireball")
    sylvanas = game.add_minion(ENEMY, "Sylvanas Windrunner")
    game.play("Ironbeak Owl", target=sylvanas).play("Fireball", target=sylvanas)
    assert (game.me.minions, game.enemy.minions) == (["Ironbeak Owl"], [])
