import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { edited, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import { findRemains } from '../../support/hostile/remains.ts'
import { fakeDelivery } from '../../support/line/fake-platform.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'

const dayMs = 86_400_000

/** A group with small talk and one message whose text occurs nowhere else. */
async function withSecret(environment: Record<string, string> = {}) {
  const service = await startTestService(environment)
  const channel = await service.channel('C1', { owner: 'U-owner', members: ['U1'], subscribers: ['U-owner'] })
  const secret = `secret ${randomBytes(12).toString('hex')}`
  const talk = Array.from({ length: 30 }, (_, index) =>
    message(channel, service.clock.now + index, {
      from: 'U-owner',
      content: { type: 'text', text: `small talk ${index}` },
    }),
  )
  const said = message(channel, service.clock.now, { id: 'm1', from: 'U1', content: { type: 'text', text: secret } })
  await deliver(service, [...talk, said])
  assert.notDeepEqual(await findRemains(service.environment, [secret]), [], 'control: it is in the files before')
  return { service, channel, secret }
}

async function deliver(service: TestService, events: Parameters<typeof fakeDelivery>[0]['events']): Promise<void> {
  const { headers, raw } = fakeDelivery({ events })
  const answer = await fetch(`${service.url}/webhooks/fake`, { method: 'POST', headers, body: raw })
  assert.equal(answer.status, 200)
}

/** Checks the files of the data folder, including the write-ahead log, while the service is running. */
async function untilGone(service: TestService, secret: string): Promise<void> {
  const remains = await eventually(
    () => findRemains(service.environment, [secret]),
    (found) => found.length === 0,
  )
  assert.deepEqual(remains, [])
}

describe('while the service is running, no file contains the text', () => {
  test('of a message that was unsent', async () => {
    const { service, channel, secret } = await withSecret()
    await deliver(service, [unsent(channel, service.clock.now + 1, 'm1')])
    await untilGone(service, secret)
  })

  test('of a message that was unsent, or of its earlier versions, after another process wrote it', async () => {
    const { service, channel, secret } = await withSecret()
    await service.receive([edited(channel, service.clock.now + 1, 'm1', 'other words')])
    assert.notDeepEqual(await findRemains(service.environment, [secret]), [], 'the earlier version is kept')
    await service.receive([unsent(channel, service.clock.now + 2, 'm1')])
    await untilGone(service, secret)
  })

  test('of a person who was erased', async () => {
    const { service, secret } = await withSecret()
    const by = { kind: 'operator' } as const
    const erasure = { kind: 'erase-person', by, at: service.clock.now + 1, userId: 'U1', channelId: null } as const
    await service.store.write<'erase-person'>(erasure)
    await untilGone(service, secret)
  })

  test('of a channel that was deleted', async () => {
    const { service, channel, secret } = await withSecret()
    const owner = await service.caller('U-owner')
    const answer = await owner.delete(`/api/channels/${channel}`, { confirm: `Group ${channel}` })
    assert.equal(answer.status, 200, answer.text)
    await untilGone(service, secret)
  })

  test('of a message whose retention period has ended', async () => {
    const { service, secret } = await withSecret({ INNKEEPER_RETENTION_DAYS: '1' })
    const at = service.clock.now + 3 * dayMs
    await service.store.write<'delete-expired'>({ kind: 'delete-expired', at, ceilingDays: 1, limit: 1000 })
    await untilGone(service, secret)
  })
})
