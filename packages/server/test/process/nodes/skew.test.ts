import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../support/eventually.ts'
import { drawRandom, say } from '../../support/line/line-load.ts'
import { type Node, openNodes } from '../../support/process/nodes.ts'
import { innkeeper } from '../../support/process/process.ts'
import { findWrongClock } from '../../support/process/wrong-clock.ts'

const questions = 40

/** How far the clocks of both nodes are ahead, and which of them runs jobs. */
const cases: [name: string, aheadMs: Record<'a' | 'b', number>, running: ('a' | 'b')[]][] = [
  ['25 seconds apart in both directions', { a: 25_000, b: -25_000 }, ['a', 'b']],
  ['two minutes ahead on one', { a: 120_000, b: 0 }, ['b']],
  ['two minutes behind on one', { a: 0, b: -120_000 }, ['a']],
]

test('with wrong clocks every question is answered once, and nodes say what is wrong', async (whole) => {
  const random = drawRandom(whole)
  const clock = findWrongClock()
  whole.diagnostic(clock.name)
  const { testService, url, a, b } = await openNodes(random)
  const [group = ''] = testService.groups
  const rule = { keywords: ['opening'], question: 'Opening hours?', answer: 'At nine', match: 'regex' }
  assert.equal((await a.owner().post(`/api/channels/${group}/assistant/qa`, rule)).status, 201)
  const config = `/api/channels/${group}/assistant/config`
  assert.equal((await a.owner().put(config, { qa: { cooldownSeconds: 0, memberCooldownSeconds: 0 } })).status, 200)

  for (const [name, aheadMs, running] of cases) {
    await whole.test(name, { timeout: 120_000 }, async () => {
      for (const node of [a, b]) {
        await node.stop()
        await node.start(clock.aheadBy(aheadMs[node.name as 'a' | 'b']))
      }
      const before = testService.platform.replies.length
      const asked = Array.from({ length: questions }, () => say(random, group, testService.ownerId, 'opening?'))
      for (const [index, { event }] of asked.entries()) {
        const node: Node = index % 2 ? a : b
        assert.equal((await node.webhookSender.deliver(event)).status, 200)
      }
      await testService.platform.hasReplied(asked.map(({ replyToken }) => replyToken))
      assert.equal(testService.platform.replies.length - before, questions, 'each once')
      for (const node of [a, b]) {
        const { warnings } = (await (await fetch(`${node.running.url}/ready`)).json()) as { warnings: string[] }
        const offMs = aheadMs[node.name as 'a' | 'b']
        assert.equal(warnings.length, offMs === 0 ? 0 : 1, warnings.join())
        if (offMs !== 0) assert.match(warnings[0] ?? '', offMs > 0 ? /seconds ahead of/ : /seconds behind/)
        if (offMs !== 0) {
          const isSaid = () => node.logged().some(({ msg }) => /clock of this machine is .* seconds/.test(String(msg)))
          await until(isSaid, 'its log says so, too')
        }
        assert.equal(/runs no jobs/.test(warnings[0] ?? ''), !running.includes(node.name as 'a' | 'b'))
      }
    })
  }
  const env = { INNKEEPER_DATABASE_URL: url, ...clock.aheadBy(120_000) }
  const { stdout } = await innkeeper(['doctor', '--data', testService.dataDir], { env, cwd: process.cwd() })
  assert.match(stdout, /warn +clock +This machine's clock is 1\d\d\.\d seconds ahead of the database server's/)
})
