import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf } from '../src/errors/failure.ts'

test('a part of the page that could not be loaded is a matter of the connection, in every browser', () => {
  const cases: [string, string][] = [
    ['Failed to fetch dynamically imported module: https://inn.example/assets/gallery-1.js', 'network'],
    ['error loading dynamically imported module: https://inn.example/assets/gallery-1.js', 'network'],
    ['Importing a module script failed.', 'network'],
    ['Unable to preload CSS for /assets/gallery-1.css', 'network'],
    ['undefined is not a function', 'bug'],
  ]
  for (const [message, kind] of cases) {
    assert.equal(failureOf(new TypeError(message), { opening: true }).kind, kind, message)
  }
})
