import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OperatorReport } from '@innkeeper/contract'
import { daysLeft, type Finding, findFindings } from '@innkeeper/contract/findings'

const now = Date.parse('2026-03-10T12:00:00Z')
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString().replace('.000Z', 'Z')
const day = 24 * 60
const gib = 1024 ** 3
const growth = { messages: 0, mediaFiles: 0, mediaBytes: 0 }

const connection: OperatorReport['connections'][number] = {
  platform: 'line',
  name: 'LINE',
  consoleName: 'LINE Developers Console',
  accountId: 'U1',
  accountName: 'Inn',
  token: 'accepted',
  lastWebhookAt: ago(1),
  lastEventAt: ago(1),
  lastSignatureFailureAt: null,
  refusedWebhooks: 0,
  redelivery: 'on',
  unreachableSince: null,
  unreachableReason: '',
  lastRedeliveryAt: ago(day),
  receives: 'webhooks',
  lastPollAt: null,
  behind: null,
  lastConflictAt: null,
  missed: null,
  chatsWithHiddenMessages: 0,
}

const healthy: OperatorReport = {
  version: '1.0.0',
  startedAt: ago(day),
  warnings: [],
  connections: [connection],
  nodes: [],
  jobs: { kinds: [], buried: [] },
  unreadEvents: 0,
  media: { stored: 0, waiting: 0, lost: 0, lostReasons: [] },
  store: { databaseBytes: 1, logBytes: 1, mediaBytes: 1, last7Days: growth, last30Days: growth },
  disk: { freeBytes: 100 * gib, totalBytes: 200 * gib, isLow: false },
  search: { behind: 0 },
  channels: { largest: [], measuredAt: null, limitBytes: null, assistantLimitBytes: null },
  backup: { lastAt: ago(day) },
  snapshots: { schedule: null, nextAt: null, drillSchedule: null, nextDrillAt: null, encryption: 'none', places: [] },
  alerts: [],
  countedAt: ago(0),
}

const found = (change: Partial<OperatorReport>): Finding['kind'][] =>
  findFindings({ ...healthy, ...change }, now).map(({ kind }) => kind)
const foundFor = (change: Partial<typeof connection>) => found({ connections: [{ ...connection, ...change }] })

test('a healthy service has no findings', () => {
  assert.deepEqual(found({}), [])
})

test('problems of a connection are reported, a wrong signature only if no valid webhook has arrived since', () => {
  assert.deepEqual(foundFor({ token: 'refused' }), ['token-refused'])
  assert.deepEqual(foundFor({ token: 'unknown' }), [])
  assert.deepEqual(foundFor({ lastSignatureFailureAt: ago(0) }), ['signature-failing'])
  assert.deepEqual(foundFor({ lastSignatureFailureAt: ago(2) }), [])
  assert.deepEqual(foundFor({ lastWebhookAt: null, lastSignatureFailureAt: ago(2) }), ['signature-failing'])
  assert.deepEqual(foundFor({ lastWebhookAt: null, redelivery: 'unknown' }), ['no-webhook'])
  assert.deepEqual(foundFor({ redelivery: 'unknown' }), ['redelivery-unknown'])
  assert.deepEqual(found({ connections: [] }), ['not-connected'])
})

test('a platform that is polled is reported when nothing comes back, when someone else takes its events, and when some are missed', () => {
  const polled = { receives: 'polling', lastPollAt: ago(1), lastWebhookAt: null, redelivery: 'unknown' } as const
  assert.deepEqual(foundFor(polled), [])
  assert.deepEqual(foundFor({ ...polled, lastPollAt: ago(6) }), ['polling-stopped'])
  assert.deepEqual(foundFor({ ...polled, lastPollAt: null }), ['polling-stopped'])
  assert.deepEqual(foundFor({ ...polled, lastPollAt: ago(6), token: 'refused' }), ['token-refused'])
  assert.deepEqual(foundFor({ ...polled, lastConflictAt: ago(9) }), ['polling-conflict'])
  assert.deepEqual(foundFor({ ...polled, lastConflictAt: ago(11) }), [])
  const missed = { since: ago(2 * day), until: ago(day), reason: 'They expired.' }
  assert.deepEqual(foundFor({ ...polled, missed }), ['events-missed'])
  assert.deepEqual(foundFor({ ...polled, missed: { ...missed, until: ago(8 * day) } }), [])
})

test('jobs that have waited too long or were recently given up are reported', () => {
  const kind = { kind: 'fetch-media', waiting: 3, running: 0, buried: 0 } as const
  assert.deepEqual(found({ jobs: { kinds: [{ ...kind, oldestWaitingAt: ago(21) }], buried: [] } }), ['jobs-late'])
  assert.deepEqual(found({ jobs: { kinds: [{ ...kind, oldestWaitingAt: ago(19) }], buried: [] } }), [])
  const buried = { id: '1', kind: 'fetch-media', channelId: 'C1', reason: 'no', canRetry: true } as const
  assert.deepEqual(found({ jobs: { kinds: [], buried: [{ ...buried, buriedAt: ago(60) }] } }), ['jobs-buried'])
  assert.deepEqual(found({ jobs: { kinds: [], buried: [{ ...buried, buriedAt: ago(2 * day) }] } }), [])
})

test('a missing snapshot and one from more than a week ago are reported', () => {
  assert.deepEqual(found({ backup: { lastAt: null } }), ['never-backed-up'])
  assert.deepEqual(found({ backup: { lastAt: ago(9 * day) } }), ['backup-old'])
})

test('each problem of a snapshot place is reported, with the severe ones as such', () => {
  const place: OperatorReport['snapshots']['places'][number] = {
    target: 'folder',
    where: '/mnt/copies',
    lastSnapshotAt: ago(day),
    writtenBytes: 1,
    lastRun: null,
    lastCheck: null,
    verifiedAt: null,
    lastDrill: null,
    problems: [
      { kind: 'incomplete', reason: 'One file is missing.' },
      { kind: 'failed', reason: 'The disk is full.' },
    ],
  }
  const findings = findFindings({ ...healthy, snapshots: { ...healthy.snapshots, places: [place] } }, now)
  assert.deepEqual(findings, [
    { level: 'bad', kind: 'snapshot-failed', place: '/mnt/copies', reason: 'The disk is full.' },
    { level: 'care', kind: 'snapshot-incomplete', place: '/mnt/copies', reason: 'One file is missing.' },
  ])
  assert.deepEqual(found({}), [])
})

test('the disk is reported once if it is or will be full, and other warnings as the service sends them', () => {
  const low = { freeBytes: gib, totalBytes: 200 * gib, isLow: true }
  assert.deepEqual(found({ disk: low, warnings: ['The disk is nearly full: 1.0 GiB left'] }), ['disk-low'])
  assert.deepEqual(found({ warnings: ['The roof leaks'] }), ['warning'])
  const month = (mediaBytes: number) => ({ ...healthy.store, last30Days: { ...growth, mediaBytes } })
  assert.deepEqual(found({ store: month(150 * gib) }), ['disk-filling'])
  assert.equal(daysLeft({ ...healthy, store: month(150 * gib) }), 20)
  assert.deepEqual(found({ store: month(30 * gib) }), [])
  assert.equal(daysLeft(healthy), undefined)
})

test('the most severe finding comes first', () => {
  const connections = [{ ...connection, token: 'refused', redelivery: 'unknown' } as const]
  assert.deepEqual(found({ connections, backup: { lastAt: null }, unreadEvents: 1 }), [
    'token-refused',
    'never-backed-up',
    'redelivery-unknown',
    'unread',
  ])
})
