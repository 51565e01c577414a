"""R in a child process, asked over a pipe."""
