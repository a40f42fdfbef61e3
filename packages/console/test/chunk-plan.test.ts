import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Piece, planFiles } from '../chunk-plan.ts'

type Given = Partial<Omit<Piece, 'screens' | 'needs'>> & { screens: string; needs?: string[] }

const none = new Map<string, number>()

/** Each screen is a letter. */
function plan(pieces: Record<string, Given>, visits = none): string[] {
  const all = Object.entries(pieces).map(([key, { screens, needs = [], ...given }]) => {
    return {
      key,
      screens: new Set(screens),
      needs: new Set(needs),
      bytes: 100,
      isStyled: false,
      isScreen: false,
      ...given,
    }
  })
  return planFiles(all, visits)
    .map((keys) => keys.sort().join('+'))
    .sort()
}

test('small pieces that nearly the same screens need are one file, and large ones are not', () => {
  assert.deepEqual(plan({ input: { screens: 'abc' }, label: { screens: 'abcd' } }), ['input+label'])
  assert.deepEqual(plan({ input: { screens: 'abc', bytes: 9000 }, label: { screens: 'abcd' } }), ['input', 'label'])
})

test('pieces without a screen in common are never one file', () => {
  assert.deepEqual(plan({ chart: { screens: 'ab', bytes: 1 }, lock: { screens: 'cd', bytes: 1 } }), ['chart', 'lock'])
})

test('a screen at which most visits begin loads less for nothing', () => {
  const pieces = { input: { screens: 'abc', bytes: 2500 }, label: { screens: 'abcd' } }
  assert.deepEqual(plan(pieces), ['input+label'])
  assert.deepEqual(plan(pieces, new Map([['d', 3]])), ['input', 'label'])
})

test('two screens are never one file', () => {
  const screen = { screens: 'ab', isScreen: true }
  assert.deepEqual(plan({ one: screen, other: screen }), ['one', 'other'])
})

test('files never need each other in a circle', () => {
  // Together, the first and the last would need the one between them, which needs the last.
  const pieces = {
    first: { screens: 'ab', needs: ['between'] },
    between: { screens: 'ab', needs: ['last'], bytes: 1, isScreen: true },
    last: { screens: 'ab', bytes: 1, isScreen: true },
  }
  assert.ok(!plan(pieces).includes('first+last'))
  assert.ok(plan({ ...pieces, between: { ...pieces.between, needs: [] } }).some((file) => file.includes('+')))
})
