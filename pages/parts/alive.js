// Says now and then that somebody is using the page: keys, mouse, scrolling. Answers nothing.
//
// data: { every } in milliseconds

const EVENTS = ["keydown", "pointerdown", "pointermove", "wheel", "scroll"]

let usedAt = -Infinity
let send = null
let timer = null
const note = () => {
  usedAt = performance.now()
}

export default function ({ data, setTriggerValue }) {
  send = setTriggerValue
  if (timer === null) {
    EVENTS.forEach((name) => window.addEventListener(name, note, { capture: true, passive: true }))
    timer = setInterval(() => {
      const isUsed = document.visibilityState === "visible" && performance.now() - usedAt < data.every
      if (isUsed) send("alive", Date.now())
    }, data.every)
  }
  return () => {
    clearInterval(timer)
    timer = null
    EVENTS.forEach((name) => window.removeEventListener(name, note, { capture: true }))
  }
}
