// Keys answer, move and save by clicking the page's own controls, so that what the server
// hears is always an ordinary click. Nothing here knows what a question means.
//
// data: { case, revision, stage, session,
//         items: [{key, kind, step, optional, answered, allHold, digitsFor}],
//         reveal: [{pane, key, at: or null}], attention: {key, at} or null, controls: {action: key}, bindings: {key: action} }
// `items` are the questions that can be answered now, in order; moving on passes over optional
// ones, which `next` and `previous` stop at. `stage` changes when a case is handed in or opened
// again while it stays on the page.
// A question stands in a container with the key `row-<key>`; a digit on one that has no answers to
// choose is for the question `digitsFor`, where it names one.

const WAIT_MS = 3000 // how long a press waits for the server to show what comes next
const SAVE_REST_MS = 400 // no save this soon after a case appears
const CHOICES = "button[role=radio], button[role=checkbox], [data-testid=stButtonGroup] button"
const SAVE = "[class*=st-key-save-]:not(.st-key-save-bar)"

const keyed = (key) => document.querySelector(".st-key-" + CSS.escape(key))
const row = (key) => keyed("row-" + key)
const choices = (key) => [...(row(key)?.querySelectorAll(CHOICES) ?? [])]
const isChosen = (button) =>
  button.getAttribute("aria-checked") === "true" || button.getAttribute("aria-pressed") === "true"
const textField = (key) => row(key)?.querySelector("textarea, input[type=text]")
const POPOVER = "[data-testid=stPopoverBody]"
const OPEN_LAYERS = `${POPOVER}, [role=dialog], [role=listbox]`
const clickControl = (key) => key && keyed(key)?.querySelector("button:not([disabled])")?.click()

function isTyping(target) {
  if (!target || !target.tagName) return false
  if (target.isContentEditable || ["TEXTAREA", "SELECT"].includes(target.tagName)) return true
  return target.tagName === "INPUT" && !["radio", "checkbox", "button"].includes(target.type)
}

// Tab stops at a list's own small buttons too, where what follows is meant for the next field.
const isInForm = (target) =>
  target.closest?.("[data-testid=stForm]") && !target.closest("[data-testid=stFormSubmitButton]")

class Keys {
  constructor() {
    this.onKey = this.onKey.bind(this)
    this.onClick = this.onClick.bind(this)
    this.style = document.createElement("style")
    this.revealedAt = {}
    this.clicked = null
    // Stays: between two cases this is not on the page, but the next one's Save may be already.
    window.addEventListener("click", this.onClick, true)
  }

  add() {
    document.head.append(this.style)
    window.addEventListener("keydown", this.onKey, true) // capture: wins over a focused segment
  }

  remove() {
    window.removeEventListener("keydown", this.onKey, true)
    this.style.remove()
  }

  update(data) {
    const isNewCase = this.data?.case !== data.case
    const isNewStage = isNewCase || this.data?.stage !== data.stage
    if (isNewStage || data.attention?.at !== this.data?.attention?.at) this.savingUntil = 0
    this.data = data
    if (isNewStage) this.shownAt = performance.now()
    if (isNewCase) {
      this.last = this.current = this.waitUntil = null
      this.step = null
    }
    requestAnimationFrame(() => this.settle(isNewCase))
  }

  // As the server knows it, or as the page already shows it.
  isAnswered(key) {
    const buttons = choices(key)
    const text = textField(key)
    // A control may come a moment after its row.
    if (!buttons.length && !text) return this.data.items.some((i) => i.key === key && i.answered)
    return buttons.some(isChosen) || Boolean(text?.value)
  }

