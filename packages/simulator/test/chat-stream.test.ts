import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Simulator } from '../src/index.ts'
import { openLine } from './support.ts'

type Sent = {
  id: string
  event: string
  data: { kind?: string; entry?: { kind: string; content?: { text?: string } } }
}

/** Reads the page's event stream, as a browser does, until `isEnough` returns true. */
async function follow(
  line: Simulator,
  after: { query?: string; lastEventId?: string },
  isEnough: (seen: Sent[]) => boolean,
) {
  const stop = new AbortController()
  const query = after.query === undefined ? '' : `?after=${after.query}`
  const response = await fetch(`${line.url}/chat/events${query}`, {
    signal: stop.signal,
    headers: after.lastEventId === undefined ? {} : { 'last-event-id': after.lastEventId },
  })
  const seen: Sent[] = []
  const read = async () => {
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      seen.push(...blocks.flatMap(parse))
      if (isEnough(seen)) return seen
    }
    throw new Error('The stream ended before isEnough returned true.')
  }
  return read().finally(() => stop.abort())
}

function parse(block: string): Sent[] {
  const fields = Object.fromEntries(block.split('\n').map((part) => part.split(/: (.*)/s).slice(0, 2)))
  return fields.event ? [{ id: fields.id, event: fields.event, data: JSON.parse(fields.data) }] : []
}

const textsIn = (seen: Sent[]) => [...new Set(seen.flatMap(({ data }) => data.entry?.content?.text ?? []))]
const latest = async (line: Simulator) => {
  const world = (await (await fetch(`${line.url}/chat/world`)).json()) as { latest: string }
  return world.latest
}

test('the bot’s replies appear on the page immediately', async () => {
  const { line, group, mai, reply } = await openLine()
  await group.invite()
  const { event } = await group.say(mai, 'opening hours?')
  const following = follow(line, { query: await latest(line) }, (seen) => textsIn(seen).includes('9 to 5'))
  await reply(event.replyToken, '9 to 5')
  const answered = (await following).find(({ data }) => data.entry?.kind === 'bot-message')
  assert.equal(answered?.data.entry?.content?.text, '9 to 5')
})

test('after a disconnect the stream continues where it was, without gaps or repeats', async () => {
  const { line, group, mai } = await openLine()
  await group.invite()
  const start = await latest(line)
  await group.say(mai, 'one')
  const first = await follow(line, { query: start }, (seen) => textsIn(seen).includes('one'))
  const lastEventId = first.at(-1)?.id ?? ''
  // While the page is disconnected.
  await group.say(mai, 'two')
  await group.say(mai, 'three')
  // The browser reconnects to the same URL, with the id of the last event it received.
  const rest = await follow(line, { query: start, lastEventId }, (seen) => textsIn(seen).includes('three'))
  const ids = [...first, ...rest].map(({ id }) => Number(id.split('-')[1]))
  assert.deepEqual(
    ids,
    ids.map((_, index) => (ids[0] ?? 0) + index),
  )
})

test('a page that was disconnected for too long, or knows another run, has to reload everything', async () => {
  const { line, group, mai } = await openLine()
  await group.invite()
  const start = await latest(line)
  for (let count = 0; count < 400; count++) await group.say(mai, `line ${count}`)
  for (const query of [start, 'other-1', 'nonsense', '-', `${start.split('-')[0]}-99999`]) {
    const [first] = await follow(line, { query }, (seen) => seen.length > 0)
    assert.equal(first?.event, 'reset', query)
  }
})

test('a text cannot inject events into the stream', async () => {
  const { line, group, mai } = await openLine()
  await group.invite()
  const text = 'a\n\nevent: reset\ndata: {}\n\nid: 1\r\n\u2028'
  const query = await latest(line)
  await group.say(mai, text)
  const seen = await follow(line, { query }, (all) => textsIn(all).length > 0)
  assert.deepEqual(textsIn(seen), [text])
  assert.ok(seen.every(({ event }) => event === 'change'))
})
