// Links within a page ("?a=b") change the URL and let Streamlit draw what it asks for, without a
// reload. Without this script they are ordinary links. `shown` names what to bring into sight.
// A link with `data-focus` gives the focus to the first that this selector finds.
export default function (component) {
  const { data, parentElement } = component
  const state = parentElement.__links ?? (parentElement.__links = { shown: "" })
  if (data.shown && data.shown !== state.shown) {
    const until = Date.now() + 30_000
    const bring = () => {
      const cases = document.querySelector(".st-key-case-groups")
      if (cases?.querySelector("[data-testid=stDataFrame]")) cases.scrollIntoView({ block: "nearest" })
      else if (Date.now() < until) setTimeout(bring, 100)
    }
    setTimeout(bring, 200)
  }
  state.shown = data.shown

  const follow = (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const link = event.composedPath().find((part) => part.matches?.('a[href^="?"], a[data-focus]'))
    if (!link) return
    event.preventDefault()
    if (link.dataset.focus) {
      document.querySelector(link.dataset.focus)?.focus()
      return
    }
    history.pushState(null, "", link.getAttribute("href"))
    window.dispatchEvent(new PopStateEvent("popstate"))
  }
  document.addEventListener("click", follow, true)
  document.documentElement.dataset.trekLinks = "followed"
  return () => document.removeEventListener("click", follow, true)
}
