"""Asking models about one case: the questions, the pages they read, and every call kept."""
