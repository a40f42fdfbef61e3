import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listRoutes, type Route } from '@innkeeper/contract'
import { digestOf } from '../../support/content/channel-digest.ts'
import { message } from '../../support/content/events.ts'
import { exampleOf, exampleSettings, fillChannel } from '../../support/hostile/example-inputs.ts'
import { assertRefusal } from '../../support/http/refusal.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService(exampleSettings)
const owner = await service.caller('U-owner', { isOperator: true })
for (const channelId of ['C1', 'C2']) {
  await service.channel(channelId, { owner: 'U-owner', members: ['U-member'], subscribers: ['U-owner'] })
  await fillChannel(service, channelId)
  await service.receive([message(channelId, service.clock.now, { id: 'm-second', content: { type: 'image' } })])
  await service.storeMedia(channelId, 'm-second', Buffer.from('another picture'))
  const rule = { keywords: ['wifi'], question: 'What is the password?', answer: 'It is on the board.' }
  for (const _ of [1, 2]) await owner.post(`/api/channels/${channelId}/assistant/qa`, rule)
  const asked = { content: { type: 'text', text: 'Text me: is there wifi? See www.inn.example' } } as const
  await service.receive([message(channelId, service.clock.now, asked), message(channelId, service.clock.now, asked)])
}
const scene = { service, channelId: 'C1', ownerId: 'U-owner', userId: 'U-owner', isSubscribed: true }

/** Values that no parameter of this name accepts, encoded for a query string. */
const wrong: Record<string, string[]> = {
  fileName: ['', 'x'.repeat(201)],
  limit: ['0', '1e1', '-1', '1.0', '%205', '5%20', '+5', '07', '0x10', '%D9%A3', 'NaN', '', '1,2', '9'.repeat(30)],
  days: ['0', '-1', '1e1', '1.5', '%205', '+5', '07', '36501', 'NaN', '', '1,2', '9'.repeat(30)],
  date: days(),
  from: days(),
  to: days(),
  role: ['', 'OWNER', 'boss', 'owner,admin', '__proto__'],
  state: ['', 'SENT', 'lost', 'sent,refused', '__proto__'],
  around: ['', 'x'.repeat(201)],
  type: ['', 'IMAGE', 'gif', 'image,video', '__proto__'],
  q: ['', '%20', '%22%22', 'before:yesterday', 'type:poem', 'has:all', 'x'.repeat(201)],
  add: ['', '0', '1', 'TRUE', 'yes', '__proto__'],
  hasLink: ['', '0', '1', 'TRUE', 'yes', '__proto__'],
  context: ['', '0', '1', 'TRUE', 'yes', '__proto__'],
  beyond: ['', 'x'.repeat(201)],
  sender: ['x'.repeat(201)],
  ruleId: [''],
  messageId: [''],
  lastEventId: ['', '-1', '1.5', '1e3', '%205', 'abc', '9'.repeat(16), '%D9%A3', '0x10'],
  language: ['', 'EN', 'fr', 'en,ja', 'zh', '__proto__'],
  format: ['', 'TXT', 'pdf', 'txt,jsonl', '__proto__'],
  order: ['', 'ASC', 'random', 'asc;drop'],
  since: ['', 'READ', 'month', 'read,week', '__proto__'],
  redirect: ['', '0', 'true', '01', 'https://evil.example'],
  cursor: [
    '',
    '0',
    'AAAA',
    '%00',
    '..%2F..',
    'null',
    '{}',
    'A'.repeat(64),
    'A'.repeat(1000),
    'A'.repeat(2001),
    '%F0%9F%8C%99',
  ],
}

function days(): string[] {
  const impossible = ['2026-02-29', '2026-02-30', '2026-13-01', '2026-00-10', '2026-04-31', '2100-02-29']
  const misspelled = [
    '26-1-1',
    '2026-1-1',
    '2026%2F03%2F10',
    '20260310',
    '2026-03-10T00:00:00Z',
    '+2026-03-10',
    '-2026-03-10',
  ]
  return [
    ...impossible,
    ...misspelled,
    'tomorrow',
    'today',
    '',
    '%20',
    '2026-03-10%00',
    '%D9%A2%D9%A0%D9%A2%D9%A6-03-10',
    '%zz',
  ]
}

