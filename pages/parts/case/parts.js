// Brings a part of the case into sight: the one that the address asks for, and one whose link is
// followed, even where the address stays the same.
//
// data: { case, part }, part empty for none

const PATIENCE_MS = 60_000 // a slow server may draw the page, or again, long after it was opened

let shown = null
let shownCase = null
let stop = () => {}

const bring = (part) => {
  stop()
  const until = Date.now() + PATIENCE_MS
  let timer = null
  let element = null
  let isFree = true
  const leave = () => (isFree = false)
  stop = () => clearTimeout(timer)
  // Whoever scrolls or moves on by themselves is not pulled back.
  for (const event of ["wheel", "touchmove", "keydown", "pointerdown"])
    window.addEventListener(event, leave, { once: true, passive: true, capture: true })
  const look = () => {
    const found = document.querySelector(`[data-part="${CSS.escape(part)}"]`)
    // What is drawn later may move it, make the room below that it lacked to stand at the top, or
    // put another in its place, and the focus with it.
    const isLost = document.activeElement === document.body
    if (found && found !== element && (isFree || isLost)) found.focus({ preventScroll: true })
    if (found && isFree) found.scrollIntoView({ block: "start" })
    element = found
    if (Date.now() < until) timer = setTimeout(look, found ? 300 : 50)
  }
  look()
}

const follow = (event) => {
  const link = event.composedPath().find((each) => each.matches?.('a[href^="?"]'))
  const part = link && new URLSearchParams(link.getAttribute("href")).get("part")
  if (!part || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  shown = part
  setTimeout(() => bring(part))
}

export default function ({ data }) {
  document.addEventListener("click", follow)
  if (data.case !== shownCase && shownCase !== null && !data.part)
    document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0)
  if (data.part && (data.part !== shown || data.case !== shownCase)) bring(data.part)
  shown = data.part
  shownCase = data.case
  return () => {
    document.removeEventListener("click", follow)
    stop()
    shown = shownCase = null
  }
}
