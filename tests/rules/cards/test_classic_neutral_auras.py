"""Neutral cards of the Classic set: auras, and costs that change."""

from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

# --- auras ------------------------------------------------------------------------------------------------------


@scenario("Dire Wolf Alpha")
def test_dire_wolf_alpha_leads_its_neighbours() -> None:
    game = duel().give(ME, "Wisp")
    far, left, wolf, right = (game.add_minion(ME, name) for name in ("Wisp", "Wisp", "Dire Wolf Alpha", "Wisp"))
    assert [m.stats for m in (far, left, wolf, right)] == [(1, 1), (2, 1), (2, 2), (2, 1)]
    game.play("Wisp", position=3)
    assert [m.attack for m in game.me.board] == [1, 1, 2, 2, 2]


@scenario("Dire Wolf Alpha")
def test_dire_wolf_alpha_takes_its_aura_along() -> None:
    game = duel().give(ME, "Arcane Shot")
    wisp, wolf = game.add_minion(ENEMY, "Wisp"), game.add_minion(ENEMY, "Dire Wolf Alpha")
    assert wisp.attack == 2
    game.play("Arcane Shot", target=wolf)
    assert wisp.attack == 1


@scenario("Murloc Warleader")
def test_murloc_warleader_leads_its_other_murlocs() -> None:
    game = duel()
    leader, raider, wisp = (game.add_minion(ME, name) for name in ("Murloc Warleader", "Murloc Raider", "Wisp"))
    theirs = game.add_minion(ENEMY, "Murloc Raider")
    assert [m.stats for m in (leader, raider, wisp, theirs)] == [(3, 3), (4, 1), (1, 1), (2, 1)]


@scenario("Murloc Warleader")
def test_murloc_warleader_leads_no_more_when_dead() -> None:
    game = duel().give(ME, "Fireball")
    leader, raider = game.add_minion(ENEMY, "Murloc Warleader"), game.add_minion(ENEMY, "Murloc Raider")
    assert raider.attack == 4
    game.play("Fireball", target=leader)
    assert raider.attack == 2


@scenario("Southsea Captain")
def test_southsea_captain_leads_the_other_pirates() -> None:
    game = duel()
    captain, raider, wisp = (game.add_minion(ME, name) for name in ("Southsea Captain", "Bloodsail Raider", "Wisp"))
    theirs = game.add_minion(ENEMY, "Bloodsail Raider")
    assert [m.stats for m in (captain, raider, wisp, theirs)] == [(3, 3), (3, 4), (1, 1), (2, 3)]


@scenario("Southsea Captain")
def test_southsea_captain_leaves_a_wounded_pirate_alive() -> None:
    game = duel().give(ME, "Fireball", "Arcane Shot")
    captain, corsair = game.add_minion(ENEMY, "Southsea Captain"), game.add_minion(ENEMY, "Bloodsail Corsair")
    game.play("Arcane Shot", target=corsair).play("Fireball", target=captain)
    assert (corsair.stats, corsair.max_health) == ((1, 1), 2)


@scenario("Southsea Deckhand")
def test_southsea_deckhand_charges_beside_a_weapon() -> None:
    game = duel("warrior").give(ME, "Southsea Deckhand", "Fiery War Axe").equip(ENEMY, "Fiery War Axe")
    game.play("Southsea Deckhand")
    deckhand = game.me.board[0]
    assert not deckhand.can_attack
    game.play("Fiery War Axe").attack(deckhand, "enemy hero")
    assert game.enemy.health == 28


@scenario("Southsea Deckhand")
def test_southsea_deckhand_loses_charge_with_the_weapon() -> None:
    game = duel("warrior").give(ME, "Southsea Deckhand").equip(ME, "Fiery War Axe", durability=1)
    game.play("Southsea Deckhand")
    deckhand = game.me.board[0]
    assert deckhand.can_attack
    game.attack("my hero", "enemy hero")
    assert (game.me.weapon, deckhand.can_attack) == (None, False)


