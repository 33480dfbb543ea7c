"""The parts of the Case page: what each shows, and the address of every part of a case."""
