import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '@innkeeper/testdata'
import { until } from '../../support/eventually.ts'
import { again, compare, drawRandom, inParallel, type LineEvent, type SentText } from '../../support/line/line-load.ts'
import { type Node, type Nodes, openNodes } from '../../support/process/nodes.ts'
import { isSoak } from '../../support/soak.ts'

const events = isSoak ? 5_000 : 200
const timeout = isSoak ? 900_000 : 300_000

test('events come several times to either node and one node is killed: each is stored once and answered once', {
  timeout,
}, async (context) => {
  const random = drawRandom(context)
  const nodes = await openNodes(random)
  const { testService, a, b } = nodes
  for (const group of testService.groups) await teach(a, group)

  const load = createLoad(random, nodes, events)
  const isHalfSent = () => load.sent.length >= events / 2
  const killed = until(isHalfSent, 'half of the load', { mostMs: timeout }).then(() => a.stop('SIGKILL'))
  await inParallel(16, load.next, load.deliver)
  await killed
  context.diagnostic(
    `${load.deliveries()} deliveries of ${events} events; the other node was killed after ${load.ofA()} of them`,
  )
  assert.ok(load.ofA() > 0)

  testService.service = b.running
  const ids = load.sent.map(({ messageId }) => messageId)
  assert.deepEqual(compare(ids, await testService.readBack()), { lost: [], twice: [] })
  assert.equal((await testService.readBack()).length, events)

  // The other node takes over the dead node's jobs when their lease has expired, while the reply tokens are still valid.
  const tokens = load.sent.filter(isQuestion).map(({ replyToken }) => replyToken)
  await until(() => {
    const said = new Set(testService.platform.replies)
    return tokens.every((token) => said.has(token))
  }, 'an answer to every question')
  const times = tokens.map((token) => testService.platform.replies.filter((one) => one === token).length)
  assert.deepEqual(new Set(times), new Set([1]))
  let answers = 0
  for (const group of testService.groups) answers += (await listAnswered(b, group)).length
  assert.equal(answers, tokens.length, 'one log entry for each')
})

const isQuestion = ({ event }: SentText) => (event.message as { text?: string }).text === question
const question = 'what are your hours?'

async function teach(node: Node, group: string): Promise<void> {
  const rule = { keywords: ['hours'], question: 'When are you open?', answer: 'From 9 to 18' }
  const { status, text } = await node.owner().post(`/api/channels/${group}/assistant/qa`, rule)
  assert.equal(status, 201, text)
}

async function listAnswered(node: Node, group: string): Promise<string[]> {
  const ids: string[] = []
  let cursor = ''
  do {
    const { body } = await node.owner().get(`/api/channels/${group}/assistant/log?limit=100${cursor}`)
    const sends = body.sends as { kind: string; messageId: string }[]
    ids.push(...sends.filter(({ kind }) => kind === 'answer').map(({ messageId }) => messageId))
    cursor = body.nextCursor ? `&cursor=${encodeURIComponent(body.nextCursor)}` : ''
  } while (cursor)
  return ids
}

/** Delivers each event 1 to 5 times, at random times and to random nodes, until each delivery is acknowledged. */
function createLoad(random: Random, { testService, a, b }: Nodes, total: number) {
  const sent: SentText[] = []
  const repetitions: LineEvent[] = []
  let deliveries = 0
  let ofA = 0
  const deliver = async (event: LineEvent) => {
    for (let tries = 0; tries < 600; tries++) {
      const node = a.isUp && random.below(2) === 0 ? a : b
      const { status, text } = await node.webhookSender.deliver(tries === 0 ? event : again(event))
      if (status === 200) {
        deliveries++
        if (node === a) ofA++
        return
      }
      assert.ok(status === 503 || (status === 0 && node === a), `${status} ${text}`)
      await pause(50)
    }
    assert.fail('an event was never acknowledged')
  }
  return {
    sent,
    deliver,
    deliveries: () => deliveries,
    ofA: () => ofA,
    next(): LineEvent | undefined {
      const isOver = sent.length >= total
      if (repetitions.length > 0 && (isOver || random.below(3) > 0)) {
        const [one] = repetitions.splice(random.below(repetitions.length), 1)
        return one
      }
      if (isOver) return undefined
      const said = random.below(5) === 0 ? testService.chat(question) : testService.chat()
      sent.push(said)
      for (let count = random.below(5); count > 0; count--) repetitions.push(again(said.event))
      return said.event
    },
  }
}
