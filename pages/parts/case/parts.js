// Brings a part of the case into sight: the one that the address asks for, and one whose link is
// followed, even where the address stays the same.
//
// data: { case, part }, part empty for none

let shown = null
let shownCase = null
let stop = () => {}

const bring = (part) => {
  stop()
  const until = Date.now() + 5000
  let timer = null
  let last = null
  let element = null
  const cancel = () => clearTimeout(timer)
  stop = cancel
  // Whoever scrolls by themselves is not pulled back.
  for (const event of ["wheel", "touchmove", "keydown", "pointerdown"])
    window.addEventListener(event, cancel, { once: true, passive: true, capture: true })
  const look = () => {
    const found = document.querySelector(`[data-part="${CSS.escape(part)}"]`)
    const top = found?.getBoundingClientRect().top
    if (found && (top !== last || found !== element)) {
      found.scrollIntoView({ block: "start" })
      found.focus({ preventScroll: true })
      last = found.getBoundingClientRect().top
      element = found
    }
    // What is drawn later may move it, or put another in its place.
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
