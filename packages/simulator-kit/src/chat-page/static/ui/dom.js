/**
 * Creates an element. Strings become text nodes, so nothing that a person writes becomes markup. Props that begin with `on` are
 * listeners; false, null and undefined are skipped.
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (value === false || value === null || value === undefined) continue
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value)
    else if (name === 'value') node.value = value
    else node.setAttribute(name, value === true ? '' : String(value))
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false))
  return node
}

export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value))
  node.append(...children)
  return node
}

const drawnLooks = new WeakMap()

/** Draws a part of the page again if it changed. The keyboard focus stays on the element with the same `data-key`. */
export function redraw(parent, looks, draw) {
  const text = JSON.stringify(looks)
  if (drawnLooks.get(parent) === text) return
  drawnLooks.set(parent, text)
  const key = parent.contains(document.activeElement) ? document.activeElement.dataset.key : undefined
  parent.replaceChildren(...draw().filter(Boolean))
  if (key !== undefined) parent.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus()
}

/** A stable hash of a text. */
export function hash(text) {
  let value = 2166136261
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0), 16777619)
  return value >>> 0
}
