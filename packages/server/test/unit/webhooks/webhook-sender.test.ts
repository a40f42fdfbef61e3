import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WebhookDeps } from '../../../src/actions/webhooks/send-events.ts'
import { startWebhookSender } from '../../../src/jobs/webhook-sender.ts'
import type { BusyWebhook } from '../../../src/ports/webhooks.ts'
import { until } from '../../support/eventually.ts'

test('receivers of one channel or person that hang leave room for others', async () => {
  const busy: BusyWebhook[] = [
    ...Array.from({ length: 70 }, (_, no) => ({ webhookId: `a${no}`, channelId: 'C1', userId: `U${no}` })),
    ...Array.from({ length: 70 }, (_, no) => ({ webhookId: `b${no}`, channelId: `C-of-one-${no}`, userId: 'U-many' })),
    { webhookId: 'z', channelId: 'C2', userId: 'U-other' },
  ]
  const begun: string[] = []
  const end = Promise.withResolvers<undefined>()
  const store = {
    listWebhooksToPlan: async () => [],
    listBusyWebhooks: async () => busy,
    // What hangs is the receiver, but then nothing more is asked either.
    findSendingWebhook(webhookId: string) {
      begun.push(webhookId)
      return end.promise
    },
  }
  const deps = { store, clock: () => 0, log: { warn: (_: object, text: string) => assert.fail(text) } }
  const sender = startWebhookSender(deps as unknown as WebhookDeps)
  await until(() => begun.includes('z'), 'the webhook of another person has its turn')
  const countOf = (letter: string) => begun.filter((webhookId) => webhookId.startsWith(letter)).length
  assert.deepEqual([countOf('a'), countOf('b')], [4, 8])
  end.resolve(undefined)
  await sender.stop()
})

test('those that waited longest have their turn first', async () => {
  const busy = Array.from({ length: 9 }, (_, no) => ({ webhookId: `w${no}`, channelId: `C${no}`, userId: 'U1' }))
  const begun: string[] = []
  const store = {
    listWebhooksToPlan: async () => [],
    listBusyWebhooks: async () => busy,
    async findSendingWebhook(webhookId: string) {
      begun.push(webhookId)
    },
  }
  const deps = { store, clock: () => 0, log: { warn: (_: object, text: string) => assert.fail(text) } }
  const sender = startWebhookSender(deps as unknown as WebhookDeps)
  await until(() => begun.length >= 16, 'two rounds')
  await sender.stop()
  assert.equal(begun[8], 'w8', 'the one without a turn is first in the second round')
})
