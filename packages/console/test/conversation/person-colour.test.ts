import assert from 'node:assert/strict'
import { test } from 'node:test'
import { colourOf, personColours } from '../../src/conversation/message/person-colour.ts'

/** Backgrounds behind names. */
const backgrounds = {
  light: ['#ffffff', '#f1f3f5', '#eaf6f0', '#d4ecdf'],
  dark: ['#242424', '#2e2e2e', '#12382a', '#1f1f1f'],
}

test('every name colour has enough contrast in light and dark', () => {
  for (const colour of personColours) {
    for (const background of backgrounds.light)
      assert.ok(contrast(colour.light, background) >= 4.5, `${colour.light} on ${background}`)
    for (const background of backgrounds.dark)
      assert.ok(contrast(colour.dark, background) >= 4.5, `${colour.dark} on ${background}`)
  }
})

test('a person always has the same colour, and people differ', () => {
  assert.equal(colourOf('U1'), colourOf('U1'))
  const used = new Set(Array.from({ length: 200 }, (_, no) => colourOf(`U${no}`)))
  assert.equal(used.size, personColours.length)
})

/** The contrast ratio of WCAG 2. */
function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
