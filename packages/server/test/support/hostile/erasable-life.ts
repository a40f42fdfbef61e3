import assert from 'node:assert/strict'
import { issueLinkCode } from '../../../src/actions/storage/operator.ts'
import { PlatformSilence } from '../../../src/domain/platforms/platform-errors.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { pictureAt, png, ready, type ScriptedPlatform, scriptPlatform } from '../../jobs/scripted-platform.ts'
import { botAdded, botRemoved, edited, joined, left, unsent } from '../content/chat-events.ts'
import { message } from '../content/events.ts'
import { hasDueJobs } from '../due-jobs.ts'
import { eventually } from '../eventually.ts'
import { finishErasures } from '../finish-erasures.ts'
import { startTestService, type TestService } from '../test-service.ts'
import {
  ask,
  command,
  fileOf,
  type Life,
  mention,
  now,
  privately,
  receive,
  right,
  said,
  say,
  teach,
  tell,
  tellUnread,
  welcome,
  words,
} from './erasable-acts.ts'

let lives = 0

export async function openWorld(): Promise<{ service: TestService; platform: ScriptedPlatform }> {
  const platform = scriptPlatform('test')
  platform.before.send = (token) => {
    if (token.startsWith('silent')) throw new PlatformSilence('no answer')
  }
  return { service: await startTestService({}, { connectors: [platform.connector] }), platform }
}

export async function beginLife({ service, platform }: Pick<Life, 'service' | 'platform'>): Promise<Life> {
  const n = ++lives
  let count = 0
  const person = `U${Buffer.from(`person-${n}-`.padEnd(16, '7')).toString('hex')}`
  const [word, name] = [`canary${n}w`, `Canary${n}Name`]
  const life: Life = {
    service,
    platform,
    person,
    friend: `U-friend-${n}`,
    theirs: `C-theirs-${n}`,
    own: `C-own-${n}`,
    name,
    word,
    needles: [person, word, name],
    told: [],
    unread: [],
    fresh: (prefix) => `${prefix}-${n}-${++count}`,
  }
  service.clock.now += 60_000
  platform.profiles.set(person, { name, picture: pictureAt(`https://pictures.invalid/${word}`) })
  platform.pictures.set(`https://pictures.invalid/${word}`, png(`${word} is what this picture shows, and nothing else`))
  await service.channel(life.theirs, { owner: life.friend, members: [person], subscribers: [life.friend] })
  await service.channel(life.own, { owner: person, members: [life.friend], subscribers: [person, life.friend] })
  return life
}

