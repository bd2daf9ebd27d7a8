"""The verbs of the card language: what a step can do, and which fields each verb takes."""

from __future__ import annotations

from functools import partial

from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language.grammar import STAT_CHANGES, Field, Value, Verb, to_field

_WHOSE = Field("whose", Value.PLAYER, "whose", "which player (default: 'you')")
_WHICH = Field("whose", Value.ONE_PLAYER, "whose", "which player (default: 'you')")
_FROM_WHOM = Field("whose", Value.PLAYER, "whose", "from which player (default: 'opponent')")
_COUNT = Field("count", Value.NUMBER, "amount", "how many (default: 1)")
_UNTIL = Field("until", Value.UNTIL, "until", "when it ends (default: never)")


def _verb(
    value: Value, slot: str, name: str, op: int, meaning: str, example: str, *fields: Field, **defaults: int
) -> Verb:
    return Verb(op, (Field(name, value, slot),), meaning, example, fields, defaults)


_number = partial(_verb, Value.NUMBER, "amount")  # a verb whose value is its number
_selecting = partial(_verb, Value.SELECTOR, "selection")  # ... is the characters that it is about
_minions = partial(_verb, Value.MINIONS, "selection")  # ... is the minions that it is about
_card = partial(_verb, Value.CARD, "card", amount=1)  # ... is a card
_player = partial(_verb, Value.PLAYER, "whose", amount=c.ALL_OF_IT)  # ... is a player
_flag = partial(_verb, Value.FLAG, "")  # a verb that needs nothing but its name

OP_NOTHING = -1  # of `choose`: no instruction