/** Values that it does accept. */
const right: Record<string, string> = {
  fileName: 'history.txt',
  limit: '5',
  days: '30',
  date: '2028-02-29',
  from: '2026-03-01',
  to: '2026-03-10',
  role: 'guest',
  language: 'th',
  order: 'desc',
  since: 'today',
  format: 'txt',
  redirect: '1',
  state: 'sent',
  around: 'm-text',
  type: 'image',
  q: 'wifi',
  add: 'true',
  hasLink: 'true',
  context: 'true',
  beyond: 'm-text',
  sender: 'U-owner',
  ruleId: 'r_unknown',
  messageId: 'm-text',
  lastEventId: '1',
}

/** Any query string is accepted by webhooks (a refused one could be lost), redirects back from a platform, and pages. */
const takesAnything = ({ route }: { route: Route }) =>
  route.raw !== undefined ||
  (route.query !== undefined && (route.query as { additionalProperties?: unknown }).additionalProperties !== false)

/** Adds this query to the path, and keeps the other parameters that the route requires. */
function ask(path: string, parameter: string, query: string): string {
  const [bare, needed = ''] = path.split('?')
  const others = needed.split('&').filter((one) => one !== '' && !one.startsWith(`${parameter}=`))
  return `${bare}?${[...others, query].join('&')}`
}

for (const { name, route } of listRoutes().filter((one) => !takesAnything(one))) {
  describe(`${route.method} ${route.path}`, () => {
    test('refuses an unknown parameter by name and writes nothing', async () => {
      const { method, path, body } = await exampleOf(name, scene)
      const before = await digestOf(owner, 'C1')
      for (const stranger of ['lmit', 'Limit', 'limit%5B%5D', '__proto__', 'constructor', 'toString', '%20']) {
        const answer = await owner.request(method, ask(path, stranger, `${stranger}=1`), { body })
        assertRefusal(answer, 400, stranger)
        const [said, suggested] = answer.body.error.split('. Did you mean ')
        assert.equal(said, `Unknown query parameter ${JSON.stringify(decodeURIComponent(stranger))}`)
        if (suggested !== undefined) assert.match(suggested, /^"\w+"\?$/)
      }
      assert.deepEqual(await digestOf(owner, 'C1'), before)
    })

    for (const parameter of Object.keys(route.query?.properties ?? {})) {
      test(`refuses every wrong ${parameter} by name`, async () => {
        const { method, path, body } = await exampleOf(name, scene)
        const { maximum } = (route.query?.properties[parameter] ?? {}) as { maximum?: number }
        const values = wrong[parameter] ?? assert.fail(`the test has no wrong values for ${parameter}`)
        for (const value of maximum === undefined ? values : [...values, maximum + 1]) {
          const answer = await owner.request(method, ask(path, parameter, `${parameter}=${value}`), { body })
          assertRefusal(answer, 400, `${parameter}=${value}`)
          assert.ok(answer.body.error.startsWith(parameter), `${parameter}=${value}: ${answer.text}`)
        }
      })

      test(`accepts ${parameter} once, not twice`, async () => {
        const { method, path, body, raw } = await exampleOf(name, scene)
        const askWith = (query: string) =>
          owner.request(method, ask(path, parameter, query), raw === undefined ? { body } : { raw })
        const value = right[parameter] ?? (await findCursor(path))
        const once = await askWith(`${parameter}=${value}`)
        // getMessage returns 404 because the example's message was not sent on that day.
        const success = parameter === 'redirect' && service.config.mediaUrl !== null ? 302 : 200
        const expected = name === 'getMessage' ? 404 : name === 'uploadImport' ? 201 : success
        // Ways to sign in that have it are refused here, or redirect, for other reasons.
        if (parameter === 'add') assert.notEqual(once.status, 400, once.text)
        else assert.equal(once.status, expected, once.text)
        const twice = await askWith(`${parameter}=${value}&${parameter}=${value}`)
        assertRefusal(twice, 400, parameter)
        assert.equal(twice.body.error, `${parameter} was given more than once`)
      })
    }
  })
}

