import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from '../../../process/free-port.ts'
import { again, bodyOf, channelSecret, drawRandom, lineEvent, sign } from '../../../support/line/line-load.ts'
import { accessToken, startLineService } from '../../../support/line/line-service.ts'
import { openTestEnvironment } from '../../../support/test-environment.ts'

const oldSecret = 'canary-old-secret-8d1f'

test('webhooks, events and jobs are counted, and no secret, text or reply token reaches the log', async (context) => {
  const random = drawRandom(context)
  const port = await freePort()
  const env = { INNKEEPER_METRICS: String(port), INNKEEPER_LOG: 'trace', LINE_CHANNEL_SECRET_OLD: oldSecret }
  const place = await openTestEnvironment()
  context.after(() => place.remove())
  const testService = await startLineService(random, { groups: 1, env, place })
  const said = testService.chat('canary-said-in-the-group')
  const unknown = lineEvent(said.event.source as object, { type: 'canary-kind', replyToken: random.hex(32) })
  assert.equal((await testService.webhookSender.deliver(said.event)).status, 200)
  assert.equal((await testService.webhookSender.deliver(again(said.event), unknown)).status, 200)
  const forged = bodyOf([testService.chat('canary-in-a-forged-one').event])
  assert.equal((await testService.webhookSender.post(forged, sign(forged, 'canary-wrong-secret'))).status, 401)
  assert.equal((await testService.webhookSender.post(forged)).status, 401)
  assert.equal((await testService.webhookSender.post('canary-no-json', sign('canary-no-json'))).status, 400)

  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  // Two more deliveries and events: the bot was invited and the group claimed.
  assert.match(text, /^innkeeper_webhooks_total\{outcome="taken"\} 3$/m)
  assert.match(text, /^innkeeper_webhooks_total\{outcome="refused"\} 2$/m)
  assert.match(text, /^innkeeper_webhooks_total\{outcome="unreadable"\} 1$/m)
  assert.match(text, /^innkeeper_events_total\{outcome="fresh"\} 3$/m)
  assert.match(text, /^innkeeper_events_total\{outcome="duplicate"\} 1$/m)
  assert.match(text, /^innkeeper_events_total\{outcome="unread"\} 1$/m)
  for (const name of ['innkeeper_events_unparsed', 'innkeeper_unread_events']) {
    assert.match(text, new RegExp(`^${name} 1$`, 'm'))
  }
  for (const name of ['innkeeper_jobs_failed', 'innkeeper_jobs_buried']) {
    assert.match(text, new RegExp(`^${name} \\d+$`, 'm'))
  }
  for (const name of ['innkeeper_http_request_duration_seconds', 'innkeeper_http_request_seconds']) {
    assert.match(text, new RegExp(`^# TYPE ${name} histogram$`, 'm'))
  }
  assert.match(text, /^# HELP innkeeper_jobs_buried Deprecated: use innkeeper_jobs_failed\./m)
  assert.match(text, /^innkeeper_jobs_waiting \d+$/m)
  assert.match(text, /^# TYPE innkeeper_jobs_total counter$/m)

  const { code, stdout, stderr } = await testService.service.stop()
  assert.equal(code, 0)
  assert.match(stdout, /"route":"\/webhooks\/:platform","status":401/, 'the log is there')
  assert.match(stdout, /"reason":"The request has no signature","msg":"a webhook was refused"/)
  const ofServers = Object.entries(place.env).flatMap(([name, value]) => {
    if (name === 'INNKEEPER_DATABASE_URL') return [new URL(value).password]
    return name === 'INNKEEPER_S3_SECRET_ACCESS_KEY' ? [value] : []
  })
  for (const secret of ['canary', channelSecret, oldSecret, accessToken, said.replyToken, ...ofServers]) {
    assert.ok(!`${stdout}${stderr}${text}`.includes(secret), secret)
  }
})
