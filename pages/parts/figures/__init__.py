"""The parts of the Charts page: its sections as a table, and how any figure is shown."""