/** Everything that leaves a trace of a person, by name. */
export const steps: Record<string, (life: Life) => Promise<unknown>> = {
  'says something': (life) => say(life, words(life)),
  'says something under another name': (life) => say(life, words(life), { name: `${life.name} II` }),
  'says something, and the platform shows who it was': (life) =>
    tell(life, said(life, words(life), { name: undefined })),
  'sends a picture': async (life) => {
    const id = await say(life, { type: 'image' })
    const bytes = fileOf(life, id)
    const channelNo = await life.service.store.findChannelNo(life.theirs)
    // Not if the person opted out of the backup.
    if (await life.service.store.findMedia(channelNo ?? 0, id)) await life.service.storeMedia(life.theirs, id, bytes)
  },
  'sends a video': async (life) => {
    const event = said(life, { type: 'video', durationMs: 1 }, { hasFile: true })
    const bytes = fileOf(life, event.messageId)
    life.platform.files.set(event.messageId, () => ready([bytes], bytes.length))
    await tell(life, event)
  },
  'sends a voice message': (life) => say(life, { type: 'audio', durationMs: 1 }, { hasFile: true }),
  'sends a file': (life) => say(life, { type: 'file', fileName: `${life.word}.pdf` }, { hasFile: true }),
  'sends a picture with a caption': (life) =>
    say(life, { type: 'image' }, { details: { caption: `${life.word} below` } }),
  'sends a file with a reference': (life) =>
    say(life, { type: 'video' }, { file: { ref: `ref-${life.word}`, previewRef: `preview-${life.word}` } }),
  'edits a caption': async (life) => {
    const id = await say(life, { type: 'video' }, { details: { caption: `${life.word} before` } })
    await tell(life, edited(life.theirs, now(life), id, `${life.word} after`, life.person))
  },
  'edits a caption before the file comes': async (life) => {
    const event = said(life, { type: 'image' }, { details: { caption: `${life.word} first` } })
    await tell(life, edited(life.theirs, event.at + 1, event.messageId, `${life.word} early caption`, life.person))
    await tell(life, event)
  },
  'sends a sticker': (life) =>
    say(life, { type: 'sticker', stickerId: '1', packageId: '2' }, { details: { stickerText: life.word } }),
  'sends a location': (life) =>
    say(
      life,
      { type: 'location', latitude: 1, longitude: 2, address: life.word },
      { details: { title: `${life.word} title` } },
    ),
  'sends a picture with an external URL': (life) =>
    say(life, { type: 'image' }, { details: { externalUrl: `https://files.invalid/${life.word}` } }),
  'says something with a clock that is ahead': (life) => tell(life, said(life, words(life), { aheadMs: 30_000 })),
  'edits what was kept': async (life) => {
    const id = await say(life, words(life))
    await tell(life, edited(life.theirs, now(life), id, `${life.word} edited`, life.person))
    await tell(life, edited(life.theirs, now(life), id, `${life.word} edited, nobody says by whom`))
  },
  'edits what was never kept': (life) =>
    tell(life, edited(life.theirs, now(life), life.fresh('unknown'), `${life.word} unknown`, life.person)),
  'edits before the message comes': async (life) => {
    const event = said(life, words(life))
    await tell(life, edited(life.theirs, event.at + 1, event.messageId, `${life.word} early`, life.person))
    await tell(life, event)
  },
  'unsends something': async (life) => {
    const id = await say(life, words(life))
    await tell(life, unsent(life.theirs, now(life), id))
  },
  'is mentioned and quoted': async (life) => {
    const quotedMessageId = await say(life, words(life))
    await mention(life, life.theirs, { quotedMessageId })
  },
  'is mentioned where they were never seen': async (life) => {
    const elsewhere = life.fresh('C-elsewhere')
    await life.service.channel(elsewhere, { owner: life.friend, subscribers: [life.friend] })
    await mention(life, elsewhere)
  },
  'leaves and comes back': async (life) => {
    await tell(life, left(life.theirs, now(life), life.person))
    await tell(life, joined(life.theirs, now(life), life.person, life.name))
  },
  leaves: (life) => tell(life, left(life.theirs, now(life), life.person)),
  'keeps out of the backup': (life) => command(life, '/private'),
  'is part of the backup again': async (life) => {
    await command(life, '/private')
    await command(life, '/public')
  },
  'asks for help': (life) => command(life, '/help'),
  'asks for the rules': (life) => command(life, '/rules'),
  'asks about the backup': (life) => command(life, '/backup'),
  'silences the bot': (life) => command(life, '/quiet', life.own),
  'asks to be forgotten, in front of everyone': (life) => command(life, '/forget'),
  'claims a group': async (life) => {
    const group = life.fresh('C-claimed')
    await life.service.channel(group, { members: [life.friend] })
    await command(life, '/claim', group)
  },
  'used a code of the operator': (life) =>
    life.service.environment.withSql((sql) =>
      sql.run(
        'insert into claim_codes (hash, created_at, expires_at, used_at, used_by) values (?, 0, 1, 0, ?)',
        life.fresh('hash'),
        life.person,
      ),
    ),
  'used the language model': (life) =>
    life.service.environment.withSql((sql) =>
      sql.run(
        'insert into model_people (day, user_id, requests, tokens) values (?, ?, 1, 1) on conflict do nothing',
        '2026-03-10',
        life.person,
      ),
    ),
  'writes to the bot in private': async (life) => {
    await tell(life, privately(life, { ...botAdded(life.person, now(life)), reply: right(life) }))
    await tell(life, privately(life, said(life, words(life), { group: life.person })))
    for (const text of ['/link', '/forget', life.word]) {
      const asked = said(life, { type: 'text', text }, { group: life.person })
      await tell(life, privately(life, { ...asked, reply: right(life) }))
    }
  },
  'blocks the bot': (life) => tell(life, privately(life, botRemoved(life.person, now(life)))),
  'is in a room named after its members': async (life) => {
    const room = life.fresh('R')
    const inRoom = (event: IncomingEvent): IncomingEvent => ({ ...event, channel: { channelId: room, type: 'room' } })
    await tell(life, inRoom(botAdded(room, now(life))), inRoom(joined(room, now(life), life.person, life.name)))
  },
  'asks a question': async (life) => {
    await teach(life, { keywords: [`${life.word} ask`] })
    await ask(life, 'token')
  },
  'asks a question that takes time': async (life) => {
    await teach(life, { keywords: [`${life.word} a.k`], match: 'regex' })
    await ask(life, 'token')
  },
  'asks a question, and the platform is silent': async (life) => {
    await teach(life, { keywords: [`${life.word} ask`] })
    await ask(life, 'silent')
  },
  'is greeted': async (life) => {
    await welcome(life)
    await tell(life, { ...joined(life.theirs, now(life), life.person, life.name), reply: right(life) })
    life.service.clock.now += 20_000
  },
  'is greeted, and the platform is silent': async (life) => {
    await welcome(life)
    await tell(life, { ...joined(life.theirs, now(life), life.person, life.name), reply: right(life, 'silent') })
    life.service.clock.now += 20_000
  },
  'is about to be greeted': async (life) => {
    await welcome(life)
    await tell(life, { ...joined(life.theirs, now(life), life.person, life.name), reply: right(life) })
  },
  'sends what cannot be read': (life) => tellUnread(life, ''),
  'sends what cannot be read and is too long to store in full': (life) => tellUnread(life, 'x'.repeat(20_000)),
  'runs a group': async (life) => {
    const caller = await life.service.caller(life.person, { name: `Key of ${life.name}` })
    const path = `/api/channels/${life.own}`
    const changes: [string, object][] = [
      [`${path}/settings`, { language: 'ja' }],
      [`${path}/assistant/config`, { qa: { cooldownSeconds: 1 } }],
      [`${path}/assistant/welcome`, { enabled: true, message: 'Welcome' }],
      [`${path}/assistant/rules`, { enabled: true, content: 'Be kind' }],
    ]
    for (const [where, change] of changes) assert.equal((await caller.put(where, change)).status, 200, where)
    const rule = { question: 'Who?', answer: 'We', keywords: [life.fresh('who')] }
    const made = await caller.post(`${path}/assistant/qa`, rule)
    const staying = await caller.post(`${path}/assistant/qa`, { ...rule, keywords: [life.fresh('where')] })
    assert.deepEqual([made.status, staying.status], [201, 201])
    assert.equal((await caller.put(`${path}/assistant/qa/${made.body.id}`, { answer: 'All of us' })).status, 200)
    assert.equal((await caller.delete(`${path}/assistant/qa/${made.body.id}`)).status, 200)
  },
  'gets another role': async (life) => {
    const path = `/api/channels/${life.theirs}/members/${life.person}/role`
    await (await life.service.caller(life.friend)).put(path, { role: 'admin' })
  },
  'hands a group over': async (life) => {
    const caller = await life.service.caller(life.person)
    await caller.put(`/api/channels/${life.own}/owner`, { userId: life.friend })
    await (await life.service.caller(life.friend)).put(`/api/channels/${life.own}/owner`, { userId: life.person })
  },
  'reads, and makes a key': async (life) => {
    const caller = await life.service.caller(life.person)
    await caller.post(`/api/channels/${life.theirs}/backup/subscribe`)
    await caller.get(`/api/channels/${life.own}/backup/messages`)
    const spare = await caller.post('/api/keys', { name: `Spare key of ${life.name}` })
    const day = { userId: life.person, day: '2026-03-10', count: 1, lastUsedAt: now(life) }
    const requests = [{ keyId: spare.body.id, ...day }]
    await life.service.store.write<'record-requests'>({ kind: 'record-requests', requests })
  },
  'reads, and bookmarks what others said': async (life) => {
    const caller = await life.service.caller(life.person)
    await caller.post(`/api/channels/${life.theirs}/backup/subscribe`)
    const event = message(life.theirs, now(life), { id: life.fresh('said'), from: life.friend })
    await tell(life, event)
    const path = `/api/channels/${life.theirs}/backup`
    await caller.put(`${path}/read-position`, { messageId: event.messageId })
    await caller.put(`${path}/bookmarks/${event.messageId}`, { note: `${life.word} note` })
  },
  'is bookmarked by a friend': async (life) => {
    const id = await say(life, words(life))
    const friend = await life.service.caller(life.friend)
    await friend.put(`/api/channels/${life.theirs}/backup/bookmarks/${id}`, { note: 'Keep' })
  },
  'has a link to sign in with': ({ service, person }) =>
    issueLinkCode({ store: service.store, clock: () => service.clock.now }, person),
  'ends a subscription': async (life) => {
    const path = `/api/channels/${life.own}/backup/subscribe`
    const caller = await life.service.caller(life.person)
    await caller.delete(path)
    await caller.post(path)
  },
  'is looked up after the bot was away': async (life) => {
    await tell(life, botRemoved(life.theirs, now(life)))
    await tell(life, botAdded(life.theirs, now(life)))
    // Until the lookup is done, no one in the group can do anything.
    const friend = await life.service.caller(life.friend)
    await eventually(
      () => friend.get(`/api/channels/${life.theirs}/members`),
      ({ status }) => status === 200,
    )
  },
  'is in redelivered events': async (life) => {
    const again = life.told.filter((_, index) => index % 3 === 0)
    await receive(life, again, [])
  },
  'waits until everything is done': (life) => settle(life),
}

