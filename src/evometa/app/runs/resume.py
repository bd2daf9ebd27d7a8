"""`evometa resume`: go on with a run that was interrupted, to exactly the result of one that was not."""

from __future__ import annotations

from dataclasses import dataclass

from evometa.app.kinds import find_kind
from evometa.app.runs.folders import RunArgument
from evometa.app.runs.session import RunOptions, Session
from evometa.app.terminal.options import takes
from evometa.app.terminal.progress import say
from evometa.store import open_run


@dataclass(frozen=True, kw_only=True)
class ResumeOptions(RunOptions):
    """What the command is asked with."""

    run: RunArgument


@takes(ResumeOptions)
def resume_run(options: ResumeOptions) -> None:
    """Go on with a run that was interrupted; of one that is finished, show the results."""
    kind, session, runner = find_kind(options.run), Session(options.run, options), options.make_runner()
    with open_run(options.run) as opened:
        is_finished = opened.status == "finished"
    if is_finished:
        say(f"{options.run} is finished already.")
        session.publish()
    else:
        session.work(options.run.resolve().name, lambda tell: kind.resume(options.run, runner, tell))
