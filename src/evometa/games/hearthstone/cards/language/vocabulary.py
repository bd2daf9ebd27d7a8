"""The words of the card language: the one closed list that the loader, the text and the reference page share.

Every word stands here with its code and a meaning for people. A word that is not here does not exist; a new word
stands here, its code in `codes.py`, and its rule in the engine. What a step can do is said in `verbs.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from evometa.games.hearthstone.cards.language import codes as c


@dataclass(frozen=True, slots=True)
class Word:
    """A word or fixed phrase, the code that it compiles to, and what it means."""

    word: str
    code: int
    meaning: str


Words = Mapping[str, Word]


def number_words(meaning: str, names: Iterable[str]) -> Words:
    """Words whose codes are their places, from 1 on."""
    return {name: Word(name, code, meaning) for code, name in enumerate(names, start=1)}


def _words(*entries: tuple[str, int, str]) -> Words:
    return {word: Word(word, code, meaning) for word, code, meaning in entries}


# --- what a card is ----------------------------------------------------------------------------------------------
TYPES = _words(
    ("minion", c.MINION, "a character on the board"),
    ("spell", c.SPELL, "an effect, or a secret that waits for its event"),
    ("weapon", c.WEAPON, "what a hero attacks with"),
    ("hero", c.HERO, "the character that a player is"),
    ("hero_power", c.POWER, "what a hero may use once each turn"),
)
RARITIES = _words(
    ("invalid", 0, "has none: a card that only other cards make"),
    ("free", 1, "everyone owns it"),
    ("common", 2, "a rarity"),
    ("rare", 3, "a rarity"),
    ("epic", 4, "a rarity"),
    ("legendary", 5, "a rarity: a deck holds fewer copies"),
)

# --- keywords ----------------------------------------------------------------------------------------------------
KEYWORDS = _words(
    ("taunt", c.TAUNT, "enemies must attack it before anything without taunt"),
    ("charge", c.CHARGE, "can attack in the turn in which it enters"),
    ("divine shield", c.DIVINE_SHIELD, "ignores the first damage, and is then lost"),
    ("windfury", c.WINDFURY, "can attack twice each turn"),
    ("stealth", c.STEALTH, "enemies cannot attack or choose it until it attacks"),
    ("poisonous", c.POISONOUS, "destroys any minion that it damages"),
    ("freezes", c.FREEZES, "freezes any character that it damages"),
    ("cannot attack", c.CANT_ATTACK, "never attacks"),
    ("elusive", c.ELUSIVE, "cannot be chosen by spells and hero powers"),
    ("immune", c.IMMUNE, "takes no damage, and enemies cannot choose or attack it"),
    ("cannot attack heroes", c.CANT_ATTACK_HEROES, "attacks minions only"),
    ("stays alive", c.STAYS_ALIVE, "its health cannot fall below 1"),
    ("attack is health", c.ATTACK_IS_HEALTH, "its attack is always its health"),
    ("lifesteal", c.LIFESTEAL, "the damage that it deals also heals your hero; of minions, weapons, spells and powers"),
    ("rush", c.RUSH, "can attack minions in the turn in which it enters"),
)
WEAPON_KEYWORDS: Words = {
    **{word: KEYWORDS[word] for word in KEYWORDS if word not in ("lifesteal", "rush")},
    **_words(
        ("lifesteal", c.WEAPON_LIFESTEAL, "the damage that its hero deals by attacking also heals the hero"),
        ("immune while attacking", c.IMMUNE_WHILE_ATTACKING, "of a weapon: its hero takes no damage when it attacks"),
        ("spends attack", c.SPENDS_ATTACK, "of a weapon: attacking a minion costs 1 attack instead of durability"),
    ),
}
KEYWORDS_OF: Mapping[str, Words] = {  # by the type of the card
    "minion": KEYWORDS,
    "weapon": WEAPON_KEYWORDS,
    "spell": {"lifesteal": KEYWORDS["lifesteal"]},
    "hero_power": {"lifesteal": KEYWORDS["lifesteal"]},
}
PRINTED_KEYWORDS = {**KEYWORDS, **WEAPON_KEYWORDS}  # all words, for those who want only these
# Statuses are no printed keywords, but effects give them and filters look for them.
STATUSES = _words(
    ("frozen", c.FROZEN, "in filters: misses its next attack"),
    ("dies at end of turn", c.DIES_AT_END, "in `give`: is destroyed when the turn ends"),
)
GIVEN = {**KEYWORDS, "dies at end of turn": STATUSES["dies at end of turn"]}

# --- filters -----------------------------------------------------------------------------------------------------
SIDES = _words(("friendly", c.FRIENDLY, "yours"), ("enemy", c.ENEMY, "your opponent's"))
STATES = _words(("damaged", c.DAMAGED, "below its maximum health"), ("undamaged", c.UNDAMAGED, "at its maximum health"))
KINDS = _words(
    ("character", c.CHARACTERS, "a minion or a hero"),
    ("minion", c.MINIONS, "a minion in play"),
    ("hero", c.HEROES, "a hero"),
)
PLURALS = {"character": "characters", "minion": "minions", "hero": "heroes", "enemy": "enemies"}

# --- selectors ---------------------------------------------------------------------------------------------------
FIXED_SELECTORS = _words(
    ("this", c.PICK_THIS, "the minion or hero whose effect it is"),
    ("target", c.PICK_TARGET, "the character that `any` chose earlier in the same effect"),
    ("it", c.PICK_IT, "the subject of the event"),
    ("attacked", c.PICK_OTHER, "the other party of the event: what the subject attacks"),
    ("your hero", c.PICK_ALL, "your hero"),
    ("the enemy hero", c.PICK_ALL, "your opponent's hero"),
    ("adjacent minions", c.PICK_ADJACENT, "the minions next to this one"),
    ("minions next to the target", c.PICK_NEXT_TO_TARGET, "the minions next to the chosen one"),
    ("summoned minion", c.PICK_SUMMONED, "the minion that an earlier step of the same effect summoned"),
)
EXCEPTIONS = _words(
    ("the target", c.LEAVES_OUT_TARGET, "the character that `any` chose"),
    ("both parties", c.LEAVES_OUT_PARTIES, "attacker and attacked, in an event about an attack"),
)
QUANTIFIERS = _words(
    ("any", c.PICK_TARGET, "one, chosen by the player: the effect's target (at most one in an effect)"),
    ("all", c.PICK_ALL, "every one"),
    ("all but one", c.PICK_ALL_BUT_ONE, "every one but one at random"),
    ("random", c.PICK_RANDOM, "one at random"),
    ("two random", c.PICK_RANDOM, "two different ones at random"),
    ("three random", c.PICK_RANDOM, "three different ones at random"),
)
RANDOM_COUNTS = {"random": 1, "two random": 2, "three random": 3}

# --- players, times, kinds of cards ------------------------------------------------------------------------------
PLAYERS = _words(
    ("you", c.YOU, "the player whose card it is"),
    ("opponent", c.OPPONENT, "the other one"),
    ("each player", c.BOTH, "both"),
    ("other player", c.OTHER_PLAYER, "not the player of the event"),
)
UNTIL = _words(
    ("end of turn", 1, "it ends with this turn"),
    ("your next turn", 2, "only of stealth: it ends when your next turn starts"),
)
CARD_KINDS = _words(
    ("card", c.CARD_ANY, "any card"),
    ("minion", c.CARD_MINION, "a minion card"),
    ("spell", c.CARD_SPELL, "a spell card"),
    ("weapon", c.CARD_WEAPON, "a weapon card"),
    ("secret", c.CARD_SECRET, "a secret"),
)
CARD_OWNERS = _words(
    ("your", c.YOU, "those in your hand"),
    ("your opponent's", c.OPPONENT, "those in your opponent's hand"),
    ("all", c.BOTH, "those in both hands"),
)

# --- events ------------------------------------------------------------------------------------------------------
TURN_EVENTS = _words(
    ("starts", c.ON_TURN_START, "a turn starts: 'your turn starts'"),
    ("ends", c.ON_TURN_END, "a turn ends: 'a turn ends'"),
)
TURN_OWNERS = _words(
    ("your turn", c.YOU, "your own turns"),
    ("your opponent's turn", c.OPPONENT, "your opponent's turns"),
    ("a turn", c.BOTH, "every turn"),
)
SUBJECT_EVENTS = _words(
    ("is summoned", c.ON_SUMMON, "as the minion enters"),
    ("dies", c.ON_DEATH, "it died"),
    ("takes damage", c.ON_DAMAGE, "it lost health or armor"),
    ("is healed", c.ON_HEAL, "it regained health"),
    ("attacks", c.ON_ATTACK, "an attack is declared; the subject attacks"),
    ("is attacked", c.ON_ATTACK, "an attack is declared; the subject is what is attacked"),
    ("attacks ...", c.ON_ATTACK, "an attack on somebody, as in 'a minion attacks your hero'; the subject attacks"),
)
AFTER_SUBJECT_EVENTS = _words(
    ("is summoned", c.ON_AFTER_SUMMON, "'after ... is summoned': once it is in play"),
    ("attacks", c.ON_AFTER_ATTACK, "'after ... attacks': once the attack is over"),
)
PLAYER_EVENTS = _words(
    ("cast a spell", c.ON_CAST, "before the spell takes effect"),
    ("cast a spell on a minion", c.ON_SPELL_TARGET, "before it; 'it' is the minion"),
    ("play a card", c.ON_PLAY_CARD, "any card"),
    ("play a card with overload", c.ON_PLAY_CARD, "a card that overloads"),
    ("play a secret", c.ON_PLAY_CARD, "a secret"),
    ("play a weapon", c.ON_PLAY_CARD, "a weapon"),
    ("play a minion", c.ON_AFTER_PLAY, "after the minion's battlecry; 'it' is the minion"),
)
PLAYER_EVENT_CARDS = {
    "cast a spell": c.CARD_SPELL,
    "cast a spell on a minion": c.CARD_SPELL,
    "play a card": c.CARD_ANY,
    "play a card with overload": c.CARD_OVERLOAD,
    "play a secret": c.CARD_SECRET,
    "play a weapon": c.CARD_WEAPON,
    "play a minion": c.CARD_MINION,
}
AFTER_PLAYER_EVENTS = _words(
    ("cast a spell", c.ON_AFTER_CAST, "'after you cast a spell': once it took effect"),
    ("summon a minion", c.ON_AFTER_SUMMON, "'after you summon a minion': any but the one that listens"),
    ("use your hero power", c.ON_AFTER_POWER, "'after you use your hero power': once it took effect"),
)
EVENT_PLAYERS = _words(
    ("you", c.YOU, "you"), ("your opponent", c.OPPONENT, "your opponent"), ("a player", c.BOTH, "either")
)
OTHER_EVENTS = _words(
    ("a secret is played", c.ON_PLAY_CARD, "by either player"),
    ("a friendly secret is revealed", c.ON_REVEAL, "yours"),
    ("an enemy secret is revealed", c.ON_REVEAL, "your opponent's"),
    ("a secret is revealed", c.ON_REVEAL, "of either player"),
    ("your hero takes fatal damage", c.ON_FATAL, "it would die of it; the damage is prevented"),
)

# --- conditions --------------------------------------------------------------------------------------------------
CONDITIONS = _words(
    ("combo", c.IF_COMBO, "you played another card before this turn"),
    ("the target died", c.IF_TARGET_DIED, "the chosen character is dead, or about to die"),
    ("the target survived", c.IF_TARGET_SURVIVED, "the chosen character lives"),
    ("you have a weapon", c.IF_WEAPON, "your hero holds a weapon"),
    ("your hero has little health", c.IF_HERO_HEALTH, "at most `at_most` health"),
    ("chance", c.IF_CHANCE, "with `percent` percent"),
    ("you control a secret", c.IF_SECRET, "one of your secrets waits"),
    ("this is damaged", c.IF_DAMAGED, "this minion is below its maximum health"),
    ("you have played no minion this turn", c.IF_NO_MINION_PLAYED, "since the turn started"),
    ("this is new", c.IF_NEW, "this minion came into play since its player's last turn started"),
)
CONDITION_PATTERNS = _words(
    ("you control ...", c.IF_COUNT, "a filter after it, as in 'you control a beast'; at least `at_least` (1) match"),
    ("your opponent has ...", c.IF_COUNT, "the same for enemies, as in 'your opponent has minions'"),
    ("there are ...", c.IF_COUNT, "the same for any filter, as in 'there are enemy minions'"),
    (
        "the target is ...",
        c.IF_TARGET,
        "a filter or a state, as in 'the target is a friendly demon', 'the target is frozen'",
    ),
    ("your hero power is ...", c.IF_POWER_IS, "a card's name after it"),
)
AURA_CONDITIONS = (
    "you have a weapon",
    "this is damaged",
    "you control a secret",
    "you have played no minion this turn",
    "this is new",
)

# --- quantities --------------------------------------------------------------------------------------------------
QUANTITIES = _words(
    ("its attack", c.PER_ITS_ATTACK, "of the character that is being changed"),
    ("its health", c.PER_ITS_HEALTH, "of the character that is being changed"),
    ("damage on it", c.PER_ITS_DAMAGE, "of the character that is being changed"),
    ("attack of the target", c.PER_TARGET_ATTACK, "of the chosen character"),
    ("health of the target", c.PER_TARGET_HEALTH, "of the chosen character"),
    ("attack of your hero", c.PER_HERO_ATTACK, "with its weapon"),
    ("damage on your hero", c.PER_HERO_DAMAGE, "health that it has lost"),
    ("armor", c.PER_ARMOR, "of your hero"),
    ("attack of your weapon", c.PER_WEAPON_ATTACK, "0 without one"),
    ("durability of the enemy weapon", c.PER_ENEMY_DURABILITY, "0 without one"),
    ("card in your hand", c.PER_HAND_CARD, "cards that you hold"),
    ("other card in your hand", c.PER_HAND_CARD, "cards that you hold, but for this one"),
    ("card played before this turn", c.PER_CARD_PLAYED, "cards that you played before this one, this turn"),
    ("card your opponent holds more", c.PER_CARD_BEHIND, "how many more cards your opponent holds than you"),
    ("cost of the drawn card", c.PER_DRAWN_COST, "of the card that the effect drew last"),
    ("character affected", c.PER_AFFECTED, "characters that the step before changed"),
    ("attack of adjacent minions", c.PER_ADJACENT_ATTACK, "the sum of both neighbours"),
    ("health of adjacent minions", c.PER_ADJACENT_HEALTH, "the sum of both neighbours"),
    ("damage dealt", c.PER_EVENT_AMOUNT, "the damage or healing of the event"),
    ("free space on your board", c.PER_FREE_SPACE, "minions that still fit"),
)
QUANTITY_PATTERNS = _words(
    ("... in your hand", c.PER_HAND_KIND, "a kind of card or a tribe: 'spell in your hand', 'beast in your hand'"),
    ("other ... in your hand", c.PER_HAND_KIND, "the same without this card: 'other minion in your hand'"),
)

# --- what a card asks for before it can be played ----------------------------------------------------------------
NEEDS = _words(
    ("a weapon", c.NEEDS_WEAPON, "your hero holds one"),
    ("board space", c.NEEDS_SPACE, "a minion still fits; implied where a spell or hero power first summons for you"),
    ("a totem you lack", c.NEEDS_NEW_TOTEM, "one of the summoned cards is not on your board, and a minion still fits"),
)

# --- rules that an aura changes ----------------------------------------------------------------------------------
AURA_RULES = _words(
    ("healing hurts", c.AURA_HEALING_HURTS, "your healing deals that much damage instead"),
    ("double spells and power", c.AURA_DOUBLE, "your spells and hero power do double damage and healing"),
)
