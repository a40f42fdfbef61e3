import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SimulatorOptions } from '@innkeeper/simulator'
import { eventually } from '../../../support/eventually.ts'
import { startLineTestService } from '../../../support/line/line.ts'

const replyRoute = 'POST /v2/bot/message/reply'
const pushRoute = 'POST /v2/bot/message/push'

type Logged = { kind: string; state: string; failure: string | null; by: string }

test('an answer whose free reply token expired while LINE was busy is pushed once', async () => {
  const { line, ask, ended, heard } = await openGroup()
  const busy = line.faults.add({ on: replyRoute, do: '429' })
  line.faults.add({ on: pushRoute, do: 'accept-then-drop', times: 1 })
  await ask()
  await line.until(() => busy.hits > 0)
  assert.deepEqual(await ended(1), [{ state: 'sent', failure: null, by: 'push' }])
  const pushes = line.requests.filter(({ route }) => route === '/v2/bot/message/push')
  assert.deepEqual(
    pushes.map(({ status }) => status),
    [undefined, 409],
    'retried with the same key',
  )
  assert.equal(heard(), 1)
})

test('when the monthly quota is used up, the push is refused, and replies still work', async () => {
  const { line, ask, ended, heard } = await openGroup({ quota: 0 })
  const busy = line.faults.add({ on: replyRoute, do: '429' })
  await ask()
  await line.until(() => busy.hits > 0)
  assert.deepEqual(await ended(1), [{ state: 'refused', failure: 'quota', by: 'push' }])
  assert.ok(!line.requests.some(({ route }) => route === '/v2/bot/message/push'), 'without a request')
  line.faults.clear()
  await ask()
  assert.deepEqual((await ended(2))[0], { state: 'sent', failure: null, by: 'reply' })
  assert.equal(heard(), 1)
})

/** A group whose bot answers `hours`, and whose owner allows pushes. */
async function openGroup(options: SimulatorOptions = {}) {
  const { service, line } = await startLineTestService({}, options)
  const mai = line.addUser({ displayName: 'Mai' })
  const group = line.addGroup({ name: 'Club', members: [mai] })
  await group.invite()
  await group.say(mai, '/claim')
  await line.until(() => line.sent.length === 2)
  const owner = await service.caller(mai.userId)
  const path = `/api/channels/${group.groupId}`
  assert.equal((await owner.put(`${path}/settings`, { allowPush: true })).status, 200)
  const rule = { keywords: ['hours'], question: 'When are you open?', answer: 'From 9 to 18' }
  assert.equal((await owner.post(`${path}/assistant/qa`, rule)).status, 201)
  return {
    line,
    ask: () => group.say(mai, 'hours?'),
    heard: () =>
      line.sent.flatMap(({ messages }) => messages).filter((one) => 'text' in one && one.text === 'From 9 to 18')
        .length,
    /** How the answers ended, newest first, once at least `count` have. Time passes meanwhile, but less than ten minutes. */
    async ended(count: number) {
      const sends = await eventually(
        async () => {
          service.clock.now += 1_000
          const { body } = await owner.get(`${path}/assistant/log`)
          return (body.sends as Logged[]).filter(({ kind }) => kind === 'answer')
        },
        (all) => all.filter(({ state }) => state !== 'waiting').length >= count,
      )
      return sends.map(({ state, failure, by }) => ({ state, failure, by }))
    },
  }
}
