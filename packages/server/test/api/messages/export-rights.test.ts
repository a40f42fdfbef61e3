import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { accessAs } from '../../../src/actions/access.ts'
import { renderPart } from '../../../src/actions/messages/export/render-part.ts'
import { surveyParts } from '../../../src/actions/messages/export/survey-parts.ts'
import { openExportZip } from '../../../src/adapters/zip/export-zip.ts'
import type { ExportWish } from '../../../src/domain/messages/export/manifest.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import { joined, left, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import type { Caller } from '../../support/http/caller.ts'
import { unpackZip } from '../../support/http/unpack-zip.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const noon = service.clock.now
const operator = { kind: 'operator' } as const

/** Everything that one person gets, as one text. */
async function exportAll(caller: Caller, channelId: string, wish: object = {}): Promise<string> {
  const path = `/api/channels/${channelId}/backup/export`
  const planned = await caller.post(path, { formats: ['jsonl', 'txt'], ...wish })
  if (planned.status !== 200) return planned.text
  const texts: string[] = []
  for (const { id } of planned.body.parts) texts.push(await downloadPart(caller, path, id))
  return texts.join('\n')
}

async function downloadPart(caller: Caller, path: string, id: string): Promise<string> {
  const { status, bytes, text } = await caller.get(`${path}/${encodeURIComponent(id)}`)
  if (status !== 200) return text
  return Object.entries(await unpackZip(bytes))
    .map(([name, content]) => `${name}\n${content}`)
    .join('\n')
}

test('nobody exports what they cannot read: history, other channels, and others with the same part', async () => {
  const channelId = await service.channel('C-history', {
    owner: 'U-owner',
    members: ['U-before'],
    subscribers: ['U-owner'],
  })
  const owner = await service.caller('U-owner')
  await owner.put(`/api/channels/${channelId}/settings`, { history: 'since-joined' })
  const secret = message(channelId, noon + 1, { id: 'h-1', content: { type: 'text', text: 'secret of the past' } })
  await service.receive([secret, joined(channelId, noon + 2, 'U-late')])
  const reply = message(channelId, noon + 3, { id: 'h-2', content: { type: 'text', text: 'a reply' } })
  await service.receive([{ ...reply, details: { quotedMessageId: 'h-1' } }])
  service.clock.now += 10
  await service.subscribe(channelId, 'U-late')
  const late = await service.caller('U-late')
  const text = await exportAll(late, channelId)
  assert.match(text, /a reply/)
  assert.doesNotMatch(text, /secret of the past/)
  assert.match(await exportAll(owner, channelId), /secret of the past/, 'control: the owner gets it')
  const path = `/api/channels/${channelId}/backup/export`
  const [part] = (await owner.post(path, { formats: ['jsonl'] })).body.parts
  const other = await downloadPart(late, path, part.id)
  assert.match(other, /a reply/)
  assert.doesNotMatch(other, /secret of the past/, 'a part says what is exported, not who may read it')
  assert.match(await downloadPart(await service.caller('U-before'), path, part.id), /Not a subscriber/)
})

test('every member exports what they sent themselves, without a subscription, and nothing of others', async () => {
  const channelId = await service.channel('C-own', {
    owner: 'U-owner',
    members: ['U-member'],
    guests: ['U-guest'],
    subscribers: ['U-owner'],
  })
  await service.receive([
    message(channelId, noon, { id: 'o-1', content: { type: 'text', text: 'words of the owner' } }),
  ])
  const reply = message(channelId, noon + 1, { from: 'U-member', content: { type: 'text', text: 'my own words' } })
  await service.receive([{ ...reply, details: { quotedMessageId: 'o-1' } }, unsent(channelId, noon + 2, 'o-9')])
  await service.receive([message(channelId, noon + 3, { id: 'o-2', from: 'U-member', content: { type: 'image' } })])
  await service.storeMedia(channelId, 'o-2', Buffer.from('my own picture'))
  const member = await service.caller('U-member')
  assert.match(await exportAll(member, channelId), /Not a subscriber/)
  const text = await exportAll(member, channelId, { own: true })
  assert.match(text, /my own words/)
  assert.match(text, /my own picture/)
  assert.doesNotMatch(text, /words of the owner|"kind":"gap"|"happening"|U-owner/)
  assert.match(await exportAll(await service.caller('U-guest'), channelId, { own: true }), /Permission denied/)
  // What was written before leaving and coming back is theirs, too.
  await service.receive([left(channelId, service.clock.now + 4, 'U-member')])
  assert.match(await exportAll(member, channelId, { own: true }), /Permission denied/)
  await service.receive([joined(channelId, service.clock.now + 5, 'U-member')])
  assert.match(await exportAll(member, channelId, { own: true }), /my own words/)
})

