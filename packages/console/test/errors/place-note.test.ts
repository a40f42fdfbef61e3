import assert from 'node:assert/strict'
import { it } from 'node:test'
import { placeNote } from '../../src/errors/place-note.ts'

const phone = { width: 390, height: 800 }
const note = { width: 320, height: 90 }
const button = (left: number, top: number) => ({ left, top, right: left + 100, bottom: top + 36 })

it('a note about a failure is beside its button, and inside the window', () => {
  const cases: [where: string, control: ReturnType<typeof button>, place: ReturnType<typeof placeNote>][] = [
    ['below', button(145, 300), { left: 35, top: 344 }],
    ['at the left edge', button(0, 300), { left: 8, top: 344 }],
    ['at the right edge', button(290, 300), { left: 62, top: 344 }],
    ['above, at the bottom of the window', button(145, 750), { left: 35, top: 652 }],
    ['partly out of view', button(145, -20), { left: 35, top: 24 }],
    ['out of view above', button(145, -40), undefined],
    ['out of view below', button(145, 801), undefined],
  ]
  for (const [where, control, place] of cases) assert.deepEqual(placeNote(control, note, phone), place, where)
})

it('a note that fits neither below nor above is still inside the window', () => {
  assert.deepEqual(placeNote(button(145, 60), note, { width: 390, height: 140 }), { left: 35, top: 42 })
})
