"""The checklist's questions as widgets, one renderer a kind of field."""

from collections.abc import Callable, Iterable
from typing import Any

import streamlit as st

from pages.parts.answers import Place, Widget, save_from_widget, settle, show_stored
from pages.parts.evidence_entries import render_entries
from pages.parts.untrusted import render_template
from trek_core.checklist import (
    Answers,
    CaseFacts,
    Evaluation,
    Field,
    Kind,
    Option,
    Status,
    compute_options,
)

SHORT_ROW = 3
"""As many options stand beside their question; more go below it."""


class Form:
    """One run of the form: what it shows and, as it goes, which questions keys may answer."""

    def __init__(
        self,
        place: Place,
        answers: Answers,
        facts: CaseFacts,
        evaluation: Evaluation,
        page_numbers: dict[str, int],
        locked: bool,
    ) -> None:
        self.place = place
        self.answers = answers
        self.facts = facts
        self.evaluation = evaluation
        self.page_numbers = page_numbers
        self.locked = locked
        self.items: list[dict[str, Any]] = []
        self.widgets: list[Widget] = []

    def render_fields(self, fields: Iterable[Field], all_hold: str | None = None) -> None:
        """Show those of the fields that are asked now."""
        for field in fields:
            status = self.evaluation.status[field.name]
            if status is Status.NOT_RECORDED:
                render_template("not_recorded.html", question=field.question)
            elif status is not Status.NOT_ASKED:
                _RENDERERS[field.kind](self, field, all_hold)

    def _settle(self, field: Field, part: str | None, key: str, shown: Any, stored: Any) -> None:
        if not self.locked:
            self.widgets.append((field.name, part, key))
            settle(self.place, field.name, part, key, shown, stored)

    def _add_item(self, key: str, field: Field, all_hold: str | None = None) -> None:
        if self.locked:
            return
        reasons = {difference.reason_field for difference in self.evaluation.differences}
        needed = field.name in reasons or field.required(self.answers, self.facts)
        self.items.append(
            {
                "key": key,
                "kind": field.kind.value,
                "step": field.step,
                "optional": not needed,
                "allHold": all_hold,
            }
        )

    def _choices(
        self,
        field: Field,
        label: str,
        options: tuple[Option, ...],
        stored: Any,
        *,
        part: str | None = None,
        index: int | None = None,
        several: bool = False,
        visible: bool = False,
        required: bool = False,
    ) -> None:
        key = self.place.key(field.name, index)
        show_stored(key, stored)
        titles = {option.value: option.title for option in options}
        offered = stored if several or stored in titles else None
        value = (st.segmented_control if len(options) <= SHORT_ROW else st.pills)(
            label,
            list(titles),
            selection_mode="multi" if several else "single",
            default=offered,
            required=required and not several,
            format_func=titles.__getitem__,
            key=key,
            on_change=save_from_widget,
            args=(self.place, field.name, part, key),
            disabled=self.locked,
            label_visibility="visible" if visible else "collapsed",
            wrap=True,
        )
        if stored == offered:
            self._settle(field, part, key, value, stored)

    def render_choice(self, field: Field, all_hold: str | None) -> None:
        """Show a question with one answer, or several, out of a few."""
        options = compute_options(field, self.answers)
        several = field.kind is Kind.SEVERAL
        key = self.place.key(field.name)
        beside = len(options) <= SHORT_ROW
        required = field.required(self.answers, self.facts)
        layout = {"wrap": False, "horizontal": True} if beside else {}
        with st.container(
            key=f"row-{key}",
            vertical_alignment="center" if beside else "top",
            gap="small",
            **layout,
        ):
            if beside:
                st.text(field.question, width="stretch", help=field.help or None)
            self._choices(
                field, field.question, options, self.answers.get(field.name),
                several=several, visible=not beside, required=required,
            )  # fmt: skip
        self._add_item(key, field, all_hold)

    def render_text(self, field: Field, _all_hold: str | None) -> None:
        """Show a text to type; notes are small and optional."""
        key = self.place.key(field.name)
        stored = self.answers.get(field.name)
        show_stored(key, stored)
        is_note = field.name == f"notes_{field.step}"
        with st.container(key=f"row-{key}"):
            value = st.text_area(
                field.question,
                value=stored or "",
                height="content" if is_note else 68,
                key=key,
                on_change=save_from_widget,
                args=(self.place, field.name, None, key),
                disabled=self.locked,
                placeholder=field.question if is_note else None,
                help=field.help or None,
                label_visibility="collapsed" if is_note else "visible",
            )
        self._settle(field, None, key, value, stored)
        if not is_note:
            self._add_item(key, field)

    def render_pages(self, field: Field, _all_hold: str | None) -> None:
        """Show pages to mark: those that need a mark at once, the others folded away."""
        needed, others = _split_pages(field, self.facts)
        for index, url in enumerate(needed):
            self._render_page(field, url, index)
        if others:
            word = "Other retrieved pages" if needed else field.question
            with st.expander(f"{word} ({len(others)})"):
                for index, url in enumerate(others, start=len(needed)):
                    self._render_page_choice(field, url, index)

    def _page_title(self, url: str) -> str:
        number = self.page_numbers.get(url)
        return f"[{number}] {url}" if number else url

    def _render_page(self, field: Field, url: str, index: int) -> None:
        key = self.place.key(field.name, index)
        marks = self.answers.get(field.name) or {}
        with st.container(key=f"row-{key}", gap="xsmall"):
            claim = "Gold page" if field.name == "gold_pages" else "Claimed page"
            render_template("page_title.html", claim=claim, title=self._page_title(url))
            self._choices(
                field, claim, field.options, marks.get(url), part=url, index=index, required=True
            )
        self._add_item(key, field)

    def _render_page_choice(self, field: Field, url: str, index: int) -> None:
        key = self.place.key(field.name, index)
        stored = (self.answers.get(field.name) or {}).get(url)
        show_stored(key, stored)
        titles = {option.value: option.title for option in field.options}
        render_template("page_title.html", claim="", title=self._page_title(url))
        value = st.selectbox(
            "Mark",
            list(titles),
            index=list(titles).index(stored) if stored in titles else None,
            format_func=titles.__getitem__,
            key=key,
            on_change=save_from_widget,
            args=(self.place, field.name, url, key),
            disabled=self.locked,
            placeholder="No mark",
            label_visibility="collapsed",
        )
        self._settle(field, url, key, value, stored)

    def render_entries(self, field: Field, _all_hold: str | None) -> None:
        """Show the evidence entries given so far and a way to add one."""
        known = [*self.facts.gold_urls, *(self.facts.retrieved_urls or ())]
        render_entries(
            self.place, field, self.answers.get(field.name) or [], known, locked=self.locked
        )


def _split_pages(field: Field, facts: CaseFacts) -> tuple[list[str], list[str]]:
    """The pages of a field that need a mark, and those that may have one."""
    if field.name == "gold_pages":
        return list(facts.gold_urls), []
    if field.name == "misleading_urls":
        return [], list(facts.noise_urls)
    others = [url for url in facts.retrieved_urls or () if url not in facts.claimed_urls]
    return list(facts.claimed_urls), others


_RENDERERS: dict[Kind, Callable[[Form, Field, str | None], None]] = {
    Kind.YES_NO: Form.render_choice,
    Kind.CHOICE: Form.render_choice,
    Kind.SEVERAL: Form.render_choice,
    Kind.TEXT: Form.render_text,
    Kind.PAGES: Form.render_pages,
    Kind.ENTRIES: Form.render_entries,
}
