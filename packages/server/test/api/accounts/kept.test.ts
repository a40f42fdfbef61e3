import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { edited, joined, left } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const start = service.clock.now
const minute = 60_000

/** Ben never turned on a backup; Ann's keeps his messages. */
async function openGroup(channelId: string) {
  await service.channel(channelId, { owner: 'U-ann', members: ['U-ben'], subscribers: ['U-ann'] })
  await service.receive([
    message(channelId, start + minute, {
      id: `${channelId}-1`,
      from: 'U-ben',
      content: { type: 'text', text: 'Hello,\nall' },
    }),
    message(channelId, start + 2 * minute, { from: 'U-ann', content: { type: 'text', text: 'not his' } }),
    message(channelId, start + 3 * minute, {
      id: `${channelId}-2`,
      from: 'U-ben',
      content: { type: 'image', fileSize: 7 },
    }),
    message(channelId, start + 4 * minute, {
      id: `${channelId}-3`,
      from: 'U-ben',
      content: { type: 'text', text: 'teh' },
    }),
    edited(channelId, start + 5 * minute, `${channelId}-3`, 'the'),
  ])
  await service.storeMedia(channelId, `${channelId}-2`, Buffer.from('picture'))
  return { path: `/api/channels/${channelId}`, ben: await service.caller('U-ben'), ann: await service.caller('U-ann') }
}

const counts = (items: { kind: string; count: number; bytes: number | null }[]) =>
  Object.fromEntries(items.map(({ kind, count, bytes }) => [kind, bytes === null ? count : [count, bytes]]))

