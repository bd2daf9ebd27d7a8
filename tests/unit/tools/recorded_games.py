"""A recorder for tests: plays a game with this engine and writes it down as a recorded game."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tools.replay.command import load_table

from evometa.games.hearthstone.engine.kernel import entry
from evometa.games.hearthstone.engine.state.references import player_of, reference, slot_of
from evometa.games.hearthstone.engine.telling.naming import Action
from evometa.games.hearthstone.engine.telling.position import Position

Tree = dict[str, Any]
POWERS = {"CS2_034": "HERO_08bp", "CS2_049": "HERO_02bp"}
TYPES = {"end turn": "end"}
FLAGS = {"taunt": "taunt", "charge": "charge", "stealth": "stealthed", "frozen": "frozen"}


class Recorder:
    """A mage against a shaman, from the first turn on; decks are given by name, top card first."""

    def __init__(self, mage_deck: list[str], shaman_deck: list[str]) -> None:
        self.position = Position.empty(load_table(), ("mage", "shaman"))
        for p, (deck, n) in enumerate(((mage_deck, 3), (shaman_deck, 4))):
            self.position.give(p, *deck[:n]).set_deck(p, deck[n:])
        self.position.stepper.run(entry.START)
        decks = [[self._id(name) for name in deck] for deck in (mage_deck, shaman_deck)]
        seats = [{"hero": hero, "deck": deck} for hero, deck in zip(("HERO_08", "HERO_02"), decks, strict=True)]
        self.lines: list[Tree] = [{"t": "setup", "players": seats, "state": self.state()}]

    def act(self, text: str, *outcomes: int, rng: Iterable[Tree] = ()) -> Recorder:
        """Do the action of a text, with scripted outcomes that are written down as `rng`."""
        actions = self.position.actions()
        legal = {json.dumps(self._tree(action)): self._tree(action) for action in actions}
        action = next(action for action in actions if action.text == text)
        line = {"t": "action", "n": len(self.lines) - 1, "player": self.position.current, "action": self._tree(action)}
        if action.kind == "play" and action.position and self._is_minion(action):
            line["action"]["pos"] = action.position - 1
        self.position.script(*outcomes).do(action).check_script()
        self.lines.append({**line, "legal": list(legal.values()), "rng": list(rng), "state": self.state()})
        return self

    def save(self, folder: Path, name: str = "game_0001") -> Path:
        """Write the game as a file."""
        texts = [json.dumps(line) for line in (*self.lines, {"t": "end"})]
        return write_lines(folder, texts, name)

    # --- actions ------------------------------------------------------------------------------------------------------

    def _is_minion(self, action: Action) -> bool:
        card = self.position.game.players[self.position.current].hand[action.source].card
        return bool(load_table().record.cards[int(card)].type == 1)

    def _tree(self, action: Action) -> Tree:
        current = self.position.current
        me = self.position.game.players[current]
        tree: Tree = {"type": TYPES.get(action.kind, action.kind)}
        if action.kind == "play":
            tree |= {"hand": action.source, "card": load_table().ids[int(me.hand[action.source].card)]}
        elif action.kind == "attack":
            tree |= {
                "src": place(reference(current, action.source)),
                "card": load_table().ids[int(me.board[action.source].card)],
            }
        elif action.kind == "power":
            tree["card"] = POWERS[load_table().ids[int(me.power)]]
        return tree if action.target is None else {**tree, "target": place(action.target)}

    # --- states -------------------------------------------------------------------------------------------------------

    def state(self) -> Tree:
        position = self.position
        return {"turn": position.turn, "cur": position.current, "p": [self._side(p) for p in range(2)]}

    def _side(self, p: int) -> Tree:
        side = self.position.side(p)
        weapon = side.weapon
        return {
            "hero": {**self._character(side.hero, p), "armor": side.armor},
            "power": {"id": POWERS[self._id(side.power)], "cost": side.power_cost, "used": int(side.power_used)},
            "weapon": weapon and {"id": self._id(weapon.name), "atk": weapon.attack, "dur": weapon.durability},
            "mana": {"avail": side.mana, "max": side.crystals, "locked": side.locked, "overload": side.overload},
            "fatigue": side.fatigue,
            "spellpower": int(side.record.spell_damage),
            "combo": bool(side.record.cards_played),
            "deck": [self._id(name) for name in side.deck],
            "hand": [self._held(held) for held in side.cards],
            "field": [{**self._character(m, p), "spellpower": int(m.record.spell_damage)} for m in side.board],
            "secrets": [self._id(name) for name in side.secrets],
            "choice": None,
            "state": self._playstate(p),
        }

    def _playstate(self, p: int) -> str:
        winner = self.position.winner
        return "PLAYING" if winner is None else ("WON" if winner == p else "LOST")

    def _character(self, m: Any, p: int) -> Tree:
        can_attack = p == self.position.current and m.can_attack
        numbers = {"atk": m.attack, "hp": m.health, "max_hp": m.max_health, "attacks": int(m.record.attacks)}
        flags = [FLAGS[word] for word in m.keywords if word in FLAGS]
        status = {"flags": flags, "can_attack": can_attack, "exhausted": m.has("asleep"), "buffs": []}
        return {"id": self._id(m.name), **numbers, **status}

    def _held(self, held: Any) -> Tree:
        card = load_table().record.cards[self.position.stepper.find_card(held.name)]
        stats = {"atk": int(card.attack) + held.attack_change, "hp": int(card.health) + held.health_change}
        return {"id": self._id(held.name), "cost": held.cost, **(stats if card.type == 1 else {})}

    def _id(self, name: str) -> str:
        return load_table().ids[self.position.stepper.find_card(name)]


def place(ref: int) -> str:
    """A character as the recorder names it."""
    return f"p{player_of(ref)}.field.{slot_of(ref) - 1}" if slot_of(ref) else f"p{player_of(ref)}.hero"


def picked(op: str, n: int, *things: Any) -> Tree:
    """A line of random outcomes: card ids, numbers, or pairs of a place and the id there."""
    return {"op": op, "n": n, "picked": [{"ref": t[0], "id": t[1]} if isinstance(t, tuple) else t for t in things]}


def write_lines(folder: Path, lines: Iterable[str], name: str = "game_0001") -> Path:
    """A file of some lines."""
    path = folder / f"{name}.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    return path
