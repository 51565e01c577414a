"""R in a child process, called over a pipe."""
