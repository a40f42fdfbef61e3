import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '@innkeeper/contract'
import {
  decideQuiet,
  parseQuietRequest,
  type QuietDecision,
  type QuietRequest,
} from '../../../../src/domain/assistant/quiet-command.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const lasting = (ms: number): QuietRequest => ({ kind: 'for', ms })

test('the length of the quiet time is written in days, hours and minutes', () => {
  const cases: [words: string, wanted: QuietRequest | undefined][] = [
    ['', { kind: 'ask' }],
    ['off', { kind: 'off' }],
    ['Off', { kind: 'off' }],
    ['30m', lasting(30 * minute)],
    ['1h', lasting(hour)],
    ['2h30m', lasting(2 * hour + 30 * minute)],
    ['2h 30m', lasting(2 * hour + 30 * minute)],
    ['1D', lasting(day)],
    ['1d2h3m', lasting(day + 2 * hour + 3 * minute)],
    ['999999d', lasting(999_999 * day)],
    ['90', { kind: 'unclear' }],
    ['0m', { kind: 'unclear' }],
    ['-1h', { kind: 'unclear' }],
    ['1.5h', { kind: 'unclear' }],
    ['30m2h', { kind: 'unclear' }],
    ['9999999m', { kind: 'unclear' }],
    ['please', { kind: 'unclear' }],
    ['please be', undefined],
    ['1h please', undefined],
  ]
  for (const [words, wanted] of cases) {
    assert.deepEqual(parseQuietRequest(words.split(' ').filter(Boolean)), wanted, JSON.stringify(words))
  }
})

test('the owner and admins can silence the bot, and everyone can ask', () => {
  const at = Date.parse('2026-03-10T12:00:00.400Z')
  const later = at + hour
  const on = (until: number, isChange: boolean): QuietDecision => ({ answer: 'on', until, isChange })
  const cases: [wish: QuietRequest, role: Role | undefined, quietUntil: number | null, wanted: QuietDecision][] = [
    [{ kind: 'ask' }, 'member', null, { answer: 'not-quiet' }],
    [{ kind: 'ask' }, 'guest', later, on(later, false)],
    [{ kind: 'ask' }, undefined, at, { answer: 'not-quiet' }],
    [lasting(hour), 'owner', null, on(Date.parse('2026-03-10T13:00:01Z'), true)],
    [lasting(hour), 'admin', later, on(Date.parse('2026-03-10T13:00:01Z'), true)],
    [lasting(7 * day), 'owner', null, on(Date.parse('2026-03-17T12:00:01Z'), true)],
    [lasting(7 * day + minute), 'owner', null, { answer: 'too-long' }],
    [lasting(hour), 'member', null, { answer: 'admins-only' }],
    [lasting(hour), 'guest', null, { answer: 'admins-only' }],
    [lasting(hour), undefined, null, { answer: 'unknown-sender' }],
    [{ kind: 'off' }, 'admin', later, { answer: 'off', isChange: true }],
    [{ kind: 'off' }, 'admin', null, { answer: 'off', isChange: false }],
    [{ kind: 'off' }, 'member', later, { answer: 'admins-only' }],
    [{ kind: 'unclear' }, 'admin', null, { answer: 'unclear' }],
    [{ kind: 'unclear' }, 'member', null, { answer: 'admins-only' }],
  ]
  for (const [wish, role, quietUntil, wanted] of cases) {
    assert.deepEqual(decideQuiet(wish, { role, quietUntil, at }), wanted, JSON.stringify({ wish, role, quietUntil }))
  }
})
