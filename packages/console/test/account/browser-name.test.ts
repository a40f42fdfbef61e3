import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserOf } from '../../src/account/browser-name.ts'

test('the name of a browser is taken apart, so that it can be said in other languages', () => {
  const cases = {
    'Firefox on Linux': { kind: 'both', browser: 'Firefox', system: 'Linux' },
    'Samsung Internet on Android': { kind: 'both', browser: 'Samsung Internet', system: 'Android' },
    'Browser on Windows': { kind: 'system', browser: 'Browser', system: 'Windows' },
    curl: { kind: 'browser', browser: 'curl', system: '' },
    'Unknown browser': { kind: 'unknown', browser: '', system: '' },
  }
  for (const [name, parts] of Object.entries(cases)) assert.deepEqual(browserOf(name), parts, name)
})
