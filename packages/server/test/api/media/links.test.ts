import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LinkItem } from '@innkeeper/contract'
import type { MessageContent } from '../../../src/domain/messages/message-json.ts'
import { edited, joined, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import type { Caller } from '../../support/http/caller.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const noon = service.clock.now

async function openLinks(channelId: string, settings: object = {}) {
  await service.channel(channelId, { owner: 'U-owner', subscribers: ['U-owner'] })
  const owner = await service.caller('U-owner')
  await owner.put(`/api/channels/${channelId}/settings`, settings)
  const say = (id: string, at: number, content: string | MessageContent, from = 'U-owner') =>
    service.receive([
      message(channelId, at, {
        id,
        from,
        name: `Name of ${from}`,
        content: typeof content === 'string' ? { type: 'text', text: content } : content,
      }),
    ])
  return { channelId, owner, path: `/api/channels/${channelId}/backup/links`, say }
}

/** Every page, which may be empty before the end. */
async function walkLinks(caller: Caller, path: string): Promise<LinkItem[]> {
  const items: LinkItem[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await caller.get(cursor === '' ? path : `${path.split('?')[0]}?limit=1&cursor=${cursor}`)
    assert.ok(Array.isArray(body.items), JSON.stringify(body))
    items.push(...body.items)
    cursor = body.nextCursor
  }
  return items
}

const urls = (items: LinkItem[]) => items.flatMap(({ links }) => links.map(({ url }) => url))

test('the list shows every link that was sent, newest first, with who sent it and when', async () => {
  const { owner, path, say } = await openLinks('C-links')
  await say(
    'm-1',
    noon,
    'The menu: www.example.com/menu and again www.example.com/menu, or https://b.example/',
    'U-mika',
  )
  await say('m-2', noon + 1000, 'no link here, only example.com')
  await say('m-3', noon + 2000, 'メールはken@example.comへ。https://例え.jpも')
  const { body } = await owner.get(path)
  assert.deepEqual(body, {
    items: [
      {
        id: 'm-3',
        ts: '2026-03-10T12:00:02Z',
        sender: 'Name of U-owner',
        senderId: 'U-owner',
        links: [
          { text: 'ken@example.com', url: 'mailto:ken@example.com', realHost: null },
          { text: 'https://例え.jp', url: 'https://xn--r8jz45g.jp/', realHost: 'xn--r8jz45g.jp' },
        ],
        excerpt: 'メールはken@example.comへ。https://例え.jpも',
      },
      {
        id: 'm-1',
        ts: '2026-03-10T12:00:00Z',
        sender: 'Name of U-mika',
        senderId: 'U-mika',
        links: [
          { text: 'www.example.com/menu', url: 'https://www.example.com/menu', realHost: null },
          { text: 'https://b.example/', url: 'https://b.example/', realHost: null },
        ],
        excerpt: 'The menu: www.example.com/menu and again www.example.com/menu, or https://b.example/',
      },
    ],
    timezone: 'UTC',
    isComplete: true,
    nextCursor: null,
  })
})

test('what a search for has:link finds is what the list shows', async () => {
  const { channelId, owner, path, say } = await openLinks('C-same')
  const texts = [
    'https://a.example',
    'www.b.example',
    'c@example.com',
    'd.example',
    'http:// nothing',
    '見てhttps://e.exampleを',
    '@mika',
  ]
  for (const [index, text] of texts.entries()) await say(`m-${index}`, noon + index * 1000, text)
  await say('m-file', noon + 10_000, { type: 'file', fileName: 'www.f.example.pdf' })
  const found = await owner.get(`/api/channels/${channelId}/backup/search?hasLink=true&order=desc`)
  const ids = (await owner.get(path)).body.items.map(({ id }: LinkItem) => id)
  assert.deepEqual(
    ids,
    found.body.hits.map(({ item }: { item: { id: string } }) => item.id),
  )
  assert.deepEqual(ids, ['m-file', 'm-5', 'm-2', 'm-1', 'm-0'])
})

test('links can be filtered by person and by days of the channel, page by page', async () => {
  const { owner, path, say } = await openLinks('C-filter', { timezone: 'Asia/Tokyo' })
  const days = ['2026-03-01T14:59:59Z', '2026-03-01T15:00:00Z', '2026-03-02T14:59:59Z', '2026-03-02T15:00:00Z']
  for (const [index, day] of days.entries()) {
    await say(`mika-${index}`, Date.parse(day), `https://mika-${index}.example`, 'U-mika')
    await say(`ken-${index}`, Date.parse(day), `https://ken-${index}.example`, 'U-ken')
  }
  const found = async (query: string) =>
    urls(await walkLinks(owner, `${path}?limit=1&${query}`)).map((url) => url.slice(8, -9))
  assert.deepEqual(await found('from=2026-03-02&to=2026-03-02'), ['ken-2', 'mika-2', 'ken-1', 'mika-1'])
  assert.deepEqual(await found('sender=U-ken'), ['ken-3', 'ken-2', 'ken-1', 'ken-0'])
  assert.deepEqual(await found('sender=U-ken&to=2026-03-01'), ['ken-0'])
  const { nextCursor } = (await owner.get(`${path}?sender=U-ken&limit=1`)).body
  assert.match((await owner.get(`${path}?sender=U-mika&cursor=${nextCursor}`)).body.error, /sender differs/)
  assert.match((await owner.get(`${path}?from=2026-03-02&to=2026-03-01`)).body.error, /from must not be after to/)
  assert.equal((await owner.get(`${path}?cursor=${nextCursor}x`)).status, 400)
})

test('an edit changes the list, and an unsent message leaves it', async () => {
  const { channelId, owner, path, say } = await openLinks('C-changes')
  await say('m-1', noon, 'https://before.example')
  await say('m-2', noon + 1000, 'https://stays.example')
  assert.deepEqual(urls((await owner.get(path)).body.items), ['https://stays.example/', 'https://before.example/'])
  await service.receive([edited(channelId, noon + 2000, 'm-1', 'https://after.example')])
  assert.deepEqual(urls((await owner.get(path)).body.items), ['https://stays.example/', 'https://after.example/'])
  await service.receive([unsent(channelId, noon + 3000, 'm-2')])
  assert.deepEqual(urls((await owner.get(path)).body.items), ['https://after.example/'])
})

test('links from before a member joined stay closed to them', async () => {
  const { channelId, path, say } = await openLinks('C-joined', { history: 'since-joined' })
  await say('before', noon, 'https://before.example')
  await service.receive([joined(channelId, noon + 1000, 'U-late')])
  await say('after', noon + 2000, 'https://after.example')
  await service.subscribe(channelId, 'U-late')
  assert.deepEqual(urls((await (await service.caller('U-late')).get(path)).body.items), ['https://after.example/'])
})