async function findCursor(path: string): Promise<string> {
  const { nextCursor, previousCursor } = (await owner.get(ask(path, 'limit', 'limit=1'))).body
  return nextCursor ?? previousCursor
}

test('days at the edges of the calendar are accepted, and days beyond are refused', async () => {
  for (const date of ['0000-01-01', '0000-02-29', '9999-12-31']) {
    const { body } = await owner.get(`/api/channels/C1/backup/messages?date=${date}`)
    assert.deepEqual(body, { messages: [], nextCursor: null }, date)
  }
  for (const query of ['from=9999-12-03', 'to=0000-01-29']) {
    const answer = await owner.get(`/api/usage?${query}`)
    assertRefusal(answer, 400, query)
    assert.match(answer.body.error, /^from /)
  }
})

describe('a cursor', () => {
  const lists = ['backup/messages', 'backup/media', 'assistant/qa', 'assistant/log', 'audit'].flatMap((list) => [
    `/api/channels/C1/${list}`,
    `/api/channels/C2/${list}`,
  ])
  const notOurs = { error: 'cursor is not valid for this list; start without a cursor' }
  const firstCursor = async (list: string, query = '') =>
    (await owner.get(`${list}?limit=1${query}`)).body.nextCursor as string

  test('works in its own list and in no other', async () => {
    for (const from of lists) {
      const cursor = await firstCursor(from)
      for (const to of lists) {
        const answer = await owner.get(`${to}?cursor=${cursor}`)
        if (from === to) assert.equal(answer.status, 200, answer.text)
        else assert.deepEqual([answer.status, answer.body], [400, notOurs], `from ${from} to ${to}`)
      }
    }
  })

  test('that was cut, lengthened or changed anywhere is refused', async () => {
    for (const list of lists) {
      const cursor = await firstCursor(list)
      const damaged = [
        cursor.slice(0, -1),
        cursor.slice(1),
        cursor.slice(0, 21),
        `${cursor}A`,
        `${cursor}=`,
        `${cursor}%0A`,
      ]
      for (let index = 0; index < cursor.length; index += 5) {
        damaged.push(cursor.slice(0, index) + (cursor[index] === 'x' ? 'y' : 'x') + cursor.slice(index + 1))
      }
      for (const text of damaged) {
        const answer = await owner.get(`${list}?cursor=${text}`)
        assert.deepEqual([answer.status, answer.body], [400, notOurs], `${list} ${text}`)
      }
    }
  })

  test('refuses another date or order than its own, but accepts another page size', async () => {
    const messages = '/api/channels/C1/backup/messages'
    const media = '/api/channels/C1/backup/media'
    const table: [path: string, parameter: string, outcome: 'date' | 'order' | 'taken'][] = [
      [messages, 'date=2026-03-09', 'date'],
      [messages, 'order=desc', 'order'],
      [messages, 'date=2026-03-10&order=asc', 'taken'],
      [messages, 'limit=100', 'taken'],
      [media, 'order=asc', 'order'],
      [media, 'order=desc&limit=2', 'taken'],
    ]
    for (const [path, parameter, outcome] of table) {
      const answer = await owner.get(`${path}?cursor=${await firstCursor(path)}&${parameter}`)
      assert.equal(answer.status, outcome === 'taken' ? 200 : 400, `${path} ${parameter}: ${answer.text}`)
      if (outcome !== 'taken')
        assert.match(answer.body.error, new RegExp(`^${outcome} differs from the one the cursor`))
    }
  })
})
