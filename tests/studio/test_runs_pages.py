"""Balance runs in the studio: started, watched, stopped and resumed; and what the pages say of runs in trouble."""

import asyncio
from dataclasses import replace
from pathlib import Path

from nicegui import ui
from nicegui.testing import User
from tests.studio.reading import all_of, choose, fill, pictures, press, words
from tests.studio.simulation import simulate, wait_until
from tests.studio.small_runs import SMALL_BALANCE, add_troubled_runs
from tests.unit.story.made_up_cards import make_tiers_run, make_tune_run
from tests.unit.story.made_up_evolution import make_evolve_run, make_results
from tests.unit.story.made_up_runs import make_balance_run, make_nerfs_run, make_respond_run, make_table_run

from evometa.experiments.balance.work import BALANCE
from evometa.matches.runners import ThreadRunner
from evometa.search.settings import EvolutionSettings
from evometa.show.page.writing import format_report
from evometa.store import create_run
from evometa.story.kind import find_kind
from evometa.studio.pages.parts import LiveChart
from evometa.studio.state import Studio


def findings(folder: Path) -> dict[str, object]:
    """All that a run has found."""
    return BALANCE.read(folder).results.to_json()


def test_a_run_is_started_with_the_form_and_its_front_and_report_are_shown(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/balance")
        await wait_until(lambda: "About" in words(user))
        choose(user, "Search", "nsga2")
        for name, value in (
            ("Patches in a generation", 8),
            ("Generations", 2),
            ("Games per match-up", 4),
            ("Games of the audit", 20),
            ("Games of other players", 0),
        ):
            fill(user, name, value)
        await press(user, "Start the run")
        await wait_until(lambda: studio.runs.carrying("balance-paper-small-1").job is not None)
        await user.open("/runs?run=balance-paper-small-1")
        await wait_until(lambda: "This run is finished." in words(user))
        await wait_until(lambda: "Pareto front" in pictures(user))
        assert "Put it on the bench" in words(user)
        assert "as low as possible: f meta and M; search: nsga2; seed 1." in words(user)
        assert "of their games" in format_report(studio.runs.find("balance-paper-small-1"))
        await user.open("/runs")
        await wait_until(lambda: "finished" in words(user))

    simulate(tmp_path, scenario)


def test_a_run_does_not_need_a_page_and_comes_to_the_same_after_a_stop(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    settings = replace(SMALL_BALANCE, evolution=EvolutionSettings(population=8, generations=60))
    BALANCE.start(plain, settings, ThreadRunner(1))

    async def scenario(user: User, studio: Studio) -> None:
        name = studio.runs.start_balance(settings, "paper-small")
        run = studio.runs.carrying(name)
        await wait_until(lambda: run.progress is not None and run.progress.step >= 2)
        await user.open(f"/runs?run={name}")
        await wait_until(lambda: "This run is in progress." in words(user))
        await press(user, "Stop the run")
        await wait_until(lambda: not run.is_running)
        await wait_until(lambda: "This run was interrupted." in words(user))
        await press(user, "Resume the run")
        await wait_until(lambda: "This run is finished." in words(user))
        assert findings(studio.runs.find(name)) == findings(plain)

    simulate(tmp_path, scenario)


def test_a_point_of_the_front_goes_to_the_bench(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        name = studio.runs.start_balance(SMALL_BALANCE, "paper-small")
        await wait_until(lambda: not studio.runs.carrying(name).is_running)
        await user.open(f"/runs?run={name}")
        await wait_until(lambda: "Put it on the bench" in words(user))
        await press(user, "Put it on the bench")
        await wait_until(lambda: any(bench.patch for bench in studio.benches._kept._things.values()))

    simulate(tmp_path, scenario)


def test_empty_unfinished_and_damaged_runs_say_what_is_the_matter(tmp_path: Path) -> None:
    add_troubled_runs(tmp_path / "runs")

    async def scenario(user: User, studio: Studio) -> None:
        for name, told in (
            ("bare", "This folder is empty"),
            ("begun", "nothing is finished yet"),
            ("broken", "damaged"),
            ("gone", "there is no runs/gone in the folder of the studio"),
            ("../../secret", "is not inside the folder of the studio"),
        ):
            await user.open(f"/runs?run={name}")
            await wait_until(lambda told=told: told in words(user))  # type: ignore[misc]
        await user.open("/runs")
        await wait_until(lambda: all(state in words(user) for state in ("empty", "interrupted", "damaged")))

    simulate(tmp_path, scenario)


def test_a_run_that_cannot_go_on_says_why(tmp_path: Path) -> None:
    add_troubled_runs(tmp_path / "runs")

    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/runs?run=lost")
        await wait_until(lambda: "interrupted" in words(user))
        await press(user, "Resume the run")
        await wait_until(lambda: "This run stopped because something went wrong." in words(user))
        assert "there is no metagame file" in words(user)

    simulate(tmp_path, scenario)


def test_a_mistake_in_the_form_is_told_before_anything_starts(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/balance")
        await wait_until(lambda: "About" in words(user))
        choose(user, "Search", "nsga2")
        for name, wrong, told in (
            ("Games per match-up", 5, "Games per match-up: found 5; allowed: an even number from 2 on"),
            ("Largest change of a number", 11, "At most this far: found 11; allowed: a whole number from 1 to 10"),
            ("Most cards that change", 1.5, "At most this many cards: found 1.5; allowed: a whole number from 1 to 67"),
            ("Seed", "one", "found 'one' for the seed"),
        ):
            fill(user, name, wrong)
            await wait_until(lambda told=told: told in words(user))  # type: ignore[misc]
            assert "About" not in words(user)
            await press(user, "Start the run")
            fill(user, name, "1" if name == "Seed" else None)
            await wait_until(lambda: "About" in words(user))
        assert not (tmp_path / "runs").exists()

    simulate(tmp_path, scenario)


def test_a_double_click_starts_one_run(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/balance")
        await wait_until(lambda: "About" in words(user))
        await asyncio.gather(press(user, "Start the run"), press(user, "Start the run"))
        await wait_until(lambda: studio.runs.carrying("balance-paper-small-1").job is not None)
        assert len(list((tmp_path / "runs").iterdir())) == 1

    simulate(tmp_path, scenario)


def test_rows_of_the_list_stay_while_a_run_goes_on(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        name = studio.runs.start_balance(
            replace(SMALL_BALANCE, evolution=EvolutionSettings(population=8, generations=200)), "paper-small"
        )
        await wait_until(lambda: studio.runs.carrying(name).progress is not None)
        await user.open("/runs")
        await wait_until(lambda: "running" in words(user))
        told, links = words(user), list(all_of(user, ui.link))
        await wait_until(lambda: words(user) != told)
        assert list(all_of(user, ui.link)) == links  # so that who has come there by keyboard stays there
        studio.runs.stop(name)

    simulate(tmp_path, scenario)


def test_runs_of_every_kind_are_listed_with_what_they_found(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    made = {
        "balance": make_balance_run(runs / "balance"),
        "nerfs": make_nerfs_run(runs / "nerfs"),
        "respond": make_respond_run(runs / "respond"),
        "evolve": make_evolve_run(runs / "evolve"),
        "table": make_table_run(runs / "table"),
        "tiers": make_tiers_run(runs / "tiers"),
        "tune": make_tune_run(runs / "tune"),
    }
    found = {kind: find_kind(folder).story.best(find_kind(folder).read(folder)) for kind, folder in made.items()}
    assert found["balance"] == "86:14 to 52:48, F 0.046, M 110"
    for kind, words_of_it in (
        ("nerfs", "matters most ("),
        ("respond", " with the answers"),
        ("evolve", "the best answer wins 57.0%"),
        ("table", " as it is"),
        ("tiers", " is worth most"),
        ("tune", "% against "),
    ):
        assert words_of_it in found[kind], kind


def test_the_page_of_a_metagame_that_evolves_tells_its_rounds(tmp_path: Path) -> None:
    results = replace(make_results(), decks=(), classes=())
    make_evolve_run(tmp_path / "runs" / "evolved", results, finished=False)

    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/runs?run=evolved")
        await wait_until(lambda: "round 2: the best answer won 59.0%" in words(user))
        await wait_until(lambda: any("Hunter&#39;s answer won 59.0%" in found for found in told_in(user)))
        assert any("Classes, round by round" in found for found in told_in(user))

    simulate(tmp_path, scenario)


def told_in(user: User) -> list[str]:
    """All that charts show."""
    return [each.content for each in all_of(user, LiveChart)]


def test_match_ups_as_one_wants_them_are_what_a_run_aims_at(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/balance?metagame=paper-small")
        await wait_until(lambda: "About" in words(user))
        for wrong, told in (
            ("Hunter beats Paladin", "found 'Hunter beats Paladin' for a match-up"),
            ("Hunter against Priest 55:45", "has no deck 'Priest'"),
            ("Hunter against Paladin 100:0", "0.01"),
        ):
            fill(user, "Match-ups as you want them", wrong)
            await wait_until(lambda told=told: told in words(user))  # type: ignore[misc]
        fill(user, "Match-ups as you want them", "Hunter against Paladin 55:45\nWarlock against Hunter 45:55")
        await wait_until(lambda: "The search aims at these match-ups instead of f meta. Those that" in words(user))
        fill(user, "Match-ups as you want them", "")
        await wait_until(lambda: "The search aims at" not in words(user))
        fill(user, "Match-ups as you want them", "Hunter against Paladin 55:45\nWarlock against Hunter 45:55")
        await wait_until(lambda: "The search aims at these match-ups instead of f meta." in words(user))
        await press(user, "Start the run")
        await wait_until(lambda: studio.runs.carrying("balance-paper-small-1").job is not None)
        await wait_until(lambda: (tmp_path / "runs" / "balance-paper-small-1" / "run.sqlite").exists())
        studio.runs.stop("balance-paper-small-1")
        await wait_until(lambda: not studio.runs.carrying("balance-paper-small-1").is_running)

    simulate(tmp_path, scenario)
    settings = BALANCE.read(tmp_path / "runs" / "balance-paper-small-1").settings
    assert [(wish["deck"], wish["against"], wish["rate"]) for wish in settings.target] == [
        ("Hunter", "Paladin", 0.55),
        ("Warlock", "Hunter", 0.45),
    ]
    assert settings.objectives == ("target", "m")


def test_a_studio_that_only_reads_starts_nothing(tmp_path: Path) -> None:
    create_run(tmp_path / "runs" / "begun", "balance", SMALL_BALANCE.to_json()).close()

    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/balance")
        await wait_until(lambda: "no run can be started" in words(user))
        await user.open("/runs?run=begun")
        await wait_until(lambda: "interrupted" in words(user))
        with user:
            assert "Resume the run" not in [each.props.get("aria-label") for each in user.find(ui.element).elements]

    simulate(tmp_path, scenario, read_only=True)
