"""What holds for all tests."""

import signal

# A job in the background is told to ignore Ctrl-C, and so would be all processes that the tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
