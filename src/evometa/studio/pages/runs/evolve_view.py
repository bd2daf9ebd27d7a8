"""What a metagame that evolves has come to by now: who is played, and what came and went, as its report tells it."""

from __future__ import annotations

from evometa.experiments.evolve.work import EvolveRun
from evometa.show.page.voice import PageVoice
from evometa.story.blocks import Level, Teller
from evometa.story.kinds.evolve.rounds import tell_rounds
from evometa.story.kinds.evolve.summary import tell_summary
from evometa.studio.pages.parts import LiveChart


class EvolveView:
    """The verdict so far and the rounds, as sentences and as pictures."""

    def __init__(self) -> None:
        self.told = LiveChart()

    async def show(self, run: EvolveRun) -> None:
        """Show what the run has found by now."""
        teller = Teller("live-")
        tell_summary(run, teller)
        tell_rounds(run.results, teller)
        voice = PageVoice(Level.FULL, has_faces=False)
        self.told.show("\n".join(voice.tell(section.blocks) for section in teller.sections))
