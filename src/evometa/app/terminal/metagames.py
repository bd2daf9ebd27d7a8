"""What commands say about the metagames that they can be asked for."""

from __future__ import annotations

from typing import Annotated

import typer

from evometa.metagame.metagames import builtin_metagames

METAGAME_HELP = f"A metagame file, or one of: {', '.join(builtin_metagames())}."

MetagameArgument = Annotated[str, typer.Argument(metavar="METAGAME", help=METAGAME_HELP)]
