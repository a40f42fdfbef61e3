import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@innkeeper/testdata'
import { openNodes, until } from '../../support/process/nodes.ts'

test('what a killed node had in hand is done by the other when its lease has run out', {
  timeout: 300_000,
}, async () => {
  const { testService, a, b } = await openNodes(createRandom('jobs'))
  const { platform } = testService
  // The other node is away meanwhile, so the first one takes the reply.
  await b.stop()
  platform.behave('hang')
  const said = testService.chat('/help')
  const hungBefore = platform.met.hang
  assert.equal((await a.door.deliver(said.event)).status, 200)
  await until(() => platform.met.hang > hungBefore, 'it is at it')
  await b.start()
  await a.stop('SIGKILL')
  platform.behave('answer')
  assert.ok(!platform.replies.includes(said.replyToken), 'nobody has answered yet')
  await until(() => platform.replies.includes(said.replyToken), 'the other node answers', 90_000)
  const answered = () => b.logged().filter(({ msg, kind }) => msg === 'job' && kind === 'send-reply')
  await until(() => answered().length > 0, 'it says so')
  assert.deepEqual(
    answered().map(({ node, outcome }) => [node, outcome]),
    [['b', 'done']],
  )
})
