// Save the chart beside these buttons as a picture: the SVG that is drawn, in the page's colours.
export default function (component) {
  const { data, parentElement } = component
  const draw = () => document.querySelector(`[class*="st-key-${CSS.escape(data.chart)}"] svg.marks`)

  const copy = () => {
    const drawn = draw()
    if (!drawn) return null
    const svg = drawn.cloneNode(true)
    const { width, height } = drawn.viewBox.baseVal
    svg.setAttribute("xmlns", "http://www.w3.org/2000/svg")
    svg.setAttribute("width", width)
    svg.setAttribute("height", height)
    // What the page around it would lend the picture: text colour and ground.
    svg.style.color = getComputedStyle(drawn).color
    const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect")
    ground.setAttribute("width", "100%")
    ground.setAttribute("height", "100%")
    ground.setAttribute("fill", getComputedStyle(document.querySelector(".stApp")).backgroundColor)
    svg.prepend(ground)
    return { text: new XMLSerializer().serializeToString(svg), width, height }
  }

  const save = (blob, kind) => {
    const link = document.createElement("a")
    link.href = URL.createObjectURL(blob)
    link.download = `${data.name}.${kind}`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10000)
  }

  const saveSvg = () => {
    const picture = copy()
    if (picture) save(new Blob([picture.text], { type: "image/svg+xml" }), "svg")
  }

  const savePng = () => {
    const picture = copy()
    if (!picture) return
    const image = new Image()
    image.onload = () => {
      const canvas = document.createElement("canvas")
      canvas.width = picture.width * 2
      canvas.height = picture.height * 2
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height)
      canvas.toBlob((blob) => save(blob, "png"), "image/png")
    }
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.text)}`
  }

  parentElement.querySelector("[data-kind=svg]").onclick = saveSvg
  parentElement.querySelector("[data-kind=png]").onclick = savePng
}