  // After new questions came: stand on the first open one after the last answer.
  settle(isNewCase) {
    if (isNewCase) keyed("checklist")?.scrollTo({ top: 0 })
    const keys = this.data.items.map((item) => item.key)
    if (this.last !== null || !keys.includes(this.current)) {
      const open = this.needed(this.last).find((key) => !this.isAnswered(key))
      if (open) {
        const here = keys.indexOf(this.current)
        if (here < 0 || this.waitUntil || keys.indexOf(open) < here) this.stand(open)
        this.waitUntil = null
      } else {
        if (!keys.includes(this.current)) this.stand(keys.at(-1) ?? null)
        if (this.waitUntil) keyed("step-6")?.scrollIntoView({ block: "nearest" })
      }
    }
    const { attention } = this.data
    if (attention && attention.at !== this.attendedAt) {
      this.attendedAt = attention.at
      this.last = this.waitUntil = null
      if (keys.includes(attention.key)) this.stand(attention.key)
      row(this.current)?.scrollIntoView({ block: "center" })
    }
    this.paint()
    // Where the panes stand above one another, the page itself has gone down to the first question.
    if (isNewCase) for (const each of [keyed("evidence"), document.querySelector("[data-testid=stMain]")])
      each?.scrollTo({ top: 0 })
    this.reveal(isNewCase)
  }

  // Bring what was just asked for into view, once; not what was asked for before this page came.
  reveal(isNewCase) {
    // A page without probes has none.
    for (const { pane: around, key, at } of this.data.reveal ?? []) {
      const [pane, panel] = [keyed(around), keyed(key)]
      if (at && at !== this.revealedAt[key] && !isNewCase && pane && panel)
        pane.scrollBy({ top: panel.getBoundingClientRect().top - pane.getBoundingClientRect().top - 8 })
      this.revealedAt[key] = at
    }
  }

  // The questions after `key` that must be answered, whether they are or not.
  needed(key) {
    const keys = this.data.items.map((item) => item.key)
    const after = this.data.items.slice(keys.indexOf(key) + 1)
    return after.filter((item) => !item.optional).map((item) => item.key)
  }

  stand(key) {
    if (key === this.current) return
    this.current = key
    this.paint()
    row(key)?.scrollIntoView({ block: "nearest" })
    const step = this.data.items.find((item) => item.key === key)?.step
    if (step !== this.step) {
      if (this.step !== null) this.showEvidence(step)
      this.step = step
    }
  }

  showEvidence(step) {
    keyed("evidence")?.querySelector(`[data-step="${step}"]`)?.scrollIntoView({ block: "nearest" })
  }

  // A bar on the question that keys answer, a dotted one on the optional ones passed over before it.
  paint() {
    const rule = (key, style) => `.st-key-row-${CSS.escape(key)} { ${style}; }\n`
    const before = this.data.items.slice(0, this.data.items.findIndex((item) => item.key === this.current))
    const passed = before.filter((item) => item.optional && !this.isAnswered(item.key))
    this.style.textContent = this.current
      ? rule(this.current, "box-shadow: inset 3px 0 0 var(--trek-primary); padding-left: 8px") +
        passed.map((item) => rule(item.key, "border-left: 3px dotted var(--trek-border); padding-left: 5px")).join("")
      : ""
  }

  // Move past an answered question; at the end, wait for what the server opens.
  advance(key) {
    this.last = key
    const after = this.needed(key)
    const next = after.find((other) => !this.isAnswered(other)) ?? after[0]
    if (next) this.stand(next)
    else {
      this.stand(key)
      this.waitUntil = performance.now() + WAIT_MS
    }
  }

  choose(index) {
    // The question this press is meant for is not on the screen yet.
    if (this.waitUntil && performance.now() < this.waitUntil) return
    this.waitUntil = null
    const button = choices(this.current)[index]
    if (!button || button.disabled) return
    const several = this.data.items.find((item) => item.key === this.current)?.kind === "several"
    if (several || !isChosen(button)) button.click()
    if (!several) this.advance(this.current)
  }

  move(by) {
    const keys = this.data.items.map((item) => item.key)
    const to = keys.indexOf(this.current) + by
    this.last = this.waitUntil = null
    if (keys[to]) this.stand(keys[to])
  }

  isTooSoon() {
    return performance.now() - this.shownAt < SAVE_REST_MS
  }

  save() {
    document.activeElement?.blur() // commits a text still being typed
    if (this.isTooSoon()) return
    const save = this.data.controls.save // not that of a case that comes meanwhile
    this.savingUntil = performance.now() + WAIT_MS
    setTimeout(() => clickControl(save), 30)
  }

  addEvidence() {
    const form = keyed(this.data.controls.evidence)
    if (form && !form.querySelector("details[open]")) form.querySelector("summary")?.click()
    setTimeout(() => form?.querySelector("input")?.focus(), 200)
  }