VERBS: tuple[Verb, ...] = (
    _number(
        "damage",
        c.OP_DAMAGE,
        "deals damage",
        'damage = 2, to = "any character"',
        to_field(),
        Field("up_to", Value.NUMBER, "amount2", "at random from the number to this one"),
        Field("by", Value.DEALER, "by", "whose damage it is, if not this card's: the chosen character's"),
    ),
    _number(
        "missiles",
        c.OP_MISSILES,
        "deals 1 damage that many times, each time to a random one",
        'missiles = 3, to = "all enemy characters"',
        to_field("among whom"),
    ),
    _number("heal", c.OP_HEAL, "restores health", 'heal = 2, to = "your hero"', to_field()),
    Verb(
        c.OP_CHANGE,
        (*STAT_CHANGES, Field("give", Value.KEYWORDS, "keywords", "keywords that it gains")),
        "changes attack, health and keywords; the three may stand together",
        'attack = 1, health = 1, give = "taunt", to = "any minion"',
        (
            to_field(),
            _UNTIL,
            Field("later", Value.FLAG, "argument", "your minions that enter later in the turn get the keywords too"),
        ),
    ),
    Verb(
        c.OP_TAKE,
        (Field("take", Value.KEYWORDS, "keywords", "keywords that it loses"),),
        "takes keywords away",
        'take = "stealth", to = "all minions"',
        (to_field(),),
    ),
    _number("set_attack", c.OP_SET_ATTACK, "sets attack", 'set_attack = 1, to = "any minion"', to_field()),
    _number(
        "set_health",
        c.OP_SET_HEALTH,
        "sets health, of a minion its maximum too",
        'set_health = 1, to = "any minion"',
        to_field(),
    ),
    _selecting("swap_stats", c.OP_SWAP_STATS, "swaps attack and health", 'swap_stats = "any minion"'),
    _selecting("freeze", c.OP_FREEZE, "freezes: it misses its next attack", 'freeze = "all enemy minions"'),
    _minions("silence", c.OP_SILENCE, "takes away all card text and changes", 'silence = "any minion"'),
    _selecting("destroy", c.OP_DESTROY, "destroys", 'destroy = "any minion", attack_at_most = 3'),
    _minions(
        "return",
        c.OP_RETURN,
        "returns it to its owner's hand",
        'return = "any friendly minion", cost = -2',
        Field("cost", Value.CHANGE, "amount", "how much more the card then costs (default: 0)"),
    ),
    _minions("take_control", c.OP_TAKE_CONTROL, "makes it yours", 'take_control = "any enemy minion"', _UNTIL),
    _minions(
        "transform",
        c.OP_TRANSFORM,
        "turns it into another card",
        'transform = "any minion", into = "Sheep"',
        Field("into", Value.CARD, "card", "which card", required=True),
    ),
    _minions(
        "become_copy_of", c.OP_BECOME_COPY, "turns this minion into a copy of that one", 'become_copy_of = "any minion"'
    ),
    _card(
        "summon",
        c.OP_SUMMON,
        "puts minions on the board",
        'summon = "Hyena", count = 2',
        _COUNT,
        _WHICH,
        Field("up_to", Value.NUMBER, "amount2", "at random from the count to this number"),
        Field("missing", Value.FLAG, "argument", "only cards that are not on your board"),
    ),
    _minions("summon_copy_of", c.OP_SUMMON_COPY, "puts a copy of it on your board", 'summon_copy_of = "it"'),
    _selecting(
        "resummon",
        c.OP_RESUMMON,
        "puts the dead minion back on the board",
        'resummon = "it", health = 1',
        Field("health", Value.NUMBER, "amount", "with this much health (default: full)"),
        amount=c.ALL_OF_IT,
    ),
    _number(
        "repeat",
        c.OP_REPEAT,
        "does something several times; not inside another repeat",
        'repeat = 1, for_each = "spell in your hand", do = { damage = 2, to = "random enemy minion" }',
        Field("do", Value.EFFECT, "body", "what happens each time", required=True),
    ),
    _card("equip", c.OP_EQUIP, "equips a weapon", 'equip = "Wicked Knife"', _WHOSE),
    Verb(
        c.OP_CHANGE_WEAPON,
        (
            Field("weapon_attack", Value.CHANGE, "amount", "more attack"),
            Field("durability", Value.CHANGE, "amount2", "more durability"),
        ),
        "changes a hero's weapon; the two may stand together",
        "weapon_attack = 1, durability = 1",
        (_WHOSE,),
    ),
    _player("destroy_weapon", c.OP_DESTROY_WEAPON, "destroys a weapon", 'destroy_weapon = "opponent"'),
    _number(
        "draw",
        c.OP_DRAW,
        "draws cards",
        "draw = 1",
        _WHOSE,
        Field("cost", Value.CHANGE, "amount2", "how much more the drawn cards cost (default: 0)"),
    ),
    Verb(
        c.OP_DRAW_RACE,
        (Field("draw_race", Value.RACE, "race", "of which race"),),
        "draws minions of a race",
        'draw_race = "demon", count = 2',
        (_COUNT, Field("else_add", Value.CARD_NAME, "card", "what is added for each one that is lacking")),
        {"amount": 1},
    ),
    _verb(Value.NUMBER_OR_ALL, "amount", "discard", c.OP_DISCARD, "discards random cards", "discard = 2", _WHOSE),
    _card("add", c.OP_ADD, "adds a card to a hand", 'add = "Bananas", count = 2, whose = "opponent"', _COUNT, _WHOSE),
    Verb(
        c.OP_DISCOVER,
        (Field("discover", Value.DISCOVERY, "card", "which cards"),),
        "shows three different random cards: choose one for your hand; of all classes, if no class is named, those of "
        "your hero's class and neutral ones",
        'discover = "spell"',
    ),
    _card(
        "shuffle",
        c.OP_SHUFFLE,
        "puts cards at random places of a deck",
        'shuffle = "Bananas", count = 2',
        _COUNT,
        _WHOSE,
    ),
    _verb(
        Value.HOLDER,
        "whose",
        "add_copy_of_played",
        c.OP_ADD_PLAYED,
        "adds a copy of the event's card to a hand",
        'add_copy_of_played = "other player"',
    ),
    _number(
        "copy_from_hand",
        c.OP_COPY_FROM_HAND,
        "adds copies of random cards of the opponent's hand to yours",
        "copy_from_hand = 1",
        _FROM_WHOM,
        whose=c.OPPONENT,
    ),
    _number(
        "copy_from_deck",
        c.OP_COPY_FROM_DECK,
        "adds copies of random cards of the opponent's deck to your hand",
        "copy_from_deck = 2",
        _FROM_WHOM,
        whose=c.OPPONENT,
    ),
    Verb(
        c.OP_SUMMON_FROM_DECK,
        (Field("summon_from_deck", Value.MINION, "", "which cards"),),
        "puts a copy of a random minion of the opponent's deck on your board",
        'summon_from_deck = "minion", else_summon = "Shadow of Nothing"',
        (_FROM_WHOM, Field("else_summon", Value.CARD_NAME, "card", "what comes if there is none")),
        {"amount": 1, "whose": c.OPPONENT},
    ),
    _number("gain_mana", c.OP_GAIN_MANA, "gives mana, this turn only", "gain_mana = 1", _WHOSE),
    _verb(
        Value.CHANGE,
        "amount",
        "gain_crystals",
        c.OP_GAIN_CRYSTALS,
        "gives mana crystals; a negative number destroys them",
        "gain_crystals = 1",
        _WHOSE,
        Field("filled", Value.FLAG, "amount2", "they can be used at once"),
        Field("excess", Value.CARD_NAME, "card", "a card for the hand instead, at the limit"),
    ),
    _number("armor", c.OP_ARMOR, "gives armor", "armor = 2", _WHOSE),
    _card("set_power", c.OP_SET_POWER, "replaces the hero power", 'set_power = "Mind Spike"', _WHOSE),
    _card("set_hero", c.OP_SET_HERO, "replaces the hero", 'set_hero = "EX1_323h"', _WHOSE),
    _flag("counter", c.OP_COUNTER, "stops what the event is about", "counter = true"),
    _selecting(
        "redirect_to",
        c.OP_REDIRECT,
        "gives the attack or spell of the event a new target",
        'redirect_to = "random character except both parties"',
    ),
    _player(
        "destroy_secrets",
        c.OP_DESTROY_SECRETS,
        "destroys secrets",
        'destroy_secrets = "opponent"',
        Field("count", Value.NUMBER, "amount", "how many, at random (default: all)"),
    ),
    _number("look_at", c.OP_LOOK, "shows the top cards of your deck: keep one, discard the others", "look_at = 3"),
    Verb(
        c.OP_NEXT_COST,
        (Field("next_cost", Value.CHANGE_OR_FREE, "amount", "how much more, or 'free'"),),
        "your next card of a kind costs more or less, this turn; of the opponent: all of them, until that turn ends",
        'next_cost = -3, of = "spell"',
        (Field("of", Value.CARD_KIND, "cards", "which cards", required=True), _WHOSE),
    ),
    Verb(
        c.OP_ATTACH,
        (Field("attach", Value.ABILITY, "ability", "what it gains"),),
        "gives an ability",
        'attach = { deathrattle = { summon = "Treant" } }, to = "all friendly minions"',
        (to_field(value=Value.MINIONS),),
    ),
    _flag(
        "swap_with_hand",
        c.OP_SWAP_WITH_HAND,
        "swaps this minion with a random one of your hand",
        "swap_with_hand = true",
    ),
    _flag(
        "return_later",
        c.OP_RETURN_LATER,
        "this card comes back to your hand for your next turn: when this one ends",
        "return_later = true",
    ),
    _number(
        "spell_damage",
        c.OP_SPELL_DAMAGE,
        "gives spell damage",
        'spell_damage = 1, to = "adjacent minions"',
        to_field(value=Value.MINIONS),
    ),
    _flag(
        "summon_dead",
        c.OP_SUMMON_DEAD,
        "puts every friendly minion that died this turn on your board",
        "summon_dead = true",
    ),
    _selecting("choose", OP_NOTHING, "only chooses the target, for the steps after it", 'choose = "any enemy minion"'),
)
