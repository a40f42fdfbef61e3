import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budgets } from '@innkeeper/contract'
import { createRandom } from '@innkeeper/testdata'
import { issueKey } from '../../../src/actions/storage/operator.ts'
import { createCaller } from '../../support/http/caller.ts'
import { openNodes } from '../../support/process/nodes.ts'
import { withData } from '../../support/process/process.ts'

const limit = 60

test('two nodes share one limit: calling both with several keys allows no more than calling one with one key', {
  timeout: 300_000,
}, async () => {
  const limits = { INNKEEPER_RATE_LIMIT: String(limit), INNKEEPER_AUTH_RATE_LIMIT: String(limit) }
  const { testService, url, a, b } = await openNodes(createRandom('limits'), limits)
  const keyFor = async (userId: string) => {
    const spec = { userId, name: '', scope: 'full', expiresAt: null } as const
    const env = { INNKEEPER_DATABASE_URL: url }
    const { key } = await withData(testService.dataDir, ({ store }) => issueKey({ store, clock: Date.now }, spec), {
      env,
    })
    return `Bearer ${key}`
  }
  const own = [await keyFor('U-hammer'), await keyFor('U-hammer')]

  const hammer = async (authorizations: (string | undefined)[], times: number, path = '/api/me') => {
    const callers = authorizations.flatMap((one) => [
      createCaller(a.running.url, one),
      createCaller(b.running.url, one),
    ])
    const all = Array.from({ length: times / callers.length }, () => callers.map((caller) => caller.get(path))).flat()
    return (await Promise.all(all)).map(({ status }) => status)
  }
  const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length

  // If a slow machine needs more than a minute, the limit of a second minute is added.
  for (let tries = 0; ; tries++) {
    const begun = Date.now()
    const statuses = await hammer(own, 4 * limit)
    if (Date.now() - begun > 50_000 && tries < 3) continue
    assert.equal(count(statuses, 200) + count(statuses, 429), 4 * limit)
    // When one node refuses, the other one can still have a twentieth of the limit in reserve.
    assert.ok(count(statuses, 200) <= limit, `${count(statuses, 200)} passed`)
    assert.ok(count(statuses, 200) >= limit - limit / 20, `${count(statuses, 200)} passed`)
    break
  }
  assert.equal(count(await hammer([await keyFor('U-other')], 2), 200), 2, 'another person is unaffected')

  const failures = await hammer(['Bearer nonsense'], 4 * limit)
  assert.ok(count(failures, 401) <= limit)
  assert.equal(count(failures, 401) + count(failures, 429), 4 * limit)

  // The nodes also share the budget per minute for expensive work: a tenth of the table's at a tenth of the default limit.
  const path = `/api/channels/${testService.groups[0]}/backup/search?q=umbrella`
  const quota = budgets.search.person.aMinute / 10
  const begun = Date.now()
  const statuses: number[] = []
  for (let wave = 0; wave < 8; wave++) statuses.push(...(await hammer([a.owner().authorization], 4, path)))
  const minutes = Math.floor((Date.now() - begun) / 60_000) + 1
  assert.ok(count(statuses, 200) >= quota, `${count(statuses, 200)} passed`)
  assert.ok(count(statuses, 200) <= minutes * quota, `${count(statuses, 200)} passed in ${minutes} minutes`)
  assert.equal(count(statuses, 200) + count(statuses, 429), 32)
})
