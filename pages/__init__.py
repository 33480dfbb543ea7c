"""The web front end: one module a page, each with `render()`; importing it runs nothing."""
