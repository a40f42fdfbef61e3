import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMailServer } from '../../../support/alerts/mail-server.ts'
import { startWebhookReceiver, webhookSecret } from '../../../support/alerts/webhook-receiver.ts'
import { eventually } from '../../../support/eventually.ts'
import { engine } from '../../../support/test-environment.ts'
import { startTestService } from '../../../support/test-service.ts'

const password = 'canary of the mail server'
/** Seals secrets on both engines. */
const sealing = { INNKEEPER_SECRET_KEY: 'ab'.repeat(32) }

test('what is saved in the browser is used at once on every node, sealed, recorded and never returned', async () => {
  const mail = await startMailServer({ password })
  const receiver = await startWebhookReceiver()
  const environment = { ...sealing, INNKEEPER_ALERT_WEBHOOK_ALLOW: receiver.host }
  const options = { connectors: [], alerts: { mail: mail.options } }
  const service = await startTestService(environment, options)
  const other =
    engine === 'postgres' ? await startTestService(environment, { ...options, at: service.environment }) : service
  const operator = await service.caller('U-operator', { isOperator: true })
  const changes = [
    { name: 'smtpServer', value: `mail.example:${mail.port}` },
    { name: 'smtpUser', value: 'inn' },
    { name: 'smtpPassword', value: password },
    { name: 'alertMailTo', value: 'hana@inn.example' },
    { name: 'alertWebhookUrl', value: receiver.url },
    { name: 'alertWebhookSecret', value: webhookSecret },
  ]
  const saved = await operator.put('/api/operator/settings', { changes })
  assert.equal(saved.status, 200, saved.text)
  assert.equal(saved.body.needsRestart, false)
  await mail.until(1)
  await receiver.until(1)

  const shown = (await operator.get('/api/operator/settings')).text
  const log = (await operator.get('/api/operator/log')).text
  const report = (await operator.get('/api/operator')).text
  for (const text of [saved.text, shown, log, report]) assert.doesNotMatch(text, /canary|whsec_A|whsec_B/)
  assert.match(log, /smtpPassword/)
  const stored = await service.store.listSettings()
  const sealed = stored.filter(({ isSealed }) => isSealed).map(({ name }) => name)
  assert.deepEqual(sealed.sort(), ['alertWebhookSecret', 'smtpPassword'])

  // The other node stops using them, too.
  const nothing = changes.map(({ name }) => ({ name, value: null }))
  const elsewhere = other.callerWith(operator.authorization)
  assert.equal((await elsewhere.put('/api/operator/settings', { changes: nothing })).status, 200)
  await eventually(
    () => service.store.listAlertWays(),
    (ways) => ways.length === 0,
  )
})

test('a saved password is not sent to another mail server than before, neither by saving nor by a test', async () => {
  const mail = await startMailServer({ password })
  const service = await startTestService(sealing, { connectors: [], alerts: { mail: mail.options } })
  const operator = await service.caller('U-operator', { isOperator: true })
  const changes = [
    { name: 'smtpServer', value: 'mail.example:1' },
    { name: 'smtpUser', value: 'inn' },
    { name: 'smtpPassword', value: password },
    { name: 'alertMailTo', value: 'hana@inn.example' },
  ]
  assert.equal((await operator.put('/api/operator/settings', { changes })).status, 200)
  const elsewhere = { changes: [{ name: 'smtpServer', value: `mail.example:${mail.port}` }] }
  for (const answer of [
    await operator.put('/api/operator/settings', elsewhere),
    await operator.post('/api/operator/alerts/test', { way: 'mail', ...elsewhere }),
  ]) {
    assert.equal(answer.status, 400)
    assert.match(answer.body.error, /leads to another server than before\. Enter INNKEEPER_SMTP_PASSWORD again/)
  }
  assert.equal(mail.connections, 0)
  const again = { changes: [...elsewhere.changes, { name: 'smtpPassword', value: password }] }
  const { body } = await operator.post('/api/operator/alerts/test', { way: 'mail', ...again })
  assert.deepEqual(body, { failure: null, advice: '', detail: '' })
})

test('a test says what to do if nothing is set up, and refuses what can not be saved here', async () => {
  const service = await startTestService({}, { connectors: [] })
  const operator = await service.caller('U-operator', { isOperator: true })
  for (const way of ['mail', 'webhook']) {
    const { body } = await operator.post('/api/operator/alerts/test', { way, changes: [] })
    assert.deepEqual(body, { failure: 'not-set-up', advice: "It isn't set up. Enter the settings first.", detail: '' })
  }
  const allow = { way: 'webhook', changes: [{ name: 'alertWebhookAllow', value: '127.0.0.1' }] }
  const answer = await operator.post('/api/operator/alerts/test', allow)
  assert.deepEqual(answer.body, { error: 'alertWebhookAllow is not a setting that can be changed here' })
})
