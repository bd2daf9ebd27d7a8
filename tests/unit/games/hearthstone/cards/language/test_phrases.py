"""Phrases: what selectors, events, conditions and quantities mean, and what is said about those that mean nothing."""

import pytest

from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language.filters import (
    ANY_MINION,
    ANYBODY,
    ENEMY_HERO,
    THIS_MINION,
    YOUR_HERO,
    Filter,
    parse_filter,
)
from evometa.games.hearthstone.cards.language.phrases import (
    Condition,
    Event,
    PoolQuery,
    Quantity,
    Selection,
    parse_card_kind,
    parse_condition,
    parse_event,
    parse_pool,
    parse_quantity,
    parse_selection,
)
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.input.errors import PhraseError

ENEMY_MINION = Filter(sides=c.ENEMY, kinds=c.MINIONS)
FRIENDLY_MINION = Filter(sides=c.FRIENDLY, kinds=c.MINIONS)
LEXICON = HEARTHSTONE.lexicon
BEAST, DEMON, MAGE = LEXICON.tribes["beast"].code, LEXICON.tribes["demon"].code, LEXICON.classes["mage"].code
FRIENDLY_BEAST = Filter(sides=c.FRIENDLY, kinds=c.MINIONS, race=BEAST)
OTHER_FRIENDLY_MINION = Filter(sides=c.FRIENDLY, kinds=c.MINIONS, other=1)


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("minion", ANY_MINION),
        ("characters", ANYBODY),
        ("enemies", Filter(sides=c.ENEMY, kinds=c.CHARACTERS)),
        ("friendly beasts", FRIENDLY_BEAST),
        ("other friendly minion", OTHER_FRIENDLY_MINION),
        ("damaged enemy minion", Filter(sides=c.ENEMY, kinds=c.MINIONS, state=c.DAMAGED)),
        ("enemy taunt minion", Filter(sides=c.ENEMY, kinds=c.MINIONS, keywords=c.TAUNT)),
        ("divine shield minions", Filter(sides=c.EITHER, kinds=c.MINIONS, keywords=c.DIVINE_SHIELD)),
        ("frozen character", Filter(sides=c.EITHER, kinds=c.CHARACTERS, keywords=c.FROZEN)),
    ],
)
def test_filter(phrase: str, expected: Filter) -> None:
    assert parse_filter(phrase) == expected


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("this", Selection(c.PICK_THIS, ANYBODY)),
        ("target", Selection(c.PICK_TARGET, ANYBODY)),
        ("it", Selection(c.PICK_IT, ANYBODY)),
        ("attacked", Selection(c.PICK_OTHER, ANYBODY)),
        ("your hero", Selection(c.PICK_ALL, YOUR_HERO)),
        ("the enemy hero", Selection(c.PICK_ALL, ENEMY_HERO)),
        ("adjacent minions", Selection(c.PICK_ADJACENT, ANY_MINION)),
        ("minions next to the target", Selection(c.PICK_NEXT_TO_TARGET, ANY_MINION)),
        ("any character", Selection(c.PICK_TARGET, ANYBODY, is_chosen=True)),
        ("all enemy minions", Selection(c.PICK_ALL, ENEMY_MINION)),
        ("random enemy minion", Selection(c.PICK_RANDOM, ENEMY_MINION)),
        ("two random enemy minions", Selection(c.PICK_RANDOM, ENEMY_MINION, count=2)),
        ("all but one minion", Selection(c.PICK_ALL_BUT_ONE, ANY_MINION)),
        ("all minions except the target", Selection(c.PICK_ALL, ANY_MINION, leaves_out=c.LEAVES_OUT_TARGET)),
        ("random character except both parties", Selection(c.PICK_RANDOM, ANYBODY, leaves_out=c.LEAVES_OUT_PARTIES)),
        ("all characters except Ysera", Selection(c.PICK_ALL, ANYBODY, not_card="Ysera")),
    ],
)
def test_selection(phrase: str, expected: Selection) -> None:
    assert parse_selection(phrase) == expected


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("your turn starts", Event(c.ON_TURN_START, whose=c.YOU)),
        ("a turn ends", Event(c.ON_TURN_END, whose=c.BOTH)),
        ("a friendly beast is summoned", Event(c.ON_SUMMON, FRIENDLY_BEAST)),
        ("after another friendly minion is summoned", Event(c.ON_AFTER_SUMMON, OTHER_FRIENDLY_MINION)),
        ("after you summon a minion", Event(c.ON_AFTER_SUMMON, OTHER_FRIENDLY_MINION, c.YOU)),
        ("another friendly minion dies", Event(c.ON_DEATH, OTHER_FRIENDLY_MINION)),
        ("this takes damage", Event(c.ON_DAMAGE, THIS_MINION)),
        ("a character is healed", Event(c.ON_HEAL, ANYBODY)),
        ("your hero attacks", Event(c.ON_ATTACK, YOUR_HERO)),
        ("after your hero attacks", Event(c.ON_AFTER_ATTACK, YOUR_HERO)),
        ("a friendly minion is attacked", Event(c.ON_ATTACK, ANYBODY, whom=FRIENDLY_MINION)),
        ("a minion attacks your hero", Event(c.ON_ATTACK, ANY_MINION, whom=YOUR_HERO)),
        ("you cast a spell", Event(c.ON_CAST, whose=c.YOU, cards=c.CARD_SPELL)),
        ("a player casts a spell", Event(c.ON_CAST, whose=c.BOTH, cards=c.CARD_SPELL)),
        ("after you cast a spell", Event(c.ON_AFTER_CAST, whose=c.YOU, cards=c.CARD_SPELL)),
        ("you play a card", Event(c.ON_PLAY_CARD, whose=c.YOU, cards=c.CARD_ANY)),
        ("you play a card with overload", Event(c.ON_PLAY_CARD, whose=c.YOU, cards=c.CARD_OVERLOAD)),
        ("a secret is played", Event(c.ON_PLAY_CARD, whose=c.BOTH, cards=c.CARD_SECRET)),
        ("your opponent plays a minion", Event(c.ON_AFTER_PLAY, ENEMY_MINION, c.OPPONENT, c.CARD_MINION)),
        ("a friendly secret is revealed", Event(c.ON_REVEAL, whose=c.YOU, cards=c.CARD_SECRET)),
        ("your hero takes fatal damage", Event(c.ON_FATAL, YOUR_HERO, c.YOU)),
        (
            "your opponent casts a spell on a minion",
            Event(c.ON_SPELL_TARGET, ANY_MINION, c.OPPONENT, c.CARD_SPELL),
        ),
    ],
)
def test_event(phrase: str, expected: Event) -> None:
    assert parse_event(phrase) == expected


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("combo", Condition(c.IF_COMBO)),
        ("you control a beast", Condition(c.IF_COUNT, FRIENDLY_BEAST)),
        ("you control another minion", Condition(c.IF_COUNT, OTHER_FRIENDLY_MINION)),
        ("your opponent has minions", Condition(c.IF_COUNT, ENEMY_MINION)),
        ("there are enemy minions", Condition(c.IF_COUNT, ENEMY_MINION)),
        ("the target is a friendly beast", Condition(c.IF_TARGET, FRIENDLY_BEAST)),
        ("the target is frozen", Condition(c.IF_TARGET, parse_filter("frozen character"))),
        ("your hero power is Mind Spike", Condition(c.IF_POWER_IS, card="Mind Spike")),
        ("you control a secret", Condition(c.IF_SECRET)),
    ],
)
def test_condition(phrase: str, expected: Condition) -> None:
    assert parse_condition(phrase) == expected


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("other friendly minion", Quantity(c.PER_CHARACTER, OTHER_FRIENDLY_MINION)),
        ("damage on it", Quantity(c.PER_ITS_DAMAGE)),
        ("card in your hand", Quantity(c.PER_HAND_CARD)),
        ("other card in your hand", Quantity(c.PER_HAND_CARD, Filter(other=1))),
        ("damage dealt", Quantity(c.PER_EVENT_AMOUNT)),
    ],
)
def test_quantity(phrase: str, expected: Quantity) -> None:
    assert parse_quantity(phrase) == expected


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("random demon", PoolQuery(race=DEMON)),
        ("random mage spell", PoolQuery(klass=MAGE, type=c.SPELL)),
        ("random legendary minion", PoolQuery(rarity=5, type=c.MINION)),
        ("random card of another class", PoolQuery(another_class=True)),
    ],
)
def test_pool(phrase: str, expected: PoolQuery) -> None:
    assert parse_pool(phrase) == expected


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("your spells", (c.YOU, c.CARD_SPELL)),
        ("all minions", (c.BOTH, c.CARD_MINION)),
        ("your opponent's cards", (c.OPPONENT, c.CARD_ANY)),
    ],
)
def test_card_kind(phrase: str, expected: tuple[int, int]) -> None:
    assert parse_card_kind(phrase) == expected


