import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { edited, unsent } from '../../support/chat-events.ts'
import { message } from '../../support/events.ts'
import { findRemains } from '../../support/hostile/remains.ts'
import { fakeDelivery } from '../../support/line/fake-platform.ts'
import { eventually } from '../../support/line/line.ts'
import { type Inn, openInn } from '../../support/test-service.ts'

const dayMs = 86_400_000

/** A group in which one person said something that is found nowhere else, beside small talk. */
async function withSecret(environment: Record<string, string> = {}) {
  const inn = await openInn(environment)
  const channel = await inn.channel('C1', { owner: 'U-owner', members: ['U1'], subscribers: ['U-owner'] })
  const secret = `secret ${randomBytes(12).toString('hex')}`
  const talk = Array.from({ length: 30 }, (_, index) =>
    message(channel, inn.clock.now + index, {
      from: 'U-owner',
      content: { type: 'text', text: `small talk ${index}` },
    }),
  )
  const said = message(channel, inn.clock.now, { id: 'm1', from: 'U1', content: { type: 'text', text: secret } })
  await deliver(inn, [...talk, said])
  assert.notDeepEqual(await findRemains(inn.place, [secret]), [], 'control: it is in the files before')
  return { inn, channel, secret }
}

async function deliver(inn: Inn, events: Parameters<typeof fakeDelivery>[0]['events']): Promise<void> {
  const { headers, raw } = fakeDelivery({ events })
  const answer = await fetch(`${inn.url}/webhooks/fake`, { method: 'POST', headers, body: raw })
  assert.equal(answer.status, 200)
}

/** In the files of the data folder, the write-ahead log among them, while the service runs. */
async function untilGone(inn: Inn, secret: string): Promise<void> {
  const remains = await eventually(
    () => findRemains(inn.place, [secret]),
    (found) => found.length === 0,
  )
  assert.deepEqual(remains, [])
}

describe('while the service runs, no file holds the text', () => {
  test('of a message that was unsent', async () => {
    const { inn, channel, secret } = await withSecret()
    await deliver(inn, [unsent(channel, inn.clock.now + 1, 'm1')])
    await untilGone(inn, secret)
  })

  test('of a message that was unsent, or its earlier versions, after another process wrote it', async () => {
    const { inn, channel, secret } = await withSecret()
    await inn.receive([edited(channel, inn.clock.now + 1, 'm1', 'other words')])
    assert.notDeepEqual(await findRemains(inn.place, [secret]), [], 'the earlier version is kept')
    await inn.receive([unsent(channel, inn.clock.now + 2, 'm1')])
    await untilGone(inn, secret)
  })

  test('of a person who was erased', async () => {
    const { inn, secret } = await withSecret()
    const by = { kind: 'operator' } as const
    const wish = { kind: 'erase-person', by, at: inn.clock.now + 1, userId: 'U1', channelId: null } as const
    await inn.store.write<'erase-person'>(wish)
    await untilGone(inn, secret)
  })

  test('of a channel that was deleted', async () => {
    const { inn, channel, secret } = await withSecret()
    const owner = await inn.caller('U-owner')
    const answer = await owner.delete(`/api/channels/${channel}`, { confirm: `Group ${channel}` })
    assert.equal(answer.status, 200, answer.text)
    await untilGone(inn, secret)
  })

  test('of a message whose retention has passed', async () => {
    const { inn, secret } = await withSecret({ INNKEEPER_RETENTION_DAYS: '1' })
    const at = inn.clock.now + 3 * dayMs
    await inn.store.write<'delete-expired'>({ kind: 'delete-expired', at, ceilingDays: 1, limit: 1000 })
    await untilGone(inn, secret)
  })
})