# --- costs ------------------------------------------------------------------------------------------------------


@scenario("Pint-Sized Summoner")
def test_pint_sized_summoner_makes_the_first_minion_of_each_turn_cheaper() -> None:
    game = duel().give(ME, "Chillwind Yeti", "Chillwind Yeti", "Fireball").give(ENEMY, "Chillwind Yeti")
    game.add_minion(ME, "Pint-Sized Summoner")
    assert [card.cost for card in game.me.cards] == [3, 3, 4]
    game.play("Chillwind Yeti")
    assert (game.me.mana, game.me.cost("Chillwind Yeti")) == (7, 4)
    game.end_turn()
    assert game.me.cost("Chillwind Yeti") == 4
    game.end_turn()
    assert game.me.cost("Chillwind Yeti") == 3


@scenario("Pint-Sized Summoner")
def test_pint_sized_summoner_is_herself_the_first_minion() -> None:
    game = duel().give(ME, "Pint-Sized Summoner", "Chillwind Yeti").play("Pint-Sized Summoner")
    assert (game.me.mana, game.me.cost("Chillwind Yeti")) == (8, 4)
    pass_turn(game)
    assert game.me.cost("Chillwind Yeti") == 3


@scenario("Sea Giant")
def test_sea_giant_costs_less_for_each_minion_of_either_side() -> None:
    game = duel().give(ME, "Sea Giant", "Wisp")
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Wisp")
    game.add_minion(ENEMY, "Wisp")
    assert game.me.cost("Sea Giant") == 7
    game.play("Wisp").play("Sea Giant")
    assert (game.me.mana, game.me.board[-1].stats) == (4, (8, 8))


@scenario("Sea Giant")
def test_sea_giant_never_costs_less_than_nothing() -> None:
    game = duel().give(ME, "Sea Giant")
    for _ in range(6):
        game.add_minion(ME, "Wisp")
        game.add_minion(ENEMY, "Wisp")
    assert game.me.cost("Sea Giant") == 0


@scenario("Venture Co. Mercenary")
def test_venture_co_mercenary_makes_your_minions_dearer() -> None:
    game = duel("warrior").give(ME, "Wisp", "Fireball", "Fiery War Axe", "Assassinate").give(ENEMY, "Wisp")
    mercenary = game.add_minion(ME, "Venture Co. Mercenary", damage=5)
    assert [card.cost for card in game.me.cards] == [3, 4, 3, 5]
    assert game.enemy.cost("Wisp") == 0
    game.play("Fireball", target=mercenary)
    assert game.me.cost("Wisp") == 0


@scenario("Mana Wraith")
def test_mana_wraith_makes_the_minions_of_both_players_dearer() -> None:
    game = duel().give(ME, "Wisp", "Mana Wraith", "Fireball", "Fiery War Axe").give(ENEMY, "Wisp", "Fireball")
    wraith = game.add_minion(ME, "Mana Wraith")
    assert [card.cost for card in game.me.cards] == [1, 3, 4, 3]
    assert [card.cost for card in game.enemy.cards] == [1, 4]
    game.play("Mana Wraith")
    assert (game.me.mana, game.me.cost("Wisp"), game.enemy.cost("Wisp")) == (7, 2, 2)
    game.play("Fireball", target=wraith)
    assert game.me.cost("Wisp") == 1


@scenario("Mana Wraith")
def test_mana_wraith_is_silent_when_silenced() -> None:
    game = duel().give(ME, "Ironbeak Owl", "Wisp").give(ENEMY, "Wisp")
    game.play("Ironbeak Owl", target=game.add_minion(ENEMY, "Mana Wraith"))
    assert (game.me.mana, game.me.cost("Wisp"), game.enemy.cost("Wisp")) == (6, 0, 0)