/** Waits until all due jobs are done or postponed, all messages are indexed, and no file is left to remove. */
export async function settle({ service: { store, clock } }: Pick<Life, 'service'>): Promise<void> {
  const isBusy = async () =>
    (await hasDueJobs(store, clock.now)) ||
    (await store.hasHeldJobs()) ||
    (await store.hasUnindexed()) ||
    (await store.listReleasedFiles(1)).length > 0
  assert.ok(!(await eventually(isBusy, (busy) => !busy)))
}

/** Erases the person everywhere, as the operator. */
export async function erase({ service, person }: Life): Promise<void> {
  service.clock.now += 1_000
  const by = { kind: 'operator' } as const
  await service.store.write<'erase-person'>({
    kind: 'erase-person',
    by,
    at: service.clock.now,
    userId: person,
    channelId: null,
  })
  await finishErasures(service.store, service.clock.now)
}

/** Sends all events again: as redeliveries, and with new event IDs, as if the first deliveries were forgotten. */
export async function tellAllAgain(life: Life): Promise<void> {
  const { told, unread, service } = life
  await receive(life, told, unread)
  const past = told.filter(({ at }) => at <= service.clock.now - 1_000)
  await receive(
    life,
    past.map((event) => ({ ...event, eventId: life.fresh('again') })),
    unread,
  )
}
