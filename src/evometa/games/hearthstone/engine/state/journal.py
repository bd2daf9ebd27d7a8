"""The journal: what happened during an action, for readable logs and for statistics. Searches keep none."""

from evometa.games.compiled.compiling import compiled, inlined
from evometa.games.hearthstone.engine.state.records import MAX_JOURNAL, Record
from evometa.games.hearthstone.engine.state.stack import PROGRAM, stop
from evometa.games.sizes import MAX_DECK

(
    J_TURN,
    J_DRAW,
    J_BURN,
    J_FATIGUE,
    J_PLAY,
    J_POWER,
    J_ATTACK,
    J_SUMMON,
    J_DAMAGE,
    J_SHIELD,
    J_HEAL,
    J_DEATH,
    J_TRIGGER,
    J_SECRET,
    J_ADD,
    J_DISCARD,
    J_EQUIP,
    J_WEAPON_GONE,
    J_ARMOR,
    J_CHANGE,
    J_SET,
    J_FREEZE,
    J_SILENCE,
    J_DESTROY,
    J_RETURN,
    J_CONTROL,
    J_TRANSFORM,
    J_MANA,
    J_COUNTER,
    J_REDIRECT,
    J_LOOK,
    J_CHOOSE,
    J_HERO,
    J_OVER,
    J_GIVE,  # gives keywords; if `other` is 1, for this turn only
    J_TAKE,
    J_CHANGE_TURN,
    J_WEAPON_CHANGE,
    J_NEW_POWER,
    J_SECRET_GONE,
    J_ATTACH,
    J_SWAP,
    J_DISCOVER,  # lays cards open, of which one is chosen
    J_SHUFFLE,  # a card into a deck
) = range(44)
PRINTABLE = 0x7FFF  # the keywords that a card can print; a journal entry has room for these
MOST = 0x7FFF  # that a number of an entry can hold


# The last places are for what a result counts and a story cannot do without: no more happens of it in one action.
KEPT_PLACES = 2 * MAX_DECK + 8


@compiled
def _write_entry(g: Record, kind: int, player: int, ref: int, card: int, other: int, amount: int) -> None:
    """Write an entry. Of an action in which hundreds of things happen, only what is needed is told to the end."""
    if g.n_journal >= MAX_JOURNAL - KEPT_PLACES:
        if not (kind == J_TURN or kind == J_DRAW or kind == J_PLAY or kind == J_OVER):
            return
        if g.n_journal >= MAX_JOURNAL:
            stop(g)
            return
    entry = g.journal[g.n_journal]
    entry.kind = kind
    entry.player = player
    entry.ref = ref
    entry.card = card
    entry.other = max(-MOST, min(MOST, other))
    entry.amount = max(-MOST, min(MOST, amount))
    entry.by = 0
    entry.by_player = player
    if g.n_frames > 0:
        f = g.frames[g.n_frames - 1]
        if f.kind == PROGRAM:
            entry.by = f.card
            entry.by_player = f.controller
    g.n_journal += 1


@inlined
def note(g: Record, kind: int, player: int, ref: int, card: int, other: int, amount: int) -> None:
    """Write an entry if the journal is on."""
    if g.journaling:
        _write_entry(g, kind, player, ref, card, other, amount)
