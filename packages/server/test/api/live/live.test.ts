import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ChannelEvent } from '@innkeeper/contract'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { botAdded, edited, joined, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { type Watcher, watchChannel } from '../../support/http/watching.ts'
import { fakeDelivery } from '../../support/line/fake-platform.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const now = service.clock.now
const watchers: Watcher[] = []
after(() => Promise.all(watchers.map((watcher) => watcher.stop())))

let channels = 0

/** A channel that its owner watches. */
async function watched() {
  const channelId = `C-live-${++channels}`
  // Its platform is one that the service is connected to.
  await deliver([botAdded(channelId, now)])
  await service.channel(channelId, {
    owner: 'U-owner',
    members: ['U-mika'],
    subscribers: ['U-owner'],
  })
  const owner = await service.caller('U-owner')
  const watcher = await watchChannel(service, owner, channelId)
  watchers.push(watcher)
  return { channelId, owner, watcher }
}

const is = (name: ChannelEvent['event'], id?: string) => (event: ChannelEvent) =>
  event.event === name && (id === undefined || JSON.stringify(event).includes(`"id":"${id}"`))

const namesOf = ({ events }: Watcher) => events.map(({ event }) => event)

/** Through the service's webhook, unlike `service.receive`, which acts like another process. */
async function deliver(events: IncomingEvent[]): Promise<void> {
  const answer = await service.callerWith(undefined).request('POST', '/webhooks/fake', fakeDelivery({ events }))
  assert.equal(answer.status, 200)
}

test('messages appear live, as the timeline shows them, whichever process wrote them to the store', async () => {
  const { channelId, owner, watcher } = await watched()
  await deliver([message(channelId, now + 1, { id: 'm-here' }), message(channelId, now + 2, { id: 'm-too' })])
  await watcher.until(is('message', 'm-too'))
  await service.receive([message(channelId, now + 3, { id: 'm-elsewhere', from: 'U-mika' })])
  await watcher.until(is('message', 'm-elsewhere'))
  const { items, lastEventId } = (await owner.get(`/api/channels/${channelId}/backup/timeline`)).body
  assert.deepEqual(
    watcher.events.map((event) => ('item' in event ? event.item : event.event)),
    items.filter(({ kind }: { kind: string }) => kind === 'message'),
  )
  assert.equal(watcher.lastEventId(), lastEventId)
})

test('edits, files and unsends are sent as they happen', async () => {
  const { channelId, watcher } = await watched()
  await service.receive([
    message(channelId, now + 1, { id: 'm-text' }),
    message(channelId, now + 2, { id: 'm-image', content: { type: 'image' } }),
    message(channelId, now + 3, { id: 'm-lost', content: { type: 'image' } }),
  ])
  await watcher.until(is('message', 'm-lost'))
  await service.receive([edited(channelId, now + 4, 'm-text', 'Other words')])
  const edit = await watcher.until(is('edited', 'm-text'))
  assert.ok('item' in edit && edit.item.kind === 'message' && edit.item.type === 'text')
  assert.deepEqual([edit.item.content, edit.item.edited], ['Other words', true])
  await service.storeMedia(channelId, 'm-image', Buffer.from('a picture'))
  const stored = await watcher.until(is('media', 'm-image'))
  assert.ok('item' in stored && stored.item.kind === 'message')
  assert.equal(stored.item.mediaState, 'stored')
  const lost = { kind: 'lose-media', at: now, channelId, messageId: 'm-lost', reason: 'it expired' } as const
  await service.store.write<'lose-media'>(lost)
  const gone = await watcher.until(is('media', 'm-lost'))
  assert.ok('item' in gone && gone.item.kind === 'message')
  assert.deepEqual([gone.item.mediaState, gone.item.lostReason], ['lost', 'it expired'])
  await service.receive([unsent(channelId, now + 5, 'm-text')])
  assert.deepEqual(await watcher.until(is('unsent')), { event: 'unsent', id: 'm-text' })
})

test("the bot's answer appears when it is sent", async () => {
  const { channelId, owner, watcher } = await watched()
  const rule = { keywords: ['wifi'], question: 'The password?', answer: 'It is on the board.' }
  assert.equal((await owner.post(`/api/channels/${channelId}/assistant/qa`, rule)).status, 201)
  const question = message(channelId, now + 1, { id: 'm-asked', content: { type: 'text', text: 'Is there wifi?' } })
  const reply = { token: 'right', expiresAt: now + 60_000, isOneUse: true, cost: 'free' } as const
  await deliver([{ ...question, reply }])
  const said = await watcher.until((event) => 'item' in event && event.item.kind === 'answer')
  assert.ok('item' in said && said.item.kind === 'answer')
  assert.deepEqual([said.item.texts, said.item.messageId], [['It is on the board.'], 'm-asked'])
})

test('changes to people, roles and settings are announced without details', async () => {
  const { channelId, owner, watcher } = await watched()
  const path = `/api/channels/${channelId}`
  const heard = async (name: ChannelEvent['event'], work: () => Promise<unknown>) => {
    const before = watcher.events.length
    await work()
    await watcher.until((event) => event.event === name && watcher.events.indexOf(event) >= before)
    const announced = watcher.events.slice(before).filter(({ event }) => event !== 'happening')
    assert.deepEqual(announced, [{ event: name }])
  }
  await heard('member', () =>
    service.receive([joined(channelId, now + 1, 'U-new', 'New'), joined(channelId, now, 'U-2')]),
  )
  await heard('member', () => owner.put(`${path}/members/U-mika/role`, { role: 'admin' }))
  await heard('settings', () => owner.put(`${path}/settings`, { language: 'ja' }))
  await heard('settings', () => owner.put(`${path}/assistant/config`, { qa: { enabled: false } }))
  await heard('settings', () => owner.put(`${path}/status`, { status: 'disabled' }))
  await heard('member', () => owner.put(`${path}/owner`, { userId: 'U-mika' }))
  // No difference, no event.
  const unchanged = await service.caller('U-mika')
  await unchanged.put(`${path}/settings`, {})
  await service.receive([joined(channelId, now + 2, 'U-new', 'New')])
  await heard('settings', () => unchanged.put(`${path}/status`, { status: 'active' }))
})

test('a reader with history since joining gets no events about older messages, and no quotes of them', async () => {
  const { channelId, owner, watcher } = await watched()
  await service.receive([message(channelId, now + 1, { id: 'm-old' })])
  await owner.put(`/api/channels/${channelId}/settings`, { history: 'since-joined' })
  await service.receive([joined(channelId, now + 10, 'U-late', 'Late')])
  await service.subscribe(channelId, 'U-late')
  const late = await watchChannel(service, await service.caller('U-late'), channelId)
  watchers.push(late)
  const quoting = message(channelId, now + 20, { id: 'm-quoting' })
  await service.receive([
    message(channelId, now + 2, { id: 'm-before' }),
    { ...quoting, details: { quotedMessageId: 'm-old' } },
  ])
  await watcher.until(is('message', 'm-quoting'))
  await service.receive([edited(channelId, now + 21, 'm-old', 'Other words')])
  await service.receive([message(channelId, now + 22, { id: 'm-end' })])
  const quotedBy = async (one: Watcher) => {
    await one.until(is('message', 'm-end'))
    const event = await one.until(is('message', 'm-quoting'))
    return 'item' in event && event.item.kind === 'message' && event.item.quoted
  }
  assert.deepEqual(await quotedBy(late), { id: 'm-old', sender: null, type: null, excerpt: '' })
  assert.deepEqual(namesOf(late), ['message', 'message'])
  // The owner, who was there from the start, gets all of it.
  assert.deepEqual(await quotedBy(watcher), {
    id: 'm-old',
    sender: 'Name of U-owner',
    type: 'text',
    excerpt: 'Text of m-old',
  })
  assert.ok(watcher.events.some(is('message', 'm-before')) && watcher.events.some(is('edited', 'm-old')))
})

test('an unsend is only announced to people who could read the message', async () => {
  const { channelId, owner, watcher } = await watched()
  await service.receive([message(channelId, now + 1, { id: 'm-old' })])
  await owner.put(`/api/channels/${channelId}/settings`, { history: 'since-joined' })
  await service.receive([joined(channelId, now + 10, 'U-later'), message(channelId, now + 20, { id: 'm-new' })])
  await service.subscribe(channelId, 'U-later')
  const late = await watchChannel(service, await service.caller('U-later'), channelId)
  watchers.push(late)
  await service.receive([unsent(channelId, now + 30, 'm-old')])
  await service.receive([unsent(channelId, now + 31, 'm-new')])
  const heardBy = async (one: Watcher) => {
    await one.until((event) => event.event === 'unsent' && event.id === 'm-new')
    return one.events.flatMap((event) => (event.event === 'unsent' ? [event.id] : []))
  }
  assert.deepEqual(await heardBy(late), ['m-new'])
  assert.deepEqual(await heardBy(watcher), ['m-old', 'm-new'], 'the owner, who was there')
})

test('erasing a person unsends their messages and then sends a reset', async () => {
  const { channelId, watcher } = await watched()
  await service.receive(['a', 'b', 'c'].map((id, at) => message(channelId, now + at, { id, from: 'U-mika' })))
  await watcher.until(is('message', 'c'))
  await service.store.write<'erase-person'>({
    kind: 'erase-person',
    by: { kind: 'operator' },
    at: now + 10,
    userId: 'U-mika',
    channelId,
  })
  await watcher.until(is('reset'))
  assert.deepEqual(
    watcher.events.filter(is('unsent')),
    ['a', 'b', 'c'].map((id) => ({ event: 'unsent', id })),
  )
})
