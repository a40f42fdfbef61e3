import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readKey } from '../../src/channel/shortcuts.ts'

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
})

test('keys do what the help says', () => {
  const cases = [
    ['j', false, 'next'],
    ['ArrowDown', false, 'next'],
    ['k', false, 'previous'],
    ['/', false, 'search'],
    ['?', false, 'help'],
    ['g', false, 'wait'],
    ['d', true, 'date'],
    ['e', true, 'latest'],
    ['End', false, 'latest'],
    ['Home', false, 'first'],
    ['d', false, undefined],
    ['j', true, undefined],
    ['toString', false, undefined],
    ['x', false, undefined],
  ] as const
  for (const [key, isAfterG, command] of cases) assert.equal(readKey(press(key), isAfterG), command, key)
})

test('combinations with Ctrl, Alt or Command are left to the browser', () => {
  assert.equal(readKey(press('j', { ctrlKey: true }), false), undefined)
  assert.equal(readKey(press('/', { metaKey: true }), false), undefined)
})
