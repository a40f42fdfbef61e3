import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@innkeeper/testdata'
import pg from 'pg'
import { until } from '../../support/eventually.ts'
import { createCaller } from '../../support/http/caller.ts'
import { watchChannel } from '../../support/http/watching.ts'
import { bodyOf, sign } from '../../support/line/line-load.ts'
import { type Node, openNodes } from '../../support/process/nodes.ts'

test('two nodes on one database', { timeout: 300_000 }, async (whole) => {
  const nodes = await openNodes(createRandom('agree'))
  const group = nodes.testService.groups[0] ?? ''

  await whole.test('a rule that is changed at one node is used by the other at once', async () => {
    const { testService, a, b } = nodes
    const path = `/api/channels/${group}/assistant/qa`
    const created = await a.owner().post(path, { keywords: ['parking'], question: 'Parking?', answer: 'Behind it' })
    assert.equal(created.status, 201, created.text)
    const ask = async (node: Node) => {
      const said = testService.chat('parking?')
      assert.equal(
        (await node.webhookSender.deliver({ ...said.event, source: { ...sourceOf(said), groupId: group } })).status,
        200,
      )
      const { body } = await node.owner().get(`/api/channels/${group}/assistant/log?messageId=${said.messageId}`)
      return body.sends.length
    }
    // An answer is planned in the transaction that stores the message, so it is in the log when the message is acknowledged.
    assert.equal(await ask(b), 1)
    assert.equal((await a.owner().put(`${path}/${created.body.id}`, { enabled: false })).status, 200)
    assert.equal(await ask(b), 0)
    assert.equal((await b.owner().put(`${path}/${created.body.id}`, { enabled: true })).status, 200)
    assert.equal(await ask(a), 1)
  })

  await whole.test(
    'a key that is revoked at one node is refused by the other, and clients that watch with it are disconnected',
    async (t) => {
      const { a, b } = nodes
      const { body } = await a.owner().post('/api/keys', { name: 'short-lived' })
      const bearer = createCaller(b.running.url, `Bearer ${body.key}`)
      assert.equal((await bearer.get('/api/me')).status, 200)
      const watcher = await watchChannel({ url: b.running.url }, bearer, group)
      t.after(() => watcher.stop())
      assert.equal((await a.owner().delete(`/api/keys/${body.id}`)).status, 200)
      assert.equal((await bearer.get('/api/me')).status, 401, 'at the very next request')
      assert.equal((await watcher.refused).status, 401)
    },
  )

  await whole.test(
    'live events are the same at both nodes, in the same order, and can be resumed at the other node',
    async (t) => {
      const { testService, a, b } = nodes
      const watchAt = async (node: Node, lastEventId?: string) => {
        const watcher = await watchChannel(
          { url: node.running.url },
          node.owner(),
          group,
          lastEventId === undefined ? {} : { lastEventId },
        )
        t.after(() => watcher.stop())
        return watcher
      }
      const [atA, atB] = [await watchAt(a), await watchAt(b)]
      const say = async (count: number) => {
        const said = Array.from({ length: count }, () => testService.chat())
        const answers = await Promise.all(
          said.map((one, index) =>
            (index % 2 ? a : b).webhookSender.deliver({ ...one.event, source: { ...sourceOf(one), groupId: group } }),
          ),
        )
        assert.ok(answers.every(({ status }) => status === 200))
        return said.map(({ messageId }) => messageId)
      }
      const heard = ({ events }: typeof atA) =>
        events.flatMap((event) => (event.event === 'message' && event.item.kind === 'message' ? [event.item.id] : []))
      const first = await say(40)
      await until(() => heard(atA).length >= 40 && heard(atB).length >= 40, 'both received everything')
      assert.deepEqual(heard(atA), heard(atB))
      assert.deepEqual(heard(atA).toSorted(), first.toSorted())

      const last = atA.lastEventId()
      assert.ok(last)
      await atA.stop()
      const missed = await say(10)
      const resumed = await watchAt(b, last)
      await until(() => heard(resumed).length >= 10, 'the missed events')
      assert.deepEqual(heard(resumed).toSorted(), missed.toSorted())
      await until(() => heard(atB).length >= 50, 'the rest')
      assert.deepEqual(heard(atB).slice(40), heard(resumed))
    },
  )

  await whole.test('losing a database connection, even the listening one, does not stop live events', async (t) => {
    const { testService, url, a, b } = nodes
    const watcher = await watchChannel({ url: b.running.url }, b.owner(), group)
    t.after(() => watcher.stop())
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    t.after(() => client.end())
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query similar to '(listen|notify)%'`,
    )
    assert.ok(rowCount && rowCount >= 1, 'there was a listener')
    const said = testService.chat()
    const event = { ...said.event, source: { ...sourceOf(said), groupId: group } }
    await until(async () => (await a.webhookSender.deliver(event)).status === 200, 'it is accepted')
    await watcher.until(
      (one) => one.event === 'message' && one.item.kind === 'message' && one.item.id === said.messageId,
    )
  })

  await whole.test('a request can be traced by its ID from one node to another', async () => {
    const { testService, a, b } = nodes
    const said = testService.chat('/help')
    const body = bodyOf([{ ...said.event, source: { ...sourceOf(said), groupId: group } }])
    const id = 'from-the-balancer-17'
    const answer = await fetch(`${a.running.url}/webhooks/line`, {
      method: 'POST',
      headers: { 'x-line-signature': sign(body), 'x-request-id': id },
      body,
    })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('x-request-id'), id)
    const lines = () => [...a.logged(), ...b.logged()].filter(({ requestId }) => requestId === id)
    await until(() => lines().some(({ kind }) => kind === 'send-reply') && lines().length >= 2, 'both lines')
    const request = lines().find(({ msg }) => msg === 'request')
    assert.deepEqual([request?.node, request?.status], ['a', 200])
    const job = lines().find(({ msg }) => msg === 'job')
    assert.ok(job?.node === 'a' || job?.node === 'b')
    assert.deepEqual([job?.kind, job?.outcome, job?.channelId], ['send-reply', 'done', group])
  })

  // Last, because it kills a node.
  await whole.test('the jobs of a killed node are done by the other when their lease has expired', async () => {
    const { testService, a, b } = nodes
    const { platform } = testService
    // The other node is stopped, so the first one takes the reply.
    await b.stop()
    platform.behave('hang')
    const said = testService.chat('/help')
    const hungBefore = platform.met.hang
    assert.equal((await a.webhookSender.deliver(said.event)).status, 200)
    await until(() => platform.met.hang > hungBefore, 'it is sending the reply')
    await b.start()
    await a.stop('SIGKILL')
    platform.behave('answer')
    assert.ok(!platform.replies.includes(said.replyToken), 'no one has answered yet')
    await until(() => platform.replies.includes(said.replyToken), 'the other node answers', { mostMs: 90_000 })
    const answered = () => b.logged().filter(({ msg, kind }) => msg === 'job' && kind === 'send-reply')
    await until(() => answered().length > 0, 'it logs the job')
    assert.deepEqual(
      answered().map(({ node, outcome }) => [node, outcome]),
      [['b', 'done']],
    )
  })
})

const sourceOf = ({ event }: { event: Record<string, unknown> }) => event.source as object
