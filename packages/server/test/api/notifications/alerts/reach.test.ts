import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSimulator } from '@innkeeper/simulator'
import { startWebhookReceiver, webhookSecret } from '../../../support/alerts/webhook-receiver.ts'
import { eventually } from '../../../support/eventually.ts'
import { startTestService } from '../../../support/test-service.ts'

const minute = 60_000

test('when webhooks stop because they go elsewhere, the operator gets an alert, and another one when they arrive', async () => {
  const start = Date.now()
  const line = await startSimulator({ rateLimits: null, clock: () => start, botName: 'Inn bot' })
  after(() => line.stop())
  const receiver = await startWebhookReceiver()
  const environment = {
    LINE_API_BASE_URL: line.url,
    LINE_DATA_API_BASE_URL: line.url,
    INNKEEPER_SECRET_KEY: 'ab'.repeat(32),
    INNKEEPER_ALERT_WEBHOOK_URL: receiver.url,
    INNKEEPER_ALERT_WEBHOOK_SECRET: webhookSecret,
    INNKEEPER_ALERT_WEBHOOK_ALLOW: receiver.host,
  }
  const service = await startTestService(environment, { connectors: [], now: start })
  const operator = await service.caller('U-operator', { isOperator: true })
  const reachOf = async () => (await operator.get('/api/operator')).body.connections[0]
  const changes = [
    { name: 'lineChannelId', value: line.channelId },
    { name: 'lineChannelSecret', value: line.channelSecret },
  ]
  assert.equal((await operator.put('/api/operator/platforms/line', { changes })).body.isConnected, true)
  await eventually(reachOf, ({ lastWebhookAt }) => lastWebhookAt !== null)
  // Until there is an address, nothing is asked.
  service.clock.now += 61 * minute
  const named = [{ name: 'baseUrl', value: service.url }]
  assert.equal((await operator.put('/api/operator/settings', { changes: named })).status, 200)
  const asked = await eventually(
    () => service.store.listConnections(),
    ([one]) => one?.reach.askedAt != null,
    { mostMs: 90_000 },
  )
  assert.deepEqual(asked[0]?.reach.unreachableSince, null, 'the test webhook of LINE arrived')

  line.setWebhookUrl('https://elsewhere.example/webhooks/line')
  service.clock.now += 61 * minute
  const lost = await eventually(reachOf, ({ unreachableSince }) => unreachableSince !== null)
  assert.match(lost.unreachableReason, /delivers webhooks to another address/)
  const told = await eventually(
    () => receiver.received.find(({ event }) => event.data.kind === 'unreachable'),
    (found) => found !== undefined,
  )
  assert.equal(told?.event.data.title, 'LINE can not deliver webhooks to this service')

  line.setWebhookUrl(`${service.url}/webhooks/line`)
  service.clock.now += minute
  assert.equal((await line.deliver([])).status, 200)
  await eventually(reachOf, ({ unreachableSince }) => unreachableSince === null)
})
