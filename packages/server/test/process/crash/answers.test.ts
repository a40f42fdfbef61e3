import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startSimulator } from '@innkeeper/simulator'
import { issueKey } from '../../../src/actions/storage/operator.ts'
import { eventually } from '../../support/eventually.ts'
import { createCaller } from '../../support/http/caller.ts'
import { newFolder, type Running, serve, withData } from '../../support/process/process.ts'
import { sabotaged } from '../../support/process/sabotage.ts'
import { isSoak } from '../../support/soak.ts'

/** When the process dies: before the platform accepts the reply, after that but before it answers, or after it answers. */
type Moment = 'before' | 'accepted' | 'answered'

const each: Moment[] = ['accepted', 'answered', 'before']
const many: Moment[] = ['accepted', 'answered', 'accepted', 'before', 'accepted']
const moments = isSoak ? Array.from({ length: 7 }, () => many).flat() : each
const replyRoute = 'POST /v2/bot/message/reply'

describe('a crash around the platform accepting an answer', { timeout: isSoak ? 900_000 : 120_000 }, () => {
  let testService: Awaited<ReturnType<typeof openSetup>>
  before(async () => {
    testService = await openSetup()
  })
  after(() => testService?.close())

  test('neither loses nor duplicates it', async (context) => {
    const asked: string[] = []
    for (const moment of moments) {
      asked.push(await testService.askAndDie(moment))
      await testService.start()
      const states = await testService.statesOf(asked)
      context.diagnostic(`killed ${moment}: ${states.at(-1)} after ${testService.countReplies()} requests to reply`)
      assert.deepEqual(
        states,
        asked.map(() => 'sent'),
      )
      assert.deepEqual(testService.heard(), asked.length, 'none lost, none twice')
    }
    assert.ok(testService.countReplies() > moments.length, 'some were tried twice')
    assert.equal(testService.countPushes(), 0, 'although the owner allows push messages')
    assert.equal((await testService.owner().get('/api/usage')).body.totals.autoReplies, asked.length)
  })

  test('control: a service that forgets its first attempt is detected', async () => {
    const asked = [await testService.askAndDie('accepted')]
    await testService.start(sabotaged('forget-attempts'))
    assert.deepEqual(await testService.statesOf(asked), ['refused'], 'it is in the chat, and the log says no')
    assert.equal((await testService.service().stop()).code, 0)
  })
})

/** Runs `./innkeeper serve` with a group that has a rule for `hours`, and whose owner allows push messages. */
async function openSetup() {
  const line = await startSimulator()
  const dataDir = newFolder()
  const mai = line.addUser({ displayName: 'Mai' })
  const group = line.addGroup({ name: 'Club', members: [mai] })
  const { key } = await withData(dataDir, ({ store }) =>
    issueKey({ store, clock: Date.now }, { userId: mai.userId, name: '', scope: 'full', expiresAt: null }),
  )
  const path = `/api/channels/${group.groupId}`
  let running: Running
  const owner = () => createCaller(running.url, `Bearer ${key}`)
  const start = async (env: Record<string, string> = {}) => {
    running = await serve(dataDir, {
      env: {
        INNKEEPER_RATE_LIMIT: '0',
        LINE_CHANNEL_SECRET: line.channelSecret,
        LINE_CHANNEL_ACCESS_TOKEN: line.accessToken,
        LINE_API_BASE_URL: line.url,
        LINE_DATA_API_BASE_URL: line.url,
        ...env,
      },
    })
    line.setWebhookUrl(`${running.url}/webhooks/line`)
  }
  const heard = () =>
    line.sent
      .filter(({ chatId }) => chatId === group.groupId)
      .flatMap(({ messages }) => messages)
      .filter((message) => 'text' in message && message.text === 'From 9 to 18').length
  const countRequests = (route: string) => line.requests.filter((request) => request.route === route).length

  await start()
  await group.invite()
  await group.say(mai, '/claim')
  await line.until(() => line.sent.length === 2)
  assert.equal((await owner().put(`${path}/settings`, { allowPush: true })).status, 200)
  const rule = { keywords: ['hours'], question: 'When are you open?', answer: 'From 9 to 18' }
  assert.equal((await owner().post(`${path}/assistant/qa`, rule)).status, 201)
  return {
    start,
    close: () => line.stop(),
    owner,
    service: () => running,
    heard,
    countReplies: () => countRequests('/v2/bot/message/reply') - 2,
    countPushes: () => countRequests('/v2/bot/message/push'),
    /** Asks a question, and kills the process at this moment of answering. */
    async askAndDie(moment: Moment): Promise<string> {
      const before = heard()
      const fault =
        moment === 'answered'
          ? undefined
          : line.faults.add({ on: replyRoute, do: moment === 'before' ? 'hang' : 'accept-then-hang', times: 1 })
      const { messageId } = await group.say(mai, 'hours?')
      await line.until(() => (moment === 'before' ? fault?.hits === 1 : heard() === before + 1))
      const { signal } = await running.stop('SIGKILL')
      assert.equal(signal, 'SIGKILL')
      assert.equal(heard(), moment === 'before' ? before : before + 1)
      line.faults.clear()
      return messageId
    },
    /** Waits for the final states of the answers to these messages. */
    async statesOf(messageIds: string[]): Promise<string[]> {
      return await eventually(
        async () => {
          const { body } = await owner().get(`${path}/assistant/log?limit=100`)
          const sends = body.sends as { messageId: string; state: string }[]
          return messageIds.flatMap((id) => sends.filter((send) => send.messageId === id).map(({ state }) => state))
        },
        (states) => states.every((state) => state !== 'waiting'),
      )
    },
  }
}
