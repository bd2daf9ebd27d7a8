"""The integers that stand for words: what the loader writes into a card table and the engine reads from it.

They are plain constants of a module, because compiled code can see no others. The words themselves, with their meaning
for people, are in `vocabulary.py` and `verbs.py`; the records that hold the numbers are in `cards/compiling/table.py`.
"""

# --- card types ----------------------------------------------------------------------------------------------------
MINION, SPELL, WEAPON, HERO, POWER = 1, 2, 3, 4, 5

# --- keywords: bits of a character's or weapon's keyword fields ----------------------------------------------------
TAUNT = 1 << 0
CHARGE = 1 << 1
DIVINE_SHIELD = 1 << 2
WINDFURY = 1 << 3
STEALTH = 1 << 4
POISONOUS = 1 << 5
FREEZES = 1 << 6  # freezes every character that it damages
CANT_ATTACK = 1 << 7
ELUSIVE = 1 << 8  # cannot be the target of spells and hero powers
IMMUNE = 1 << 9
CANT_ATTACK_HEROES = 1 << 10
STAYS_ALIVE = 1 << 11  # health cannot fall below 1
ATTACK_IS_HEALTH = 1 << 12
LIFESTEAL = 1 << 13  # what it damages heals its player's hero
RUSH = 1 << 14  # can attack minions in the turn in which it enters
# Of weapons alone, whose keyword field is another one.
IMMUNE_WHILE_ATTACKING = 1 << 13  # its hero takes no damage in its own attacks
SPENDS_ATTACK = 1 << 14  # attacking a minion costs attack instead of durability
WEAPON_LIFESTEAL = 1 << 24  # what its hero damages by attacking heals the hero
# Statuses stand in the same fields, but no card prints them.
FROZEN = 1 << 16
SILENCED = 1 << 17
ASLEEP = 1 << 18  # came into play this turn
DOOMED = 1 << 19  # destroyed: leaves at the next death step
STEALTH_ENDS = 1 << 20  # its stealth ends at the start of its controller's turn
GOES_BACK = 1 << 21  # returns to its other player at the end of the turn
DIES_AT_END = 1 << 22  # dies at the end of the turn
SHELTERED = 1 << 23  # of a hero: takes no damage while it attacks, by its weapon

# --- amounts -------------------------------------------------------------------------------------------------------
ALL_OF_IT = -1  # in place of a number: the whole hand, every secret, full health

# --- races and classes ---------------------------------------------------------------------------------------------
NO_RACE, NEUTRAL = 0, 0  # the others are numbered by each game

# --- filters: which characters -------------------------------------------------------------------------------------
FRIENDLY, ENEMY, EITHER = 1, 2, 3  # sides, seen from the controller of the effect
HEROES, MINIONS, CHARACTERS = 1, 2, 3  # kinds
DAMAGED, UNDAMAGED = 1, 2  # states
NO_LIMIT = -1  # of min_attack and max_attack

# --- picks: how an instruction finds its characters ----------------------------------------------------------------
(
    PICK_NONE,
    PICK_THIS,  # the source of the effect
    PICK_TARGET,  # the character that the player chose
    PICK_IT,  # the subject of the event
    PICK_OTHER,  # the event's second party: what the subject attacks
    PICK_ALL,  # every match of the filter
    PICK_RANDOM,  # `count` different random matches
    PICK_ADJACENT,  # next to the source
    PICK_NEXT_TO_TARGET,
    PICK_ALL_BUT_ONE,  # every match but one at random
    PICK_SUMMONED,  # the minion that the effect summoned last
) = range(11)

# --- whom a pick leaves out, beside what its filter says; a positive number is a card -------------------------------
LEAVES_OUT_NOBODY, LEAVES_OUT_TARGET, LEAVES_OUT_PARTIES = 0, -1, -2

# --- whose: the player that an instruction is about (seen from the controller) -------------------------------------
YOU, OPPONENT, BOTH = 1, 2, 3
OTHER_PLAYER = 4  # the one who is not the player of the event

# --- operations of effect programs ---------------------------------------------------------------------------------
(
    OP_END,
    OP_IF,  # go on if the condition holds, else jump
    OP_JUMP,
    OP_DAMAGE,
    OP_MISSILES,  # `amount` times 1 damage, each to a random match above 0 health
    OP_HEAL,
    OP_CHANGE,  # attack += amount, health += amount2, keywords given; lasting or this turn
    OP_TAKE,  # keywords taken away; remembers how many characters lost one
    OP_SET_ATTACK,
    OP_SET_HEALTH,
    OP_SWAP_STATS,
    OP_FREEZE,
    OP_SILENCE,
    OP_DESTROY,
    OP_RETURN,  # to its owner's hand, where it costs `amount` more
    OP_TAKE_CONTROL,
    OP_TRANSFORM,
    OP_BECOME_COPY,  # the source becomes a copy of the picked minion
    OP_SUMMON,
    OP_SUMMON_COPY,  # a copy of each picked minion
    OP_RESUMMON,  # the dead subject comes back with `amount` health, or with all of it if that is 0
    OP_EQUIP,
    OP_CHANGE_WEAPON,
    OP_DESTROY_WEAPON,
    OP_DRAW,
    OP_DRAW_RACE,
    OP_DISCARD,
    OP_ADD,  # a card to a hand
    OP_ADD_PLAYED,  # a copy of the card that the event is about
    OP_COPY_FROM_HAND,
    OP_COPY_FROM_DECK,
    OP_SUMMON_FROM_DECK,  # a copy of a random minion of that deck; `card` if there is none
    OP_GAIN_MANA,  # this turn only
    OP_GAIN_CRYSTALS,  # for good; filled if amount2 is 1
    OP_ARMOR,
    OP_SET_POWER,
    OP_SET_HERO,
    OP_COUNTER,
    OP_REDIRECT,  # the pending attack or spell gets the picked character as its target
    OP_DESTROY_SECRETS,
    OP_LOOK,  # choose one of the top cards, discard the others
    OP_NEXT_COST,  # the next card of the given kinds costs `amount` more, or nothing if amount2 is 1, this turn
    OP_ATTACH,  # a mark: an ability beside the card's own
    OP_SWAP_WITH_HAND,
    OP_RETURN_LATER,  # the card of this effect comes back to hand when the turn ends
    OP_SPELL_DAMAGE,  # grants spell damage
    OP_SUMMON_DEAD,  # every friendly minion that died this turn
    OP_REPEAT,  # what comes before the jump back happens `amount` times
    OP_DISCOVER,  # choose one of three random cards of a pool
    OP_SHUFFLE,  # cards into a deck
) = range(50)