@pytest.mark.parametrize(
    ("parse", "phrase", "parts"),
    [
        (parse_filter, "frendly minion", ["'frendly'", "did you mean 'friendly'"]),
        (parse_filter, "friendly minon", ["'minon'", "did you mean 'minion'"]),
        (parse_filter, "friendly enemy minion", ["'enemy'", "contradicts"]),
        (parse_filter, "damaged damaged minion", ["'damaged'", "repeats"]),
        (parse_filter, "", ["needs a noun"]),
        (parse_selection, "adjacent minion", ["unknown selector", "adjacent minions"]),
        (parse_selection, "every minion", ["unknown selector 'every minion'", "allowed", "all"]),
        (parse_event, "your turn end", ["unknown event 'your turn end'", "did you mean 'your turn ends'"]),
        (parse_event, "some minion dies", ["unknown subject 'some minion'", "another ..."]),
        (parse_condition, "you have weapon", ["unknown condition", "did you mean 'you have a weapon'"]),
        (parse_quantity, "card in you hand", ["unknown quantity", "did you mean 'card in your hand'"]),
        (parse_pool, "random deamon", ["'deamon'", "did you mean 'demon'"]),
        (parse_pool, "random mage priest spell", ["'priest'", "contradicts"]),
        (parse_card_kind, "your spell", ["unknown cards", "did you mean 'your spells'"]),
    ],
)
def test_a_wrong_phrase_names_the_word_and_the_nearest(parse, phrase: str, parts: list[str]) -> None:
    with pytest.raises(PhraseError) as caught:
        parse(phrase)
    for part in parts:
        assert part in str(caught.value)
