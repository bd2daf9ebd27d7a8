"""Games in other processes and on other machines."""
