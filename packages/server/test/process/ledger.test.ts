import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Ledger } from '@innkeeper/contract'
import { seedChannel } from '../store/seed-channel.ts'
import { createCaller } from '../support/http/caller.ts'
import { innkeeper, newFolder, serve, withData } from '../support/process/process.ts'
import { findWrongClock } from '../support/process/wrong-clock.ts'

const minute = 60_000
const nearMs = 30_000

test('a service that is killed for ten minutes says so, to those who read and to the operator, and nothing else', async () => {
  const data = newFolder()
  const { aheadBy } = findWrongClock()
  const channelId = 'C-killed'
  await withData(data, ({ store }) =>
    seedChannel(store, channelId, { owner: 'U1', subscribers: ['U1'] }, Date.now() - minute, 'line'),
  )
  const first = await serve(data)
  const begunAt = Date.now()
  await first.stop('SIGKILL')
  const killedAt = Date.now()
  const second = await serve(data, { env: aheadBy(10 * minute) })
  const backAt = Date.now() + 10 * minute
  const { stdout } = await innkeeper(['keys', 'create', '--user', 'U1', '--json', '--data', data])
  const owner = createCaller(second.url, `Bearer ${JSON.parse(stdout).key}`)
  const read = async (): Promise<Ledger> => (await owner.get(`/api/channels/${channelId}/backup/ledger`)).body
  const { days, wholeSince } = await read()
  const gaps = days.flatMap((day) => day.gaps)
  assert.deepEqual([...new Set(gaps.map(({ reason }) => reason))], ['service-down'])
  const [from, to] = [Date.parse(gaps[0]?.from ?? ''), Date.parse(gaps.at(-1)?.to ?? '')]
  assert.ok(from >= begunAt - nearMs && from <= killedAt + nearMs, `it began at ${gaps[0]?.from}`)
  assert.ok(Math.abs(to - backAt) <= nearMs, `it ended at ${gaps[0]?.to}`)
  assert.equal(wholeSince, gaps.at(-1)?.to)
  assert.equal((await second.stop()).code, 0)

  const found = await gapsInDoctor(data, aheadBy(11 * minute))
  assert.equal(found?.state, 'care')
  assert.match(
    found?.words ?? '',
    /there is 1 gap: from 20\d\d-\S+, 1\d minutes, because the service was not running\./,
  )
})

test('a copy that was just restored says so, to those who read and to the operator, and not that the service was down', async () => {
  const [data, copy, work] = [newFolder(), newFolder(), newFolder()]
  const { aheadBy } = findWrongClock()
  const channelId = 'C-restored'
  await withData(data, ({ store }) =>
    seedChannel(store, channelId, { owner: 'U1', subscribers: ['U1'] }, Date.now() - minute, 'line'),
  )
  assert.equal((await (await serve(data)).stop()).code, 0)
  const snapshot = join(work, 'snapshot')
  const made = await innkeeper(['snapshot', snapshot, '--data', data])
  assert.equal(made.code, 0, made.stderr)
  const restored = await innkeeper(['restore', snapshot, '--data', copy], { env: aheadBy(5 * minute) })
  assert.equal(restored.code, 0, restored.stderr)
  const before = await gapsInDoctor(copy, aheadBy(5 * minute))
  assert.match(
    before?.words ?? '',
    /there is 1 gap: from \S+, 5 minutes, because this copy was restored from a snapshot\./,
  )

  const started = await serve(copy, { env: aheadBy(20 * minute) })
  const { stdout } = await innkeeper(['keys', 'create', '--user', 'U1', '--json', '--data', copy])
  const owner = createCaller(started.url, `Bearer ${JSON.parse(stdout).key}`)
  const { days }: Ledger = (await owner.get(`/api/channels/${channelId}/backup/ledger`)).body
  const gaps = days.flatMap((day) => day.gaps)
  assert.deepEqual([...new Set(gaps.map(({ reason }) => reason))], ['restored'])
  assert.ok(Math.abs(Date.parse(gaps.at(-1)?.to ?? '') - (Date.now() + 20 * minute)) <= nearMs, gaps.at(-1)?.to ?? '')
  const after = await gapsInDoctor(copy, aheadBy(21 * minute))
  assert.match(
    after?.words ?? '',
    /there is 1 gap: from \S+, (19|20|21) minutes, because this copy was restored from a snapshot\./,
  )
  assert.doesNotMatch(after?.words ?? '', /not running/)
  assert.equal((await started.stop()).code, 0)
})

async function gapsInDoctor(data: string, env: Record<string, string>) {
  const { stdout } = await innkeeper(['doctor', '--json', '--data', data], { env })
  const { findings }: { findings: { name: string; state: string; words: string }[] } = JSON.parse(stdout)
  return findings.find(({ name }) => name === 'gaps')
}

test("LINE's list of failed deliveries is added by a command, once", async () => {
  const data = newFolder()
  await withData(data, ({ store }) =>
    seedChannel(store, 'C1', { owner: 'U1', subscribers: ['U1'] }, Date.now(), 'line'),
  )
  const file = join(newFolder(), 'webhook-errors.tsv')
  writeFileSync(
    file,
    'Date\tStart\tEnd\tReason\tDetail\tErrors\n2026-03-10\t14:02:11\t14:03:05\tREQUEST_TIMEOUT\t\t12\nx\n',
  )
  const add = async (...more: string[]) => await innkeeper(['ledger', 'report', file, ...more, '--data', data])
  const first = await add()
  assert.equal(first.code, 0, first.stderr)
  assert.equal(
    first.stdout,
    '1 failed delivery in the file, the first at 2026-03-10T05:02:11Z. Added: 1.\nThese lines could not be read: 3.\n',
  )
  assert.deepEqual(JSON.parse((await add('--json')).stdout), { rows: 1, added: 0, unread: [3] })
  writeFileSync(file, 'name,phone\n')
  const wrong = await add()
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /has no column date, start, end/)
})
