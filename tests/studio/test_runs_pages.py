"""Balance runs in the studio: started, watched, stopped and resumed; and what the pages say of runs in trouble."""

from dataclasses import replace
from pathlib import Path

from nicegui import ui
from nicegui.testing import User
from tests.studio.reading import choose, fill, pictures, press, words
from tests.studio.simulation import simulate, wait_until

from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.balance.work import BALANCE
from evometa.matches.runners import ThreadRunner
from evometa.search.settings import EvolutionSettings
from evometa.store import create_run
from evometa.studio.pages.runs.report import format_report
from evometa.studio.state import Studio

SMALL = BalanceSettings(
    algorithm="nsga2",
    evolution=EvolutionSettings(population=8, generations=2),
    games=4,
    space={"base": "gentle"},
    again_games=4,
    again_size=4,
    audit_games=20,
    audit_size=3,
    pilot_games=0,
)


def findings(folder: Path) -> dict[str, object]:
    """All that a run has found, but for its name."""
    found = BALANCE.read(folder).results.to_json()
    return {name: value for name, value in found.items() if name != "final"}


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
        assert "typical match-up" in format_report(studio, "balance-paper-small-1")
        await user.open("/runs")
        await wait_until(lambda: "finished" in words(user))

    simulate(tmp_path, scenario)


def test_a_run_does_not_need_a_page_and_comes_to_the_same_after_a_stop(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    settings = replace(SMALL, evolution=EvolutionSettings(population=8, generations=60))
    BALANCE.start(plain, settings, ThreadRunner(1))

    async def scenario(user: User, studio: Studio) -> None:
        name = studio.runs.start_balance(settings, "paper-small")
        run = studio.runs.carrying(name)
        await wait_until(lambda: run.progress is not None and run.progress.step >= 2)
        await user.open(f"/runs?run={name}")
        await wait_until(lambda: "This run is going on." in words(user))
        await press(user, "Stop the run")
        await wait_until(lambda: not run.is_running)
        await wait_until(lambda: "This run was interrupted." in words(user))
        await press(user, "Resume the run")
        await wait_until(lambda: "This run is finished." in words(user))
        assert findings(studio.runs.find(name)) == findings(plain)

    simulate(tmp_path, scenario)


def test_a_point_of_the_front_goes_to_the_bench(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        name = studio.runs.start_balance(SMALL, "paper-small")
        await wait_until(lambda: not studio.runs.carrying(name).is_running)
        await user.open(f"/runs?run={name}")
        await wait_until(lambda: "Put it on the bench" in words(user))
        await press(user, "Put it on the bench")
        await wait_until(lambda: any(bench.patch for bench in studio.benches._kept.values()))

    simulate(tmp_path, scenario)


def test_empty_unfinished_and_damaged_runs_say_what_is_the_matter(tmp_path: Path) -> None:
    (tmp_path / "runs" / "bare").mkdir(parents=True)
    create_run(tmp_path / "runs" / "begun", "balance", SMALL.to_json()).close()
    (tmp_path / "runs" / "broken").mkdir()
    (tmp_path / "runs" / "broken" / "run.sqlite").write_bytes(b"nothing that a database would hold" * 100)

    async def scenario(user: User, studio: Studio) -> None:
        for name, told in (
            ("bare", "This folder is empty"),
            ("begun", "nothing of it is finished yet"),
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
    settings = replace(SMALL, metagame=str(tmp_path / "gone.toml"))
    create_run(tmp_path / "runs" / "lost", "balance", settings.to_json()).close()

    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/runs?run=lost")
        await wait_until(lambda: "interrupted" in words(user))
        await press(user, "Resume the run")
        await wait_until(lambda: "This run has stopped because something went wrong." in words(user))
        assert "there is no metagame file" in words(user)

    simulate(tmp_path, scenario)


def test_a_mistake_in_the_form_is_told_before_anything_starts(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/balance")
        await wait_until(lambda: "About" in words(user))
        choose(user, "Search", "nsga2")
        fill(user, "Games per match-up", 5)
        await wait_until(lambda: "even" in words(user))
        await press(user, "Start the run")
        assert not (tmp_path / "runs").exists()

    simulate(tmp_path, scenario)


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
        await wait_until(lambda: "for a match-up" not in words(user) and "0.01" not in words(user))
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
    create_run(tmp_path / "runs" / "begun", "balance", SMALL.to_json()).close()

    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/balance")
        await wait_until(lambda: "no run can be started" in words(user))
        await user.open("/runs?run=begun")
        await wait_until(lambda: "interrupted" in words(user))
        with user:
            assert "Resume the run" not in [each.props.get("aria-label") for each in user.find(ui.element).elements]

    simulate(tmp_path, scenario, read_only=True)
