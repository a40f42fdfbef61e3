import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edited, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const noon = service.clock.now
const minute = 60_000
const day = 86_400_000
const text = (content: string) => ({ content: { type: 'text', text: content } as const })

async function group(channelId: string) {
  await service.channel(channelId, { owner: 'U-owner', subscribers: ['U-owner'] })
  const owner = await service.caller('U-owner')
  return { versions: (id: string) => owner.get(`/api/channels/${channelId}/backup/messages/${id}/versions`), owner }
}

test('the versions of a text are listed oldest first, and the last one is the current text', async () => {
  const { versions, owner } = await group('C1')
  await service.receive([
    message('C1', noon, { id: 'm1', ...text('See you at nine.') }),
    edited('C1', noon + minute, 'm1', 'See you at ten.'),
    edited('C1', noon + 2 * minute, 'm1', 'See you at eleven.'),
  ])
  assert.deepEqual((await versions('m1')).body, {
    versions: [
      { content: 'See you at nine.', at: '2026-03-10T12:00:00Z', current: false },
      { content: 'See you at ten.', at: '2026-03-10T12:01:00Z', current: false },
      { content: 'See you at eleven.', at: '2026-03-10T12:02:00Z', current: true },
    ],
  })
  const { body } = await owner.get('/api/channels/C1/backup/messages/m1')
  assert.equal(body.content, 'See you at eleven.', 'the message itself has the last one')
})

test('edits that arrive out of order are listed in the order in which they were made', async () => {
  const { versions } = await group('C2')
  await service.receive([
    message('C2', noon, { id: 'm1', ...text('one') }),
    edited('C2', noon + 2 * minute, 'm1', 'three'),
    edited('C2', noon + minute, 'm1', 'two'),
  ])
  const { body } = await versions('m1')
  assert.deepEqual(
    body.versions.map(({ content, current }: { content: string; current: boolean }) => [content, current]),
    [
      ['one', false],
      ['two', false],
      ['three', true],
    ],
  )
})

test('a text that was never edited has one version, and a message without text has none', async () => {
  const { versions } = await group('C3')
  await service.receive([
    message('C3', noon, { id: 'm-text', ...text('plain') }),
    message('C3', noon, { id: 'm-image', content: { type: 'image' } }),
    message('C3', noon, { id: 'm-sticker', content: { type: 'sticker', stickerId: '1', packageId: '2' } }),
  ])
  const only = { content: 'plain', at: '2026-03-10T12:00:00Z', current: true }
  assert.deepEqual((await versions('m-text')).body, { versions: [only] })
  for (const id of ['m-image', 'm-sticker']) {
    const answer = await versions(id)
    assert.deepEqual([answer.status, answer.body], [200, { versions: [] }], id)
  }
})

test('a message that cannot be read has no readable versions either', async () => {
  const { versions, owner } = await group('C4')
  await service.receive([
    message('C4', noon, { id: 'm-kept', ...text('one') }),
    message('C4', noon, { id: 'm-unsent', ...text('one') }),
    edited('C4', noon + minute, 'm-unsent', 'two'),
    unsent('C4', noon + 2 * minute, 'm-unsent'),
    message('C4', noon - 3 * day, { id: 'm-old', ...text('one') }),
    edited('C4', noon, 'm-old', 'two'),
  ])
  const gone = async (id: string) => {
    const answer = await versions(id)
    assert.deepEqual([answer.status, answer.body], [404, { error: 'Message not found' }], id)
  }
  for (const id of ['m-none', 'm-unsent']) await gone(id)
  assert.equal((await versions('m-old')).status, 200)
  assert.equal((await owner.put('/api/channels/C4/settings', { retentionDays: 2 })).status, 200)
  await gone('m-old')
  assert.equal((await versions('m-kept')).status, 200)

  await owner.put('/api/channels/C4/settings', { retentionDays: null, history: 'since-joined' })
  await gone('m-old')
  assert.equal((await versions('m-kept')).status, 200)
})
