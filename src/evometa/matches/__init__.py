"""Games in great number: schedules of seats and seeds, the compiled batch loop, results, and where they run."""