const endings: Record<string, { refusal: RegExp; end(channelId: string): Promise<unknown> }> = {
  unsubscribes: {
    refusal: /Not a subscriber/,
    async end(channelId) {
      await (await service.caller('U-reader')).delete(`/api/channels/${channelId}/backup/subscribe`)
    },
  },
  'is demoted to a guest': {
    refusal: /Permission denied/,
    end: (channelId) =>
      service.store.write<'change-role'>({
        kind: 'change-role',
        by: operator,
        at: noon,
        channelId,
        userId: 'U-reader',
        role: 'guest',
      }),
  },
  'leaves the chat': {
    refusal: /Permission denied/,
    end: (channelId) => service.receive([left(channelId, service.clock.now, 'U-reader')]),
  },
}

for (const [what, { refusal, end }] of Object.entries(endings)) {
  test(`an export of someone who ${what} meanwhile stops, and says why`, async () => {
    const channelId = await service.channel(`C-${what}`, {
      owner: 'U-owner',
      members: ['U-reader'],
      subscribers: ['U-owner', 'U-reader'],
    })
    const texts = Array.from({ length: 50 }, (_, index) => `text ${index} of ${what}`)
    await service.receive(
      texts.map((text, index) => message(channelId, noon + index, { content: { type: 'text', text } })),
    )
    let slices = 0
    const { store, blobs } = service
    const clock = () => service.clock.now
    const pause = async () => {
      await nextTurn()
      if (++slices === 3) await end(channelId)
      // On SQLite, the next read sees what another connection wrote only in another turn.
      await nextTurn()
    }
    const deps = { store, blobs, clock, retentionCeilingDays: null, pause, examine: 10 }
    const filter = { from: null, to: null, sender: null, type: null, own: false, media: true }
    const wish: ExportWish = { channelId, formats: ['jsonl'], language: 'en', filter }
    const renew = () => accessAs({ store, clock }, channelId, { userId: 'U-reader', subscriber: true })
    const channel = await store.getChannel((await renew()).channel.channelNo)
    const [part] = await surveyParts(deps, { wish, channel, renew })
    assert.ok(part)
    const { sink, output } = openExportZip()
    const sent = buffer(output).catch(() => 'cut off')
    const told: number[] = []
    const tell = (messages: number) => told.push(messages)
    await assert.rejects(renderPart(deps, { wish, channel, part, renew, sink, tell }), (error) => {
      assert.ok(error instanceof Refusal)
      assert.match(error.message, refusal)
      return true
    })
    sink.abandon()
    assert.equal(await sent, 'cut off')
    assert.ok(told.length > 0 && told.length < 5, `control: it stopped in the middle, after ${told.length} slices`)
  })
}

/** Reads the beginning of a part, does something, and reads on. Returns everything that came, and whether that was all. */
async function readSlowly(partUrl: string, meanwhile: () => Promise<unknown>) {
  const { authorization = '' } = await service.caller('U-slow')
  const request = get(partUrl, { headers: { authorization } }).on('error', () => {})
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.on('error', () => {})
  const chunks: Buffer[] = []
  const ended = new Promise<boolean>((resolve) => {
    response.on('end', () => resolve(true))
    response.on('close', () => resolve(response.complete))
  })
  await once(response, 'readable')
  await meanwhile()
  response.on('data', (chunk: Buffer) => chunks.push(chunk))
  response.resume()
  return { status: response.statusCode, isWhole: await ended, bytes: Buffer.concat(chunks) }
}

test('a download over HTTP ends when its reader unsubscribes meanwhile, and is not whole', async () => {
  const channelId = await service.channel('C-slow', {
    owner: 'U-owner',
    members: ['U-slow'],
    subscribers: ['U-owner', 'U-slow'],
  })
  // Far more than what a connection holds while no one reads.
  const films = Array.from({ length: 6 }, (_, index) => ({ id: `film-${index}`, bytes: randomBytes(6 * 2 ** 20) }))
  await service.receive(
    films.map(({ id }, index) => message(channelId, noon + index, { id, content: { type: 'video' } })),
  )
  for (const { id, bytes } of films) await service.storeMedia(channelId, id, bytes)
  const path = `/api/channels/${channelId}/backup/export`
  const [part] = (await (await service.caller('U-slow')).post(path, { formats: ['jsonl'] })).body.parts
  const url = `${service.url}${path}/${encodeURIComponent(part.id)}`
  const size = films.length * 6 * 2 ** 20
  const whole = await readSlowly(url, nextTurn)
  assert.deepEqual([whole.status, whole.isWhole], [200, true], 'control: someone who stays subscribed gets all of it')
  assert.ok(whole.bytes.length > size)
  const cut = await readSlowly(url, async () =>
    (await service.caller('U-slow')).delete(`/api/channels/${channelId}/backup/subscribe`),
  )
  assert.deepEqual([cut.status, cut.isWhole], [200, false])
  assert.ok(cut.bytes.length < size && cut.bytes.lastIndexOf('PK\x05\x06') < 0, `${cut.bytes.length}`)
})
