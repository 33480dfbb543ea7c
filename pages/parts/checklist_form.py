"""The checklist's questions as widgets, one renderer a kind of field."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import streamlit as st

from pages.parts.answers import Place, Slot, save_from_widget, seen_values
from pages.parts.case.address import AT_ONCE
from pages.parts.evidence_entries import render_entries
from pages.parts.settling import settle
from pages.parts.untrusted import render_template
from trek_core.checklist import (
    FIELDS_BY_NAME,
    Answers,
    CaseFacts,
    Evaluation,
    Field,
    Kind,
    Option,
    Status,
    compute_offered,
)

MOST_BESIDE = 3
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
        read_only: bool = False,
    ) -> None:
        self.place = place
        self.answers = answers
        self.facts = facts
        self.evaluation = evaluation
        self.page_numbers = page_numbers
        self.locked = locked or read_only
        self.read_only = read_only
        self.withheld_until = "it is shown"
        self.citable: tuple[Option, ...] = ()
        self.items: list[dict[str, Any]] = []
        self.slots: list[Slot] = []

    def render_fields(self, fields: Iterable[Field], all_hold: str | None = None) -> None:
        """Show those of the fields that are asked now."""
        for field in fields:
            status = self.evaluation.status[field.name]
            if why := self._say_why_not(status):
                render_template("not_recorded.html", question=field.question, why=why)
            elif status is not Status.NOT_ASKED:
                _RENDERERS[field.kind](self, field, all_hold)

    def _say_why_not(self, status: Status) -> str:
        """Why a question of the path is not asked now; empty where it is."""
        if status is Status.NOT_RECORDED:
            return "not recorded"
        return f"withheld until {self.withheld_until}" if status is Status.WITHHELD else ""

    def _slot(self, field: Field, part: str | None = None, index: int | None = None) -> Slot:
        return Slot(field.name, part, self.place.key(field.name, index))

    def _settle(self, slot: Slot, shown: Any, stored: Any) -> None:
        if not self.locked:
            self.slots.append(slot)
            settle(self.place, slot, shown, stored)

    def _add_item(self, slot: Slot, all_hold: str | None = None) -> None:
        if self.locked:
            return
        field = FIELDS_BY_NAME[slot.field]
        reasons = {difference.reason_field for difference in self.evaluation.differences}
        lacking = {problem.field for problem in self.evaluation.problems}
        needed = field.name in reasons | lacking or field.required(self.answers, self.facts)
        self.items.append(
            {
                "key": slot.key,
                "field": slot.field,
                "kind": (Kind.SEVERAL if field.kind is Kind.CALLS else field.kind).value,
                "step": field.step,
                "optional": not needed,
                "answered": self._stored(slot) is not None,
                "allHold": all_hold,
            }
        )

    def find_open_item(self, fields: Iterable[str]) -> str | None:
        """The key of the first unanswered question among some fields."""
        wanted = set(fields)
        found = (i["key"] for i in self.items if i["field"] in wanted and not i["answered"])
        return next(found, None)

    def _stored(self, slot: Slot) -> Any:
        stored = self.answers.get(slot.field)
        return stored if slot.part is None else (stored or {}).get(slot.part)

    def _render_options(
        self,
        slot: Slot,
        label: str,
        options: tuple[Option, ...],
        stored: Any,
        *,
        label_visible: bool = False,
    ) -> None:
        titles = {option.value: option.title for option in options}
        offered = stored if stored in titles else None
        render = st.segmented_control if len(options) <= MOST_BESIDE else st.pills
        value = render(
            label,
            list(titles),
            default=offered,
            required=FIELDS_BY_NAME[slot.field].required(self.answers, self.facts),
            format_func=titles.__getitem__,
            key=slot.key,
            on_change=save_from_widget,
            args=(self.place, slot),
            disabled=self.locked,
            label_visibility="visible" if label_visible else "collapsed",
            wrap=True,
        )
        if stored == offered:
            self._settle(slot, value, stored)
        else:
            seen_values()[slot.key] = stored

    def render_several(self, field: Field, _all_hold: str | None) -> None:
        """Show a question with any number of answers out of a few."""
        slot = self._slot(field)
        stored = self.answers.get(field.name)
        titles = {option.value: option.title for option in field.options}
        with st.container(key=f"row-{slot.key}"):
            value = st.pills(
                field.question,
                list(titles),
                selection_mode="multi",
                default=stored,
                format_func=titles.__getitem__,
                key=slot.key,
                on_change=save_from_widget,
                args=(self.place, slot),
                disabled=self.locked,
                wrap=True,
            )
        self._settle(slot, value, stored)
        self._add_item(slot)

    def render_calls(self, field: Field, _all_hold: str | None) -> None:
        """Show the runs that may be cited; nothing where there are none."""
        if self.citable:
            self.render_several(replace(field, options=self.citable), None)

    def render_choice(self, field: Field, all_hold: str | None) -> None:
        """Show a question with one answer out of a few."""
        options = compute_offered(field, self.answers, self.facts)
        slot = self._slot(field)
        stored = self.answers.get(field.name)
        if len(options) <= MOST_BESIDE:
            with st.container(
                key=f"row-{slot.key}",
                horizontal=True,
                vertical_alignment="center",
                wrap=False,
                gap="small",
            ):
                optional = "" if field.required(self.answers, self.facts) else " (optional)"
                st.text(f"{field.question}{optional}", width="stretch", help=field.help or None)
                self._render_options(slot, field.question, options, stored)
        else:
            with st.container(key=f"row-{slot.key}"):
                self._render_options(slot, field.question, options, stored, label_visible=True)
        self._add_item(slot, all_hold)

    def render_text(self, field: Field, _all_hold: str | None) -> None:
        """Show a text to type; notes are small and optional."""
        slot = self._slot(field)
        stored = self.answers.get(field.name)
        is_note = field.name == f"notes_{field.step}"
        with st.container(key=f"row-{slot.key}"):
            value = st.text_area(
                field.question,
                value=stored or "",
                height="content" if is_note else 68,
                key=slot.key,
                on_change=save_from_widget,
                args=(self.place, slot),
                disabled=self.locked,
                placeholder=field.question if is_note else None,
                help=field.help or None,
                label_visibility="collapsed" if is_note else "visible",
            )
        self._settle(slot, value, stored)
        if not is_note:
            self._add_item(slot)

    def render_pages(self, field: Field, _all_hold: str | None) -> None:
        """Show pages to mark: those that need a mark at once, the others folded away."""
        needed, others = _split_pages(field, self.facts)
        for index, url in enumerate(needed):
            self._render_page(field, url, index)
        if others:
            word = "Other retrieved pages" if needed else field.question
            # Hundreds of pages are drawn only for somebody who looks at them.
            folded = st.expander(
                f"{word} ({len(others)})", key=f"others-{self._slot(field).key}", on_change="rerun"
            )
            with folded:
                if not folded.open:
                    return
                for place in self._choose_stretch(field, others):
                    self._render_page_choice(field, others[place], len(needed) + place)

    def _choose_stretch(self, field: Field, urls: list[str]) -> range:
        """The places of the pages that are drawn: all, or those asked for where there are many."""
        stretches = [
            range(first, min(first + AT_ONCE["page"], len(urls)))
            for first in range(0, len(urls), AT_ONCE["page"])
        ]
        if len(stretches) == 1:
            return stretches[0]
        return st.selectbox(
            f"Pages shown, of {len(urls):,}",
            stretches,
            format_func=lambda each: f"{each.start + 1:,}–{each.stop:,}",
            key=f"stretch-{self._slot(field).key}",
        )

    def _page_title(self, url: str) -> str:
        number = self.page_numbers.get(url)
        return f"[{number}] {url}" if number else url

    def _render_page(self, field: Field, url: str, index: int) -> None:
        slot = self._slot(field, url, index)
        claim = "Gold page" if field.name == "gold_pages" else "Claimed page"
        with st.container(key=f"row-{slot.key}", gap="xsmall"):
            render_template("page_title.html", claim=claim, title=self._page_title(url))
            stored = (self.answers.get(field.name) or {}).get(url)
            self._render_options(slot, claim, field.options, stored)
        self._add_item(slot)

    def _render_page_choice(self, field: Field, url: str, index: int) -> None:
        slot = self._slot(field, url, index)
        stored = (self.answers.get(field.name) or {}).get(url)
        titles = {option.value: option.title for option in field.options}
        render_template("page_title.html", claim="", title=self._page_title(url))
        value = st.selectbox(
            "Mark",
            list(titles),
            index=list(titles).index(stored) if stored in titles else None,
            format_func=titles.__getitem__,
            key=slot.key,
            on_change=save_from_widget,
            args=(self.place, slot),
            disabled=self.locked,
            placeholder="No mark",
            label_visibility="collapsed",
        )
        self._settle(slot, value, stored)

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
    Kind.SEVERAL: Form.render_several,
    Kind.TEXT: Form.render_text,
    Kind.PAGES: Form.render_pages,
    Kind.ENTRIES: Form.render_entries,
    Kind.CALLS: Form.render_calls,
}
