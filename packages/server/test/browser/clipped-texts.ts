import type { Page } from 'playwright-core'

/** The texts on this page that are cut off, or that reach out of what they belong to or of the page. */
export async function findClippedTexts(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(clipped)
}

/**
 * Runs in the page. What scrolls is not cut off. Names and messages may end in an ellipsis, but not what can be pressed or chosen.
 * An input doesn't scroll its placeholder, so that is measured. The names of sample people and groups can have any length.
 */
const clipped = `(() => {
  const tolerance = 1.5
  const found = new Set()
  const controls = 'button, [role=tab], [role=radio] + label, .mantine-Badge-root, .mantine-SegmentedControl-label'
  const report = (what, text, element) => {
    const name = element.tagName.toLowerCase() + '.' + String(element.className?.baseVal ?? element.className).split(' ')[0]
    found.add(what + ': “' + text.trim().slice(0, 60) + '” in ' + name)
  }
  const isHidden = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const { clip, clipPath, opacity, visibility } = getComputedStyle(one)
      if (visibility === 'hidden' || opacity === '0' || clip !== 'auto' || clipPath !== 'none') return true
    }
    return false
  }
  const isName = (text) => /^(Name of|Group) /.test(text)
  const shortens = (style) => style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
  const check = (node, element) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    const { left, right, width } = range.getBoundingClientRect()
    if (width === 0 || isHidden(element)) return
    const mayShorten = !element.closest(controls)
    let isBox = false
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one)
      if (style.display === 'inline' || style.display === 'contents') continue
      if (mayShorten && shortens(style)) return
      const box = one.getBoundingClientRect()
      const isOutside = right > box.right + tolerance || left < box.left - tolerance
      if (/auto|scroll/.test(style.overflowX)) return
      if (isOutside && style.overflowX !== 'visible') return report('cut off', node.data, one)
      if (isOutside && !isBox) return report('too wide', node.data, one)
      isBox = true
      if (style.position === 'fixed') break
    }
    if (right > innerWidth + tolerance || left < -tolerance) report('beyond the page', node.data, element)
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (node.data.trim() !== '' && !element.closest('script, style, noscript, textarea, option')) check(node, element)
  }
  const pen = document.createElement('canvas').getContext('2d')
  for (const input of document.querySelectorAll('input:not([type=checkbox], [type=radio], [type=hidden], [type=file])')) {
    const isTyped = input.value !== '' && !input.readOnly && input.getAttribute('aria-haspopup') !== 'listbox'
    const text = input.value === '' ? input.placeholder : input.value
    if (isTyped || text === '' || isName(text) || input.clientWidth === 0 || isHidden(input)) continue
    const { font, paddingLeft, paddingRight } = getComputedStyle(input)
    pen.font = font
    const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    if (pen.measureText(text).width > room + tolerance) report('cut off', text, input)
  }
  return [...found]
})()`
