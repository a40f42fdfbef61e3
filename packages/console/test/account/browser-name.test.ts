import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserOf } from '../../src/account/browser-name.ts'

test('a browser name is split into its parts, so that it can be translated', () => {
  const cases = {
    'Firefox on Linux': { kind: 'both', browser: 'Firefox', system: 'Linux' },
    'Samsung Internet on Android': { kind: 'both', browser: 'Samsung Internet', system: 'Android' },
    'Browser on Windows': { kind: 'system', browser: 'Browser', system: 'Windows' },
    curl: { kind: 'browser', browser: 'curl', system: '' },
    'Unknown browser': { kind: 'unknown', browser: '', system: '' },
  }
  for (const [name, parts] of Object.entries(cases)) assert.deepEqual(browserOf(name), parts, name)
})
