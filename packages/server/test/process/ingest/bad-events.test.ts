import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelSecret, drawRandom, lineEvent, sign } from '../../support/line/line-load.ts'
import { botId } from '../../support/line/line-platform.ts'
import { startLineService } from '../../support/line/line-service.ts'
import { innkeeper } from '../../support/process/process.ts'

test('a bad event affects neither its batch nor the service, and doctor reports it', async (context) => {
  const random = drawRandom(context)
  const testService = await startLineService(random, { groups: 1 })
  const [groupId = ''] = testService.groups
  const source = { type: 'group', groupId, userId: testService.ownerId }
  const bad: [what: string, event: string][] = [
    ['an unknown type', json(lineEvent(source, { type: 'canaryDance', dance: { steps: 3 } }))],
    ['no source', json({ ...testService.chat().event, source: null })],
    ['half a character', json(testService.chat().event).replace(/"text":"[^"]*"/, '"text":"half \\ud83d of one"')],
    ['a text of a megabyte', json(testService.chat('x'.repeat(1024 * 1024)).event)],
    ['a text that is a number', json({ ...testService.chat().event, message: { id: '1', type: 'text', text: 1 } })],
    [
      'very deep nesting',
      json(testService.chat().event).replace('"mode"', `"deep":${'['.repeat(20_000)}${']'.repeat(20_000)},"mode"`),
    ],
    ['a time in the far future', json({ ...testService.chat().event, timestamp: 1e300 })],
    ['no id', json({ ...testService.chat().event, webhookEventId: undefined })],
    ['null instead of an event', 'null'],
    ['a number instead of an event', '17'],
    ['a list instead of an event', '[[]]'],
  ]
  const good = Array.from({ length: bad.length + 1 }, () => testService.chat())
  const events = good.flatMap(({ event }, index) => [json(event), ...(bad[index] ? [bad[index][1]] : [])])
  const body = `{"destination":"${botId}","events":[${events.join(',')}]}`
  const answer = await testService.webhookSender.post(body, sign(body, channelSecret))
  assert.equal(answer.status, 200, answer.text)
  const ids = good.map(({ messageId }) => messageId).sort()
  assert.deepEqual((await testService.readBack()).sort(), ids)

  const findings = await unreadInDoctor(testService.dataDir)
  context.diagnostic(`doctor: ${findings.words}`)
  assert.equal(findings.state, 'care')
  assert.match(findings.words, new RegExp(`\\b${bad.length}\\b`), 'each bad event is kept')
  assert.equal((await testService.webhookSender.post(body, sign(body, channelSecret))).status, 200, 'delivered again')
  assert.deepEqual((await testService.readBack()).sort(), ids)

  // Each is also accepted and kept on its own. If it were refused, the platform would send it forever.
  for (const [what, event] of bad) {
    const alone = `{"destination":"${botId}","events":[${event}]}`
    const { status, text } = await testService.webhookSender.post(alone, sign(alone))
    assert.equal(status, 200, `${what}: ${text}`)
  }
  assert.equal((await testService.webhookSender.deliver(testService.chat().event)).status, 200)
  await context.test('control: a body without a list of events is not acknowledged', async () => {
    for (const body of [
      '',
      'null',
      '[]',
      '{"destination',
      `{"destination":"${botId}"}`,
      `{"destination":"${botId}","events":{}}`,
    ]) {
      const { status, text } = await testService.webhookSender.post(body, sign(body))
      assert.ok(status === 400 || status === 401, `${body}: ${status} ${text}`)
    }
  })
  const { code, stdout, stderr } = await testService.service.stop()
  assert.deepEqual([code, stderr], [0, ''])
  assert.doesNotMatch(stdout, /"level":(50|60)/, 'no error in the log')
})

function json(event: object): string {
  return JSON.stringify(event)
}

async function unreadInDoctor(dataDir: string): Promise<{ state: string; words: string }> {
  const { stdout } = await innkeeper(['doctor', '--json', '--data', dataDir])
  const findings: { name: string; state: string; words: string }[] = JSON.parse(stdout).findings
  const found = findings.find(({ words }) => /could not be read|unread/i.test(words))
  assert.ok(found, stdout)
  return found
}
