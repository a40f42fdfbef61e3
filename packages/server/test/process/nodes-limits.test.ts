import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@innkeeper/testdata'
import { createCaller } from '../support/caller.ts'
import { openNodes } from '../support/nodes.ts'

const limit = 60

test('two nodes hold one limit together: whoever hammers both gets no more than at one', {
  timeout: 300_000,
}, async () => {
  const limits = { INNKEEPER_RATE_LIMIT: String(limit), INNKEEPER_AUTH_RATE_LIMIT: String(limit) }
  const { a, b } = await openNodes(createRandom('limits'), limits)
  const keys = [await a.owner().post('/api/keys', { name: '1' }), await a.owner().post('/api/keys', { name: '2' })]
  const [first, second] = keys.map(({ body }) => `Bearer ${body.key}`)

  const hammer = async (authorization: string | undefined, times: number) => {
    const [atA, atB] = [createCaller(a.running.url, authorization), createCaller(b.running.url, authorization)]
    const all = Array.from({ length: times }, (_, index) => (index % 2 ? atA : atB).get('/api/me'))
    return (await Promise.all(all)).map(({ status }) => status)
  }
  const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length

  // A slow machine may need more than a minute for it, and then there is a second minute's worth.
  for (let tries = 0; ; tries++) {
    const begun = Date.now()
    const statuses = await hammer(first, 4 * limit)
    if (Date.now() - begun > 50_000 && tries < 3) continue
    assert.equal(count(statuses, 200) + count(statuses, 429), 4 * limit)
    // What one of them has in hand when the other refuses: a twentieth at most.
    assert.ok(count(statuses, 200) <= limit, `${count(statuses, 200)} passed`)
    assert.ok(count(statuses, 200) >= limit - limit / 20, `${count(statuses, 200)} passed`)
    break
  }
  assert.equal(count(await hammer(second, 2), 200), 2, 'another key is unaffected')

  const failures = await hammer('Bearer nonsense', 4 * limit)
  assert.ok(count(failures, 401) <= limit)
  assert.equal(count(failures, 401) + count(failures, 429), 4 * limit)
})
