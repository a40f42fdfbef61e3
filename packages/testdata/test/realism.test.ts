import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChatContent, type ChatEvent, describeChannel, generateChannel } from '@innkeeper/testdata'

const endAt = Date.parse('2026-03-10T12:00:00Z')

type Message = ChatEvent & { kind: 'message' }

function chat(index: number, messages = 3_000): ChatEvent[] {
  return [...generateChannel({ seed: 'realism', index, messages, endAt, days: 60 })]
}

function messagesOf(events: ChatEvent[]): Message[] {
  return events.filter((event) => event.kind === 'message')
}

function textsOf(events: ChatEvent[]): string[] {
  return messagesOf(events).flatMap(({ content }) => (content.type === 'text' ? [content.text] : []))
}

test('most messages are text, and every other type occurs', () => {
  for (const index of [0, 1, 2, 3]) {
    const messages = messagesOf(chat(index))
    const share = (type: ChatContent['type']) =>
      messages.filter(({ content }) => content.type === type).length / messages.length
    assert.ok(share('text') > 0.7 && share('text') < 0.9, `text ${share('text')}`)
    for (const type of ['sticker', 'image'] as const) {
      assert.ok(share(type) > 0.03 && share(type) < 0.1, `${type} ${share(type)}`)
    }
    for (const type of ['video', 'audio', 'file', 'location'] as const) {
      assert.ok(share(type) > 0.004 && share(type) < 0.03, `${type} ${share(type)}`)
    }
  }
})

test('a few messages are edited, a few are unsent, and people join and leave', () => {
  const events = chat(0)
  for (const kind of ['message-edited', 'message-unsent', 'members-joined', 'members-left'] as const) {
    const count = events.filter((event) => event.kind === kind).length
    assert.ok(count >= 3 && count < 60, `${kind}: ${count}`)
  }
})

test('channels alternate between four scripts', () => {
  const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
  const cases = [
    { script: /\p{Script=Latin}/u, foreign: /[\p{Script=Han}\p{Script=Thai}]/u },
    { script: kana, foreign: /\p{Script=Thai}/u },
    { script: /\p{Script=Han}/u, foreign: kana },
    { script: /\p{Script=Thai}/u, foreign: /\p{Script=Han}/u },
  ]
  for (const [index, { script, foreign }] of cases.entries()) {
    const { name, people, ownerId } = describeChannel({ seed: 'realism', index })
    const texts = textsOf(chat(index)).filter((text) => /\p{Letter}/u.test(text))
    const inScript = texts.filter((text) => script.test(text)).length / texts.length
    assert.ok(inScript > 0.9, `${index}: ${inScript} of the texts`)
    for (const text of [...texts, name]) assert.doesNotMatch(text, foreign)
    const owner = people.find(({ userId }) => userId === ownerId)
    assert.match(owner?.displayName ?? '', index === 1 ? kana : script)
  }
})

test('no placeholder is left in a text', () => {
  for (const index of [0, 1, 2, 3]) {
    for (const text of textsOf(chat(index))) {
      assert.doesNotMatch(text, /[{}@]|undefined|null/)
      assert.notEqual(text.trim(), '')
    }
  }
})

test('nights are quiet in the group’s time zone', () => {
  const zones = new Set<string>()
  for (const index of [0, 1, 2, 3, 4]) {
    const { timezone } = describeChannel({ seed: 'realism', index })
    zones.add(timezone)
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', hourCycle: 'h23' })
    const hours = messagesOf(chat(index)).map(({ at }) => Number(clock.format(at)))
    const share = (from: number, to: number) => hours.filter((hour) => hour >= from && hour < to).length / hours.length
    assert.ok(share(1, 6) < 0.05, `${timezone}: ${share(1, 6)} at night`)
    assert.ok(share(17, 22) > 0.3, `${timezone}: ${share(17, 22)} in the evening`)
  }
  const expected = ['America/New_York', 'Asia/Bangkok', 'Asia/Taipei', 'Asia/Tokyo', 'Europe/Berlin']
  assert.deepEqual([...zones].sort(), expected)
})

test('a page of fifty messages takes about ten kilobytes', () => {
  for (const index of [0, 1, 2, 3]) {
    const sizes = messagesOf(chat(index)).flatMap(({ messageId, sender, content }) => {
      if (content.type !== 'text') return []
      const timestamp = '2026-03-01T09:30:00Z'
      const { userId: id, displayName: name } = sender
      const json = { id: messageId, timestamp, sender: { id, name }, type: 'text', content: content.text }
      return [Buffer.byteLength(JSON.stringify(json))]
    })
    const average = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
    assert.ok(average > 175 && average < 235, `${index}: ${average} bytes`)
  }
})

test('one person has every role in one of the first four channels', () => {
  const channels = [0, 1, 2, 3].map((index) => describeChannel({ seed: 'realism', index }))
  const userId = channels[0]?.ownerId ?? ''
  const roles = channels.map((channel) => {
    assert.ok(channel.people.slice(0, channel.presentAtFirst).some((person) => person.userId === userId))
    if (channel.ownerId === userId) return 'owner'
    if (channel.adminIds.includes(userId)) return 'admin'
    return channel.guestIds.includes(userId) ? 'guest' : 'member'
  })
  assert.deepEqual(roles, ['owner', 'member', 'admin', 'guest'])
})
