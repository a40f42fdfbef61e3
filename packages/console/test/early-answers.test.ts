import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askEarly, takeEarly } from '../src/api/early-answers.ts'

// There is no server in this test, so all requests fail. That doesn't matter here.

test('an early answer is used once, and only for the same URL', () => {
  askEarly(['/api/me', '/api/channels/C1/members'])
  assert.equal(takeEarly('/api/channels/C1/members?role=guest', undefined), undefined)
  assert.ok(takeEarly('/api/channels/C1/members', { method: 'GET' }) instanceof Promise)
  assert.equal(takeEarly('/api/channels/C1/members', { method: 'GET' }), undefined)
  assert.ok(takeEarly('/api/me', undefined) instanceof Promise)
})

test('after something was changed, no early answer is used any more', () => {
  askEarly(['/api/me', '/api/overview'])
  assert.equal(takeEarly('/api/channels/C1/backup/subscribe', { method: 'POST' }), undefined)
  assert.equal(takeEarly('/api/me', undefined), undefined)
  assert.equal(takeEarly('/api/overview', undefined), undefined)
})
