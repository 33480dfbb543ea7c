"""The parts of the Agreement page: one module for each of its sections, and what they share."""
