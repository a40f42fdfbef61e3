import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Delivery, Webhook } from '../../src/webhooks/source.ts'
import {
  findUrlProblem,
  hoursBefore,
  isHttpsMissing,
  readAgainAfter,
  stateOf,
} from '../../src/webhooks/webhook-states.ts'

const at = '2026-03-01T09:30:00Z'

test('a webhook is on, failing or off', () => {
  const state = (isOn: boolean, failingSince: string | null) => stateOf({ isOn, failingSince } as Webhook)
  assert.deepEqual([state(true, null), state(true, at), state(false, at)], ['on', 'failing', 'off'])
})

test('URLs that the service would refuse are found before it is asked', () => {
  const cases: [string, string | undefined][] = [
    ['https://n8n.example/webhook/club', undefined],
    ['http://192.168.1.20:5678/', undefined],
    ['', 'not-a-url'],
    ['n8n.example', 'not-a-url'],
    ['ftp://n8n.example/', 'not-a-url'],
    ['https://user:password@n8n.example/', 'credentials'],
    ['https://token@n8n.example/', 'credentials'],
  ]
  for (const [url, problem] of cases) assert.equal(findUrlProblem(url), problem, url)
  assert.ok(isHttpsMissing('url must begin with https://; http is only possible for hosts in INNKEEPER_WEBHOOK_ALLOW'))
  assert.ok(!isHttpsMissing('Permission denied'))
})

test('a list in which something is sent soon is read again', () => {
  const now = Date.parse(at)
  const list = (nextAt: string | null) => [{ nextAt } as Delivery]
  assert.equal(readAgainAfter(undefined, now), false)
  assert.equal(readAgainAfter(list(null), now), false)
  assert.equal(readAgainAfter(list('2026-03-01T10:30:00Z'), now), false)
  assert.equal(readAgainAfter(list('2026-03-01T09:30:05Z'), now), 2_000)
})

test('times are as the service accepts them', () => {
  assert.equal(hoursBefore(Date.parse(at) + 123, 24), '2026-02-28T09:30:00Z')
})