describe('what is kept about me', () => {
  test('lists every channel, also those I left or wait to enter, and my account', async () => {
    const { ben } = await openGroup('C-kept')
    await service.channel('C-former', { owner: 'U-ann', members: ['U-ben'] })
    await service.receive([left('C-former', start + minute, 'U-ben')])
    await service.channel('C-waiting', { owner: 'U-ann', guests: ['U-ben'] })
    const command = message('C-waiting', start + minute, { from: 'U-ben', content: { type: 'text', text: '/private' } })
    const reply = { token: 'private', expiresAt: start + 2 * minute, isOneUse: true, cost: 'free' } as const
    await service.receive([{ ...command, reply }])
    const { body } = await ben.get('/api/me/kept')
    assert.equal(body.userId, 'U-ben')
    const of = (id: string) => body.channels.find(({ channelId }: { channelId: string }) => channelId === id)
    assert.deepEqual(
      ['C-kept', 'C-former', 'C-waiting'].map((id) => [
        of(id).status,
        of(id).role,
        of(id).isPrivate,
        of(id).subscribedAt,
      ]),
      [
        ['active', 'member', false, null],
        ['left', 'member', false, null],
        ['active', 'guest', true, null],
      ],
    )
    assert.equal(of('C-kept').name, 'Group C-kept')
    assert.ok(Number(counts(body.items).keys) >= 1)
  })

  test('counts my messages and files in a channel without a subscription, and no one else’s', async () => {
    const { path, ben, ann } = await openGroup('C-counts')
    assert.equal((await ben.get(`${path}/backup/messages`)).status, 403, 'the control: he has no subscription')
    const { body } = await ben.get(`${path}/kept`)
    const { messages, files, 'edited-messages': changed } = counts(body.items)
    assert.deepEqual([messages, files, changed], [3, [1, 7], 1])
    const { firstAt, lastAt } = body.items.find(({ kind }: { kind: string }) => kind === 'messages')
    assert.deepEqual([firstAt, lastAt], ['2026-03-10T12:01:00Z', '2026-03-10T12:04:00Z'])
    assert.equal(counts((await ann.get(`${path}/kept`)).body.items).messages, 1)
  })

  test('counts what the service remembers to do its work, too', async () => {
    const channelId = 'C-remembered'
    const { path, ben, ann } = await openGroup(channelId)
    const rule = { question: 'Tea?', keywords: ['tea'], answer: 'Yes.', memberCooldownSeconds: 600 }
    assert.equal((await ann.post(`${path}/assistant/qa`, rule)).status, 201)
    const welcome = { enabled: true, message: 'Hello {name}' }
    assert.equal((await ann.put(`${path}/assistant/welcome`, welcome)).status, 200)
    const reply = (token: string) => ({ token, expiresAt: start + 60 * minute, isOneUse: true, cost: 'free' }) as const
    const unread = { at: start, reason: 'unknown kind', raw: '{}', channelId, userId: 'U-ben' }
    const before = counts((await ben.get(`${path}/kept`)).body.items)
    assert.deepEqual(
      ['cooldowns', 'early-edits', 'unread-events', 'welcomes'].filter((kind) => kind in before),
      [],
      'control',
    )
    await service.store.write<'receive-events'>({
      kind: 'receive-events',
      platform: 'test',
      at: start,
      events: [
        {
          ...message(channelId, start, { from: 'U-ben', content: { type: 'text', text: 'tea?' } }),
          reply: reply('tea'),
        },
        edited(channelId, start, 'not-here-yet', 'the', 'U-ben'),
        left(channelId, start, 'U-ben'),
        { ...joined(channelId, start + 1, 'U-ben'), reply: reply('join') } as IncomingEvent,
      ],
      unread: [unread, { ...unread, userId: 'U-ann' }],
    })
    const {
      cooldowns,
      'early-edits': early,
      'unread-events': events,
      welcomes,
    } = counts((await ben.get(`${path}/kept`)).body.items)
    assert.deepEqual([cooldowns, early, events, welcomes], [1, 1, 1, 1])
    const by = { kind: 'operator' } as const
    const code = { hash: 'a-hash', userId: 'U-ben', at: start, expiresAt: start + minute }
    await service.store.write<'create-sign-in-code'>({ kind: 'create-sign-in-code', by, ...code })
    assert.equal(counts((await ben.get('/api/me/kept')).body.items)['sign-in-links'], 1)
    assert.equal(counts((await ann.get('/api/me/kept')).body.items)['sign-in-links'], undefined)
  })

  test('can be exported as JSON lines or as text, without a subscription', async () => {
    const { path, ben } = await openGroup('C-export')
    const json = await ben.get(`${path}/kept/messages`)
    assert.match(
      json.headers.get('content-disposition') ?? '',
      /^attachment; filename="Group C-export 2026-03-10\.jsonl"/,
    )
    const lines = json.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      lines.map(({ id, type, content, path: file, versions }) => [id, type, content, file, versions?.length]),
      [
        ['C-export-1', 'text', 'Hello,\nall', undefined, undefined],
        ['C-export-2', 'image', undefined, `${path}/backup/media/C-export-2`, undefined],
        ['C-export-3', 'text', 'the', undefined, 2],
      ],
    )
    const { text, headers } = await ben.get(`${path}/kept/messages?format=txt`)
    assert.match(headers.get('content-type') ?? '', /^text\/plain; charset=utf-8/)
    assert.match(text, /^Your messages in Group C-export\n/)
    assert.match(text, /2026-03-10 12:01 {2}Hello,\n {18}all\n/)
    assert.match(text, /2026-03-10 12:04 {2}the \(edited\)\n/)
    assert.match(text, /Files \(1\)[\s\S]+\/api\/channels\/C-export\/backup\/media\/C-export-2\n$/)
    assert.ok(!text.includes('not his') && !json.text.includes('not his'))
    assert.equal((await ben.get(`${path}/kept/messages?format=pdf`)).status, 400)
  })

  test('leaves out what has expired, but not what was before they left and came back', async () => {
    const { path, ben, ann } = await openGroup('C-expiry')
    await service.receive([left('C-expiry', start + 10 * minute, 'U-ben')])
    await service.receive([
      message('C-expiry', start + 20 * minute, { from: 'U-ben', content: { type: 'text', text: 'back' } }),
    ])
    await ann.put(`${path}/settings`, { history: 'since-joined' })
    assert.equal((await ben.get(`${path}/kept/messages`)).text.trimEnd().split('\n').length, 4)
    await ann.put(`${path}/settings`, { retentionDays: 1 })
    service.clock.now = start + 3 * 24 * 60 * minute
    assert.equal((await ben.get(`${path}/kept/messages`)).text, '')
    service.clock.now = start
  })
})
