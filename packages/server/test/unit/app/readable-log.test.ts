import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toReadableLine } from '../../../src/app/readable-log.ts'

const at = '2026-03-10T12:00:05.123Z'
const clock = new Date(at).toTimeString().slice(0, 8)
const readable = (entry: object) => toReadableLine(JSON.stringify({ time: at, ...entry }), { isColored: false })

test('a line has the time, the level, the message and what belongs to it', () => {
  assert.equal(
    readable({ level: 30, node: 'inn:1', dataDir: '/data', media: 'the data folder', msg: 'opened the stores' }),
    `${clock} info  opened the stores  dataDir=/data media="the data folder"\n`,
  )
  assert.match(readable({ level: 40, msg: 'The disk is nearly full' }), / WARN {2}The disk is nearly full\n$/)
})

test('a request is one short line', () => {
  const request = {
    requestId: 'r-1',
    method: 'GET',
    route: '/api/me',
    keyId: 'k_1',
    status: 200,
    ms: 3.2,
    msg: 'request',
  }
  assert.equal(readable({ level: 30, ...request }), `${clock} info  GET /api/me 200 in 3.2 ms\n`)
})

test('an error is shown with its stack, indented', () => {
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at here' }
  assert.equal(
    readable({ level: 50, err, msg: 'a job failed' }),
    `${clock} ERROR a job failed\n    Error: no\n        at here\n`,
  )
})

test('control characters of callers cannot reach the terminal', () => {
  const line = readable({ level: 30, channelId: 'C1\u001b[2J', msg: 'job\u0007\u202e' })
  assert.doesNotMatch(line.trimEnd(), /[\p{Cc}\p{Cf}]/u)
  assert.match(line, /\\u001b/)
})

test('colors are used only where they are wanted', () => {
  const line = JSON.stringify({ level: 40, time: at, msg: 'careful' })
  assert.ok(toReadableLine(line, { isColored: true }).includes('\u001b[33mWARN'))
  assert.ok(!toReadableLine(line, { isColored: false }).includes('\u001b'))
})

test('what is not JSON stays as it is', () => {
  assert.equal(toReadableLine('Trace: x', { isColored: false }), 'Trace: x')
})
