import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createToken, hashToken } from '../../../src/domain/accounts/token.ts'
import { until } from '../../support/eventually.ts'
import { bodyOf, channelSecret, drawRandom, lineEvent, type SentText, sign } from '../../support/line/line-load.ts'
import { accessToken, environmentFor, type LineTestService, startLineService } from '../../support/line/line-service.ts'
import { innkeeper } from '../../support/process/process.ts'
import { sabotaged } from '../../support/process/sabotage.ts'
import { freePort } from '../free-port.ts'

const said = 'canary-said-in-the-chat'
const oldSecret = 'canary-old-channel-secret-91c4'

test('no secret or message text appears in logs, errors, metrics or doctor, and the store contains no credentials', {
  timeout: 120_000,
}, async (context) => {
  const random = drawRandom(context)
  const metricsPort = await freePort()
  const env = {
    INNKEEPER_LOG: 'trace',
    INNKEEPER_METRICS: String(metricsPort),
    LINE_CHANNEL_SECRET_OLD: oldSecret,
    ...sabotaged('break-message:unlucky'),
  }
  const testService = await startLineService(random, { groups: 2, env })
  const shown: string[] = []
  const messages = await talk(testService, shown)
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  for (const words of [['doctor'], ['doctor', '--json'], ['channels', 'list', '--json'], ['keys', 'list', '--json']]) {
    const { stdout, stderr } = await innkeeper([...words, '--data', testService.dataDir], {
      env: { ...env, ...environmentFor(testService.platform) },
    })
    shown.push(stdout, stderr)
  }
  const { code, stdout, stderr } = await testService.service.stop()
  assert.equal(code, 0)
  shown.push(stdout, stderr, metrics)

  const credentials = { channelSecret, oldSecret, accessToken, key: testService.key }
  const replyTokens = Object.fromEntries(messages.map(({ replyToken }, index) => [`reply token ${index}`, replyToken]))
  const all = shown.join('\n')
  for (const [what, secret] of Object.entries({ ...credentials, ...replyTokens, said })) {
    const at = all.indexOf(secret)
    assert.equal(at, -1, `${what} leaked: ${all.slice(Math.max(0, at - 300), at + 100)}`)
  }
  assert.doesNotMatch(all, /bearer /i)

  const data = readdirSync(testService.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('')
  for (const [what, secret] of Object.entries(credentials)) assert.equal(data.includes(secret), false, what)

  // Control: the search finds what must be there, and everything above did happen.
  for (const known of [said, hashToken(testService.key)]) assert.ok(data.includes(known))
  for (const known of ['"level":50', '"level":40', 'a webhook was refused']) assert.ok(stdout.includes(known), known)
  assert.match(metrics, /^innkeeper_events_unparsed [1-9]/m)
})

/** Sends good and bad webhooks, and lets calls to the platform succeed and fail. Adds the answers to `shown`. */
async function talk(testService: LineTestService, shown: string[]): Promise<SentText[]> {
  const messages = Array.from({ length: 12 }, (_, index) =>
    testService.chat(index % 3 === 0 ? '/help' : `${said} ${index}`),
  )
  const post = async (body: string, signature: string | undefined, status: number) => {
    const answer = await testService.webhookSender.post(body, signature)
    assert.equal(answer.status, status, answer.text)
    shown.push(answer.text)
  }
  const deliver = (events: unknown[], status = 200) => post(bodyOf(events), sign(bodyOf(events)), status)
  const [groupId = ''] = testService.groups
  const source = { type: 'group', groupId, userId: testService.ownerId }
  // Half of them while every call to the platform fails, each with a different error.
  for (const [index, { event }] of messages.entries()) {
    if (index === 6) testService.platform.behave('fail')
    await deliver([event])
  }
  const unread = [
    lineEvent(source, { type: 'canaryDance', text: said }),
    { ...testService.chat(said).event, source: said },
    { ...testService.chat(said).event, message: { id: '1', type: 'canarySong', text: said } },
    testService.chat(`${said} unlucky`).event,
  ]
  await deliver(unread)
  const body = bodyOf([testService.chat(said).event])
  await post(body, undefined, 401)
  await post(body, sign(body, 'another'), 401)
  await post(body, channelSecret, 401)
  const misled = bodyOf([testService.chat(said).event], said)
  await post(misled, sign(misled), 401)
  await post(`{"destination":"${said}`, sign(`{"destination":"${said}`), 400)
  shown.push((await testService.owner().get(`/api/channels/${groupId}/backup/messages/${said.length}`)).text)
  const stranger = await fetch(`${testService.service.url}/api/me`, {
    headers: { authorization: `Bearer ${createToken()}` },
  })
  shown.push(await stranger.text())
  // How many calls have failed by now depends on how many were made before, so ask until calls have failed in each way.
  const hasFailedInEachWay = async () => {
    const question = testService.chat('/help')
    messages.push(question)
    await deliver([question.event])
    return testService.platform.met.fail >= 4
  }
  await until(hasFailedInEachWay, 'calls to the platform fail in each way', { everyMs: 100 })
  return messages
}