  // A layer with one thing to type.
  openLayer(key) {
    clickControl(key)
    setTimeout(() => document.querySelector(`${POPOVER} input[type=text]`)?.focus(), 250)
  }

  // Of the marked question's step; with none, the last step that is open.
  openGuideline() {
    const step = this.data.items.find((item) => item.key === this.current)?.step
    const open = [...document.querySelectorAll("[class*=st-key-guideline-]")].at(-1)
    const at = step ? keyed(`guideline-${step}`) : open
    at?.querySelector("button:not([disabled])")?.click()
  }

  act(action, key) {
    const item = this.data.items.find((other) => other.key === this.current)
    const answer = { yes: 0, no: 1, unsure: 2 }[action]
    if (answer !== undefined) {
      if (item?.kind === "yes_no") this.choose(answer)
    } else if (action === "option") {
      if (item?.digitsFor) this.stand(item.digitsFor)
      this.choose((Number(key) + 9) % 10)
    } else if (action === "all_hold") clickControl(item?.allHold)
    else if (action === "type") textField(this.current)?.focus()
    else if (action === "next") this.move(1)
    else if (action === "previous") this.move(-1)
    else if (action === "save") this.save()
    else if (action === "evidence") this.addEvidence()
    else if (action === "guideline") this.openGuideline()
    else if (["skip", "flag"].includes(action)) this.openLayer(this.data.controls[action])
    else clickControl(this.data.controls[action])
  }

  onKey(event) {
    if (event.isComposing || event.repeat) return
    const target = event.composedPath()[0]
    const isSave = (event.ctrlKey || event.metaKey) && event.key === "Enter"
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    // AltGr, by which some layouts type digits and "?", reports itself as Ctrl and Alt.
    if (!isPlain && !isSave && !event.getModifierState("AltGraph")) return
    if (isTyping(target) && event.key === "Escape") return target.blur()
    if (event.key === "Enter" && !isSave && this.isOwnEnter(target)) return
    if (isInForm(target) || (isTyping(target) && !isSave)) return
    const key = isSave ? "ctrl+enter" : event.key.toLowerCase()
    const action = this.data.bindings[key]
    if (!action) return
    // What is typed while a layer is open is meant for nothing below it; what opened help or a
    // guideline closes it again.
    const layer = document.querySelector(OPEN_LAYERS)
    const closes = ["help", "guideline"].includes(action) && layer?.matches(POPOVER)
    if (layer && !(closes && this.openedBy === action)) return
    this.openedBy = action
    event.preventDefault()
    event.stopPropagation()
    // What is pressed between Save and its outcome is meant for a case that is not there yet.
    if (performance.now() < (this.savingUntil ?? 0)) return
    this.act(action, key)
  }

  // Enter presses the control that has the focus; but the answer just clicked still has it, and
  // there Enter is for the question marked since.
  isOwnEnter(target) {
    const wasClicked = this.clicked !== null && target.closest(CHOICES) === this.clicked
    return !wasClicked && target.closest("button, a, summary, [role=button]") !== null
  }

  // A mouse answer moves on as a key does; the second of two clicks on Save is for no other case.
  onClick(event) {
    const save = event.target.closest?.(SAVE)
    if (save && (this.isTooSoon() || save !== keyed(this.data.controls.save))) {
      event.preventDefault()
      event.stopPropagation()
    }
    if (!event.isTrusted) return
    const button = event.target.closest?.(CHOICES)
    const item = button && this.data.items.find((other) => row(other.key)?.contains(button))
    this.clicked = button && event.detail > 0 ? button : null // not pressed by a key
    if (item && item.kind !== "several") this.advance(item.key)
  }
}

let keys = null
let shown = null

// A server that was started anew knows nothing of this page, and drops what is clicked before it
// has drawn the page once, though the browser shows it as chosen. Telling it what was last shown
// here sends every answer along again.
function rejoin({ session, case: shownCase, revision }, setStateValue) {
  if (shown !== null && shown.session !== session) setStateValue("shown", shown)
  shown = { session, case: shownCase, revision }
}

export default function ({ data, setStateValue }) {
  keys ??= new Keys()
  keys.add()
  keys.update(data)
  rejoin(data, setStateValue)
  return () => keys.remove()
}
