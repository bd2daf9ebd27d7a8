"""`evometa resume`: go on with a run that was interrupted, to exactly the result of one that was not."""

from __future__ import annotations

from evometa.app.laboratory.options import ThreadsOption
from evometa.app.runs.folders import RunArgument
from evometa.app.runs.session import FinalOption, ReportOption, Session, find_kind
from evometa.app.terminal.progress import say
from evometa.experiments import resuming
from evometa.matches.runners import ThreadRunner
from evometa.store import open_run


def resume_run(
    run: RunArgument,
    threads: ThreadsOption = None,
    with_report: ReportOption = True,
    as_json: FinalOption = False,
) -> None:
    """Go on with a run that was interrupted; of one that is finished, show the results."""
    with open_run(run) as opened:
        find_kind(run, opened.kind)
        is_finished = opened.status == "finished"
    session = Session(run, as_json, with_report)
    if is_finished:
        say(f"{run} is finished already.")
        session.publish()
    else:
        runner = ThreadRunner(threads)
        session.work(run.resolve().name, lambda tell: resuming.resume_run(run, runner, tell))
