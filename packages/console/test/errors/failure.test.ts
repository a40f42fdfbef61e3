import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InnkeeperError } from '@innkeeper/client'
import { type ErrorCode, errors, sentenceOf } from '@innkeeper/contract'
import { failureOf } from '../../src/errors/failure.ts'
import { en } from '../../src/locales/texts.ts'

test('a part of the page that fails to load counts as a network error, in every browser', () => {
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

test('every error code has its own text, except for those whose sentence says it', () => {
  const kinds = new Map<string, string>()
  for (const code of Object.keys(errors) as ErrorCode[]) {
    const refusal = new InnkeeperError(errors[code].status, sentenceOf(code, 'because'), new Headers())
    assert.equal(refusal.code, code)
    const { kind } = failureOf(refusal, { opening: false })
    assert.ok(Object.hasOwn(en.errors.kinds, kind), code)
    kinds.set(code, kind)
  }
  const invalid = [...kinds].filter(([, kind]) => kind === 'invalid').map(([code]) => code)
  const forPrograms = ['webhook-refused', 'post-only', 'range-not-satisfiable']
  assert.deepEqual(new Set(invalid), new Set(['invalid', 'import-conflict', ...forPrograms]))
})

test('a response from a proxy is explained by its status', () => {
  const kindOf = (status: number, opening = false) =>
    failureOf(new InnkeeperError(status, `The service answered ${status}`, new Headers()), { opening }).kind
  assert.deepEqual(
    [401, 403, 404, 413, 429, 500, 502].map((status) => kindOf(status)),
    ['signed-out', 'denied', 'not-found', 'invalid', 'too-many', 'server', 'unavailable'],
  )
  assert.equal(kindOf(403, true), 'forbidden')
})

test('a connection that failed is not presented as a mistake of the person', () => {
  const kindOf = (sentence: string) =>
    failureOf(new InnkeeperError(400, sentence, new Headers()), { opening: false }).kind
  assert.equal(kindOf('The request did not arrive in time'), 'interrupted')
  assert.equal(
    kindOf('Too many connections are open, and this one was the slowest; send the request again'),
    'interrupted',
  )
  assert.equal(kindOf('question must not be empty'), 'invalid')
})
