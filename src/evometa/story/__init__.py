"""What is said about results, once: verdicts, tables of typed columns, charts and patches."""
