import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventsOf, flat, inn, ken, mai, messageOf, second, unreadReason } from './reading.ts'

const kindsOf = (update: object) => eventsOf(update).map(({ kind }) => kind)

function memberUpdate(
  kind: 'my_chat_member' | 'chat_member',
  user: object,
  before: object,
  after: object,
  chat: object = flat,
) {
  return {
    [kind]: {
      chat,
      from: mai,
      date: second,
      old_chat_member: { user, ...before },
      new_chat_member: { user, ...after },
    },
  }
}

const left = { status: 'left' }
const member = { status: 'member' }
const administrator = { status: 'administrator' }

test('only its own membership says that the bot was added or removed', () => {
  const own = (before: object, after: object) => kindsOf(memberUpdate('my_chat_member', inn, before, after))
  assert.deepEqual(own(left, member), ['bot-added'])
  assert.deepEqual(own({ status: 'kicked' }, administrator), ['bot-added'])
  assert.deepEqual(own(member, administrator), ['chat-changed'])
  assert.deepEqual(own(member, left), ['bot-removed'])
  assert.deepEqual(own(member, { status: 'restricted', is_member: false }), ['bot-removed'])
  assert.deepEqual(kindsOf(messageOf({ new_chat_members: [inn] })), [])
  assert.deepEqual(kindsOf(messageOf({ left_chat_member: inn })), [])
})

test('people who come and go are told by both kinds of update', () => {
  const [joined] = eventsOf(messageOf({ new_chat_members: [ken, inn, { ...inn, id: 9 }] }))
  const [told] = eventsOf(memberUpdate('chat_member', ken, left, { status: 'restricted', is_member: true }))
  const person = { userId: 'tg:5550002222', displayName: 'Ken' }
  assert.deepEqual(joined?.kind === 'members-joined' && joined.members, [
    person,
    { userId: 'tg:9', displayName: 'Inn', isBot: true },
  ])
  assert.deepEqual(told?.kind === 'members-joined' && told.members, [person])
  // A welcome isn't a reply to anyone.
  assert.equal(joined?.reply?.token, '-1002222333344')
  const [gone] = eventsOf(messageOf({ left_chat_member: ken }))
  assert.deepEqual(gone?.kind === 'members-left' && gone.userIds, ['tg:5550002222'])
  assert.deepEqual(kindsOf(memberUpdate('chat_member', ken, member, { status: 'kicked' })), ['members-left'])
  assert.deepEqual(kindsOf(messageOf({ from: ken, community_chat_joined: { community: {} } })), ['members-joined'])
  assert.deepEqual(kindsOf(memberUpdate('chat_member', inn, left, member)), [])
})

test('new admins and a new owner make us look', () => {
  assert.deepEqual(kindsOf(memberUpdate('chat_member', ken, member, administrator)), ['chat-changed'])
  assert.deepEqual(kindsOf(memberUpdate('chat_member', ken, administrator, { status: 'creator' })), ['chat-changed'])
  assert.deepEqual(kindsOf(memberUpdate('chat_member', ken, member, { status: 'restricted', is_member: true })), [])
  assert.deepEqual(kindsOf(messageOf({ chat_owner_changed: { new_owner: ken } })), ['chat-changed'])
  for (const change of ['new_chat_title', 'new_chat_photo', 'delete_chat_photo', 'chat_owner_left'])
    assert.deepEqual(kindsOf(messageOf({ [change]: {} })), ['chat-changed'])
})

test('a private chat begins with /start, and blocking the bot ends it', () => {
  const chat = { id: mai.id, type: 'private', first_name: 'Mai' }
  const events = eventsOf(messageOf({ chat, message_id: 1, text: '/start' }))
  assert.deepEqual(
    events.map(({ kind, eventId, channel }) => [kind, eventId, channel]),
    ['bot-added', 'message'].map((kind, index) => [
      kind,
      `700.${index + 1}`,
      { channelId: 'tg:5550001111', type: 'user', userId: 'tg:5550001111', name: 'Mai' },
    ]),
  )
  const [linked, ...others] = eventsOf(messageOf({ chat, message_id: 2, text: '/start link' }))
  assert.equal(linked?.kind === 'message' && linked.command, '/link')
  assert.deepEqual(others, [])
  assert.deepEqual(kindsOf(memberUpdate('my_chat_member', inn, member, { status: 'kicked' }, chat)), ['bot-removed'])
  const [unblocked] = eventsOf(memberUpdate('my_chat_member', inn, { status: 'kicked' }, member, chat))
  assert.equal(unblocked?.kind, 'bot-added')
  assert.equal(unblocked?.reply, undefined)
})

test('both messages about a chat that became a supergroup say the same about the old chat', () => {
  const old = { id: -599075523, title: 'test', type: 'group' }
  const now = { id: -1001555296434, title: 'test', type: 'supergroup' }
  const first = eventsOf(messageOf({ chat: old, message_id: 16, migrate_to_chat_id: now.id }))
  const second = eventsOf(messageOf({ chat: now, message_id: 1, sender_chat: now, migrate_from_chat_id: old.id }))
  for (const [event] of [first, second]) {
    assert.ok(event?.kind === 'chat-moved')
    assert.deepEqual([event.from, event.to], ['tg:-599075523', 'tg:-1001555296434'])
    assert.equal(event.channel.channelId, 'tg:-599075523')
  }
})

test('an edit has the new text or caption, and what only moves or stays the same is no edit', () => {
  const edited = (members: object) =>
    eventsOf({ edited_message: { ...messageOf(members).message, edit_date: second + 5 } })
  const [text] = edited({ text: 'new', entities: [] })
  assert.ok(text?.kind === 'message-edited')
  assert.deepEqual([text.messageId, text.text, text.sender?.userId], ['tg:-1002222333344:41', 'new', 'tg:5550001111'])
  const [caption] = edited({ photo: [{ file_id: 'F', width: 1, height: 1 }], caption: 'new' })
  assert.equal(caption?.kind === 'message-edited' && caption.text, 'new')
  const [bare] = edited({ photo: [{ file_id: 'F', width: 1, height: 1 }] })
  assert.equal(bare?.kind === 'message-edited' && bare.text, '')
  assert.deepEqual(edited({ location: { latitude: 1, longitude: 2, live_period: 60 } }), [])
})

test('a service message without a meaning for us leaves no trace, and one that is unknown is kept', () => {
  assert.deepEqual(eventsOf(messageOf({ pinned_message: { message_id: 1 } })), [])
  assert.deepEqual(eventsOf(messageOf({ video_chat_started: {} })), [])
  assert.equal(unreadReason(messageOf({ hologram: {} })), 'The message has no content that is known (hologram)')
  assert.equal(unreadReason(messageOf({ text: 5 })), "The message's text is not text")
  assert.equal(
    unreadReason(messageOf({ text: 'x', sender_chat: 5 })),
    'The chat that wrote the message is not an object',
  )
})