@scenario("Dread Corsair")
def test_dread_corsair_costs_less_for_the_attack_of_your_weapon() -> None:
    game = duel("warrior").give(ME, "Dread Corsair", "Dread Corsair", "Fiery War Axe").equip(ENEMY, "Arcanite Reaper")
    assert game.me.cost("Dread Corsair") == 4
    game.play("Fiery War Axe").play("Dread Corsair")
    assert (game.me.mana, game.me.board[0].stats) == (10 - 3 - 1, (3, 3))
    game.equip(ME, "Arcanite Reaper")
    assert game.me.cost("Dread Corsair") == 0


@scenario("Dread Corsair")
def test_dread_corsair_counts_the_weapon_as_it_is_and_not_the_hero() -> None:
    game = duel("warrior").give(ME, "Heroic Strike", "Dread Corsair").play("Heroic Strike")
    assert (game.me.attack, game.me.cost("Dread Corsair")) == (4, 4)
    game.equip(ME, "Light's Justice")
    assert game.me.cost("Dread Corsair") == 3
    game.add_minion(ME, "Spiteful Smith", damage=1)
    assert game.me.cost("Dread Corsair") == 1


@scenario("Dread Corsair")
@scenario("Spiteful Smith")
def test_dread_corsair_gains_nothing_from_a_smith_without_a_weapon() -> None:
    game = duel("warrior").give(ME, "Dread Corsair")
    game.add_minion(ME, "Spiteful Smith", damage=1)
    assert (game.me.weapon, game.me.cost("Dread Corsair")) == (None, 4)


@scenario("Mountain Giant")
def test_mountain_giant_costs_less_for_each_other_card_you_hold() -> None:
    game = duel().give(ME, "Mountain Giant", *["Wisp"] * 8).give(ENEMY, "Mountain Giant")
    assert (game.me.cost("Mountain Giant"), game.enemy.cost("Mountain Giant")) == (4, 12)
    game.play("Wisp")
    assert game.me.cost("Mountain Giant") == 5
    game.play("Mountain Giant")
    assert (game.me.mana, game.me.board[-1].stats) == (5, (8, 8))


@scenario("Mountain Giant")
def test_mountain_giants_count_each_other() -> None:
    game = duel("warlock").give(ME, "Mountain Giant", "Mountain Giant")
    assert [card.cost for card in game.me.cards] == [11, 11]
    game.use_power()
    assert [card.cost for card in game.me.cards] == [10, 10, 0]


@scenario("Molten Giant")
def test_molten_giant_costs_less_for_each_damage_on_your_hero() -> None:
    game = duel().set_health(ME, 12).set_health(ENEMY, 1).give(ME, "Molten Giant").give(ENEMY, "Molten Giant")
    assert (game.me.cost("Molten Giant"), game.enemy.cost("Molten Giant")) == (7, 0)
    game.play("Molten Giant")
    assert (game.me.mana, game.me.board[0].stats) == (3, (8, 8))


@scenario("Molten Giant")
def test_molten_giant_costs_more_again_when_the_hero_is_healed_but_armor_does_not_count() -> None:
    game = duel("warrior").set_health(ME, 10).give(ME, "Molten Giant", "Earthen Ring Farseer").use_power()
    assert (game.me.armor, game.me.cost("Molten Giant")) == (2, 5)
    game.play("Earthen Ring Farseer", target="my hero")
    assert game.me.cost("Molten Giant") == 8


@scenario("Molten Giant")
@scenario("Mana Wraith")
def test_molten_giant_reckons_with_hellfire_and_mana_wraith() -> None:
    game = duel("warlock").set_health(ME, 11).give(ME, "Molten Giant", "Hellfire")
    wraith = game.add_minion(ENEMY, "Mana Wraith")
    assert game.me.cost("Molten Giant") == 25 - 19 + 1
    game.play("Hellfire")
    assert not wraith.in_play
    assert (game.me.health, game.me.cost("Molten Giant")) == (8, 25 - 22)
    game.play("Molten Giant")
    assert game.me.mana == 10 - 4 - 3