# --- quantities: what an amount is multiplied by (for_each) --------------------------------------------------------
(
    PER_ONE,  # not multiplied
    PER_CHARACTER,  # characters that match `each`
    PER_ITS_ATTACK,  # of the character being affected
    PER_ITS_HEALTH,
    PER_ITS_DAMAGE,
    PER_TARGET_ATTACK,
    PER_TARGET_HEALTH,
    PER_HERO_ATTACK,
    PER_HERO_DAMAGE,
    PER_ARMOR,
    PER_WEAPON_ATTACK,
    PER_ENEMY_DURABILITY,
    PER_HAND_CARD,
    PER_CARD_PLAYED,  # before this one, this turn
    PER_CARD_BEHIND,  # cards that the opponent holds more than you
    PER_DRAWN_COST,
    PER_AFFECTED,  # characters affected by the step before
    PER_ADJACENT_ATTACK,
    PER_ADJACENT_HEALTH,
    PER_EVENT_AMOUNT,  # the damage or healing of the event
    PER_FREE_SPACE,
    PER_HAND_KIND,  # cards in hand; of `each`, `kinds` are CARD_ bits
) = range(22)

# --- conditions ----------------------------------------------------------------------------------------------------
(
    IF_ALWAYS,
    IF_COMBO,
    IF_COUNT,  # at least `argument` characters match `each`
    IF_TARGET,  # the target matches `each`
    IF_TARGET_DIED,
    IF_TARGET_SURVIVED,
    IF_WEAPON,
    IF_HERO_HEALTH,  # your hero has at most `argument` health
    IF_CHANCE,  # with `argument` percent
    IF_SECRET,
    IF_DAMAGED,  # this minion is damaged
    IF_POWER_IS,  # your hero power is the card `argument`
    IF_NO_MINION_PLAYED,  # this turn
    IF_NEW,  # this minion came into play since its player's last turn started
) = range(14)

# --- events that triggers listen to: bit numbers of `listens` ------------------------------------------------------
(
    ON_TURN_START,
    ON_TURN_END,
    ON_SUMMON,  # a minion enters: whenever
    ON_AFTER_SUMMON,
    ON_PLAY_CARD,
    ON_CAST,
    ON_AFTER_CAST,
    ON_AFTER_PLAY,  # a minion was played: secrets
    ON_ATTACK,
    ON_DAMAGE,
    ON_HEAL,
    ON_DEATH,
    ON_REVEAL,  # a secret is revealed
    ON_SPELL_TARGET,  # a spell is cast on a minion
    ON_FATAL,  # a hero would die of damage
) = range(15)
HAS_AURA = 15  # in the same mask: the bit of cards with auras
ON_AFTER_ATTACK = 16
HAS_KEYWORD_AURA = 17  # an aura that gives keywords
HAS_DAMAGE_AURA = 18  # an aura that depends on who is damaged, or has some keyword
HAS_MARK = 19  # of a minion: attached abilities
HAS_FAR_AURA = 20  # an aura that reaches, or counts, the other side too
# Of auras that give attack, health or keywords, to minions or to a weapon:
HAS_SHARED_AURA = 21  # it reaches others than its own minion
HAS_PLACE_AURA = 22  # it reaches neighbours
HAS_WATCHFUL_AURA = 23  # it depends on more than who is there: on a number, on keywords, on the turn ...
# What a trigger hears that is about others than its own minion.
HEARS_ATTACKS_ON_HEROES = 24  # by minions
HEARS_ATTACKS_ON_MINIONS = 25  # by minions
HEARS_DAMAGE_TO_HEROES = 26
HEARS_DAMAGE_TO_MINIONS = 27
ON_AFTER_POWER = 28  # a hero power was used
HAS_LIFESTEAL = 29  # the minion has it or gives it, or had it once

# --- which cards an event about a card means: bits -----------------------------------------------------------------
CARD_MINION, CARD_SPELL, CARD_WEAPON, CARD_SECRET, CARD_OVERLOAD = 1, 2, 4, 8, 16
CARD_ANY = CARD_MINION | CARD_SPELL | CARD_WEAPON

# --- auras ---------------------------------------------------------------------------------------------------------
AURA_STATS, AURA_COST, AURA_WEAPON, AURA_HEALING_HURTS, AURA_DOUBLE = 1, 2, 3, 4, 5

# --- what a card asks for before it can be played ------------------------------------------------------------------
NEEDS_NOTHING, NEEDS_WEAPON, NEEDS_SPACE, NEEDS_COUNT, NEEDS_NEW_TOTEM = range(5)
NEEDS_NEW_TARGET = 5  # of a secret: there is somebody that it can redirect to

# --- targets -------------------------------------------------------------------------------------------------------
NO_TARGET_RULE, TARGET_REQUIRED, TARGET_IF_ANY = range(3)
