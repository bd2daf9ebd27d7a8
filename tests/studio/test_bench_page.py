"""The bench: numbers of cards move, and the metagame answers."""

from pathlib import Path

from nicegui import ui
from nicegui.testing import User
from tests.studio.simulation import press, simulate, texts_of, wait_until

from evometa.games.patches.files import parse_change
from evometa.metagame.changes.what_if import what_if
from evometa.story.contributions import summarise_explanation
from evometa.studio.benches import Bench
from evometa.studio.pages.parts import PlainButton
from evometa.studio.state import Studio

OPEN = "/bench?metagame=paper-small"


async def open_bench(user: User, studio: Studio) -> Bench:
    """A bench with all games before it."""
    known = set(studio.benches._kept._things)
    await user.open(OPEN)
    await wait_until(lambda: len(studio.benches._kept._things) > len(known))
    (key,) = set(studio.benches._kept._things) - known
    bench = studio.benches.find(key)
    await wait_until(
        lambda: bench.measurement.latest is not None and "A typical match-up is" in " ".join(texts_of(user))
    )
    return bench


async def first_answer(bench: Bench) -> None:
    await wait_until(lambda: bench.answer is not None)


def test_a_number_moves_and_the_metagame_answers(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        bench = await open_bench(user, studio)
        press(user, "Raise cost of Consecration")
        press(user, "Raise cost of Consecration")
        await first_answer(bench)
        await wait_until(lambda: "A typical match-up was" in " ".join(texts_of(user)))
        texts = texts_of(user)
        assert "Consecration: cost 4 -> 6" in texts
        assert "M 4, 1 card changed" in texts
        assert "4→6" in texts

    simulate(tmp_path, scenario)


def test_an_answer_is_that_of_what_if(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        bench = await open_bench(user, studio)
        press(user, "Raise cost of Consecration")
        await wait_until(lambda: bench.answer is not None and bench.answer.games >= 100)
        answer = bench.answer
        assert answer is not None
        patch = parse_change("Consecration cost +1", bench.cards)
        expected = what_if(bench.metagame, patch, games=answer.games, seed=studio.settings.seed)
        assert (answer.result.joint == expected.joint).all()

    simulate(tmp_path, scenario)


def test_undo_brings_the_numbers_back_and_redo_the_change(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        bench = await open_bench(user, studio)
        await wait_until(lambda: bench.measurement.is_whole)
        await wait_until(lambda: "2,000 games for each match-up" in texts_of(user))
        before = texts_of(user)
        press(user, "Lower spell damage of Consecration")
        await first_answer(bench)
        await wait_until(lambda: "Consecration: spell damage 2 -> 1" in texts_of(user))
        press(user, "Undo the last change")
        await wait_until(lambda: texts_of(user) == before)
        press(user, "Redo the change")
        await wait_until(lambda: "Consecration: spell damage 2 -> 1" in texts_of(user))

    simulate(tmp_path, scenario)


def test_a_new_change_stops_the_games_of_the_old_one(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        bench = await open_bench(user, studio)
        press(user, "Raise cost of Consecration")
        old = bench.job
        assert old is not None
        press(user, "Raise cost of Consecration")
        await wait_until(lambda: not old.is_running, seconds=5)
        await first_answer(bench)
        assert bench.answer is not None
        assert bench.answer.result.notes == ["Consecration: cost 4 -> 6"]

    simulate(tmp_path, scenario)


def test_two_benches_know_nothing_of_each_other(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        first = await open_bench(user, studio)
        press(user, "Raise cost of Consecration")
        second = await open_bench(user, studio)
        assert not second.patch
        press(user, "Lower cost of Consecration")
        await first_answer(first)
        await first_answer(second)
        assert first.answer is not None
        assert second.answer is not None
        assert first.answer.result.notes == ["Consecration: cost 4 -> 5"]
        assert second.answer.result.notes == ["Consecration: cost 4 -> 3"]

    simulate(tmp_path, scenario)


def test_a_ban_a_limit_a_lock_and_a_keyword(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        bench = await open_bench(user, studio)
        for name in ("Consecration", "Flesheating Ghoul"):
            press(user, f"More about {name}")
        press(user, "Ban Consecration")
        press(user, "Keyword taunt of Flesheating Ghoul")
        press(user, "Lock Flesheating Ghoul")
        await first_answer(bench)
        await wait_until(lambda: "Consecration: banned" in texts_of(user))
        await wait_until(lambda: any(text.startswith("Consecration is banned: Exp2 ") for text in texts_of(user)))
        assert "Flesheating Ghoul: gains taunt" in texts_of(user)
        assert bench.locked == {bench.cards["Flesheating Ghoul"].id}
        press(user, "Limit Consecration to one copy")
        await wait_until(lambda: "Consecration: limited to one copy" in texts_of(user))
        assert not bench.patch.banned

    simulate(tmp_path, scenario)


def test_a_card_is_offered_the_keywords_that_its_type_can_have(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await open_bench(user, studio)
        for name in ("Consecration", "Eaglehorn Bow"):
            press(user, f"More about {name}")
        with user:
            names = [str(each.props.get("aria-label")) for each in user.find(PlainButton).elements]
        assert [name for name in names if name.startswith("Keyword") and "Consecration" in name] == [
            "Keyword lifesteal of Consecration"
        ]
        assert "Keyword immune while attacking of Eaglehorn Bow" in names

    simulate(tmp_path, scenario)


def test_what_each_change_buys_is_told_to_those_who_ask(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        bench = await open_bench(user, studio)
        press(user, "Raise cost of Consecration")
        press(user, "Raise cost of Flesheating Ghoul")
        await wait_until(lambda: "What does each change buy?" in texts_of(user))
        press(user, "What does each change buy?")
        await wait_until(lambda: bench.explanation is not None)
        explanation = bench.explanation
        assert explanation is not None
        assert {part.card for part in explanation.parts} == {"Consecration", "Flesheating Ghoul"}
        await wait_until(
            lambda: summarise_explanation(explanation) in texts_of(user) or bench.explanation != explanation
        )
        press(user, "Undo the last change")
        assert bench.explanation is None  # it was about another patch

    simulate(tmp_path, scenario)


def test_a_patch_is_saved_into_the_folder_and_loaded_again(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        bench = await open_bench(user, studio)
        press(user, "Raise cost of Consecration")
        with user:
            (name,) = (each for each in user.find(ui.input).elements if each.props.get("label") == "Name of the patch")
            name.set_value("slower")
        press(user, "Save the patch")
        assert '"Consecration" = { cost = 1 }' in (tmp_path / "patches" / "slower.toml").read_text()
        press(user, "Start over: take all changes back")
        assert not bench.patch
        with user:
            (files,) = (each for each in user.find(ui.select).elements if each.props.get("label") == "Load a patch")
            files.set_value("patches/slower.toml")
        await wait_until(lambda: "Consecration: cost 4 -> 5" in texts_of(user))

    simulate(tmp_path, scenario)


def test_a_patch_without_a_change_is_not_saved_and_one_of_the_same_name_is_told(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await open_bench(user, studio)
        with user:
            (name,) = (each for each in user.find(ui.input).elements if each.props.get("label") == "Name of the patch")
            name.set_value("slower")
        press(user, "Save the patch")
        await user.should_see("there is nothing to save")
        assert not (tmp_path / "patches").exists()
        press(user, "Raise cost of Consecration")
        press(user, "Save the patch")
        press(user, "Raise cost of Consecration")
        press(user, "Save the patch")
        await user.should_see("saved as patches/slower.toml, in place of the old one")

    simulate(tmp_path, scenario)


def test_the_end_of_a_number_is_shown_at_its_button(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await open_bench(user, studio)
        for _ in range(8):
            press(user, "Raise cost of Consecration")
        await wait_until(lambda: "4→10" in texts_of(user))
        with user:
            buttons = {
                each.props.get("aria-label"): each.props.get("aria-disabled")
                for each in user.find(PlainButton).elements
            }
        assert buttons["Raise cost of Consecration"] == "true"
        assert buttons["Lower cost of Consecration"] == "false"

    simulate(tmp_path, scenario)


def test_with_read_only_nothing_can_be_saved(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await open_bench(user, studio)
        with user:
            assert not any(each.props.get("label") == "Name of the patch" for each in user.find(ui.input).elements)

    simulate(tmp_path, scenario, read_only=True)


def test_a_bench_that_is_gone_is_told(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/bench?bench=gone")
        await wait_until(lambda: "this bench is no longer there" in " ".join(texts_of(user)))

    simulate(tmp_path, scenario)
