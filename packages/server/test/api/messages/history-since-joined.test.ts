import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listRoutes, type Route, type RouteName } from '@innkeeper/contract'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { botAdded, edited } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import { fakeDelivery, fakePlatform } from '../../support/line/fake-platform.ts'
import { startTestService } from '../../support/test-service.ts'

// Every read of a channel is tried for messages from before the caller joined. A new read must be added to the table below.

const service = await startTestService()
const owner = await service.caller('U-owner')
const start = service.clock.now
const minute = 60_000
const channelId = 'C-late'
const path = `/api/channels/${channelId}`

async function deliver(...events: IncomingEvent[]): Promise<void> {
  assert.equal((await owner.request('POST', `/webhooks/${fakePlatform}`, fakeDelivery({ events }))).status, 200)
}

const tea = { keywords: ['tea'], question: 'Is there tea?', answer: 'There is tea, {name}.' }
const cake = { keywords: ['tea with cake'], question: 'Is there cake?', answer: 'There is cake, {name}.' }

async function fill(): Promise<void> {
  await deliver(botAdded(channelId, start))
  await service.channel(channelId, { owner: 'U-owner', members: ['U-before'], subscribers: ['U-owner'] })
  for (const rule of [tea, cake]) assert.equal((await owner.post(`${path}/assistant/qa`, rule)).status, 201)
  const say = (id: string, at: number, name: string, text: string) => {
    const reply = { token: id, expiresAt: start + 120 * minute, isOneUse: true, cost: 'free' } as const
    return { ...message(channelId, at, { id, from: `U-${name}`, name, content: { type: 'text', text } }), reply }
  }
  await deliver(
    say('m-old', start + minute, 'before', 'tea with cake? secret-1'),
    edited(channelId, start + 2 * minute, 'm-old', 'tea with cake? secret-2'),
    message(channelId, start + 2 * minute, {
      id: 'm-old-link',
      from: 'U-before',
      content: { type: 'text', text: 'https://secret-5.example' },
    }),
    message(channelId, start + 3 * minute, { id: 'm-old-image', from: 'U-before', content: { type: 'image' } }),
    say('m-old-question', start + 4 * minute, 'before', 'where is the key? secret-5'),
  )
  await answersSent(1)
  await service.storeMedia(channelId, 'm-old-image', Buffer.from('secret-3'))
  const { sha256 } = await service.putFile(Buffer.from('secret-4'))
  await service.store.write<'store-preview'>({
    kind: 'store-preview',
    at: 0,
    channelId,
    messageId: 'm-old-image',
    sha256,
  })
  service.clock.now = start + 30 * minute
  await service.channel(channelId, { admins: ['U-late'] })
  await service.subscribe(channelId, 'U-late')
  await deliver(say('m-new', start + 40 * minute, 'late', 'tea, please'))
  // Both bookmark the old message while everyone may read it; it stays hidden from those who joined later.
  for (const reader of [owner, await service.caller('U-late')]) {
    assert.equal((await reader.put(`${path}/backup/bookmarks/m-old`, { note: '' })).status, 200)
    assert.equal((await reader.put(`${path}/backup/read-position`, { messageId: 'm-old' })).status, 200)
  }
  service.clock.now = start + 60 * minute
  await owner.put(`${path}/settings`, { history: 'since-joined' })
  await answersSent(2)
}

/** An answer is part of the timeline at the time it was sent, so the clock must wait for it. */
async function answersSent(count: number): Promise<void> {
  await eventually(
    async () => (await owner.get(`${path}/assistant/log`)).body.sends as { state: string }[],
    (sends) => sends.length === count && sends.every(({ state }) => state === 'sent'),
  )
}

/** What people who joined later must not see. The member list names everyone in the chat, whenever they joined. */
const secrets = ['secret-', 'm-old', 'There is cake, before.', 'U-before']

type Ask = { path: string; body?: object; showsToOwner?: true; except?: string }

const reads: Partial<Record<RouteName, Ask[]>> = {
  getUsage: [{ path: '/api/usage' }],
  getChannelUsage: [{ path: `${path}/usage` }],
  listChannels: [{ path: '/api/channels' }],
  getChannel: [{ path }],
  getSettings: [{ path: `${path}/settings` }],
  listMembers: [{ path: `${path}/members`, showsToOwner: true, except: 'U-before' }],
  listLastSeen: [{ path: `${path}/last-seen`, showsToOwner: true }],
  getMember: [
    { path: `${path}/members/U-late` },
    // The person is named; when they were last seen, before the caller came, is not shown.
    { path: `${path}/members/U-before`, showsToOwner: true, except: 'U-before' },
  ],
  getMemberActivity: [{ path: `${path}/members/U-before/activity`, showsToOwner: true }],
  listMemberAnswers: [
    { path: `${path}/members/U-before/answers`, showsToOwner: true },
    { path: `${path}/members/U-late/answers` },
  ],
  getKeptInChannel: [{ path: `${path}/kept` }],
  exportOwnMessages: [{ path: `${path}/kept/messages` }, { path: `${path}/kept/messages?format=txt` }],
  getAssistantConfig: [{ path: `${path}/assistant` }],
  listRules: [{ path: `${path}/assistant/qa` }],
  getRule: [{ path: `${path}/assistant/qa/r_unknown` }],
  getWelcome: [{ path: `${path}/assistant/welcome` }],
  getGroupRules: [{ path: `${path}/assistant/rules` }],
  exportAssistant: [{ path: `${path}/assistant/export` }],
  exportRules: [{ path: `${path}/assistant/export.csv` }],
  listAssistantVersions: [{ path: `${path}/assistant/versions` }],
  getAssistantVersion: [{ path: `${path}/assistant/versions/1` }],
  listSends: [
    { path: `${path}/assistant/log`, showsToOwner: true },
    { path: `${path}/assistant/log?messageId=m-old`, showsToOwner: true },
    { path: `${path}/assistant/log?state=sent&limit=1` },
  ],
  explainAnswer: [
    { path: `${path}/assistant/explain`, body: { messageId: 'm-old' }, showsToOwner: true },
    { path: `${path}/assistant/explain`, body: { text: 'tea with cake' } },
  ],
  replayAssistant: [{ path: `${path}/assistant/replay`, body: {}, showsToOwner: true }],
  listConflicts: [{ path: `${path}/assistant/conflicts`, body: {}, showsToOwner: true }],
  listUnanswered: [{ path: `${path}/assistant/unanswered`, showsToOwner: true }],
  getSubscription: [{ path: `${path}/backup/subscribe` }],
  listMessages: [
    { path: `${path}/backup/messages`, showsToOwner: true },
    { path: `${path}/backup/messages?date=2026-03-10&order=desc`, showsToOwner: true },
  ],
  getMessage: [{ path: `${path}/backup/messages/m-old`, showsToOwner: true }],
  listVersions: [{ path: `${path}/backup/messages/m-old/versions`, showsToOwner: true }],
  listMedia: [{ path: `${path}/backup/media`, showsToOwner: true }],
  downloadMedia: [{ path: `${path}/backup/media/m-old-image`, showsToOwner: true }],
  viewMedia: [{ path: `${path}/backup/media/m-old-image/view`, showsToOwner: true }],
  getPreview: [{ path: `${path}/backup/media/m-old-image/preview`, showsToOwner: true }],
  getTimeline: [
    { path: `${path}/backup/timeline`, showsToOwner: true },
    { path: `${path}/backup/timeline?date=2026-03-01`, showsToOwner: true },
    { path: `${path}/backup/timeline?around=m-old`, showsToOwner: true },
  ],
  listDays: [{ path: `${path}/backup/days` }],
  getLedger: [{ path: `${path}/backup/ledger` }],
  listWebhooks: [{ path: `${path}/webhooks` }],
  listWebhookDeliveries: [{ path: `${path}/webhooks/w_unknown/deliveries` }],
  getOnThisDay: [{ path: `${path}/backup/on-this-day?date=2027-03-10`, showsToOwner: true }],
  getReadPosition: [{ path: `${path}/backup/read-position`, showsToOwner: true }],
  listBookmarks: [{ path: `${path}/backup/bookmarks`, showsToOwner: true }],
  searchMessages: [
    { path: `${path}/backup/search?q=secret`, showsToOwner: true },
    { path: `${path}/backup/search?q=tea&sender=U-before`, showsToOwner: true },
    { path: `${path}/backup/search?q=tea&order=asc&context=true`, showsToOwner: true },
    { path: `${path}/backup/search?q=cake%20type:bot`, showsToOwner: true },
    { path: `${path}/backup/search?type=image`, showsToOwner: true },
    { path: `${path}/backup/search?q=tea&order=asc&beyond=m-old` },
  ],
  countHits: [{ path: `${path}/backup/search/count?q=secret` }],
  searchChannels: [
    { path: '/api/search?q=secret', showsToOwner: true },
    { path: '/api/search?q=tea&order=asc&context=true', showsToOwner: true },
  ],
  countHitsInChannels: [{ path: '/api/search/count?q=secret' }],
  listSavedSearches: [{ path: '/api/searches' }],
  getNotifications: [{ path: '/api/notifications' }],
  listGallery: [
    { path: `${path}/backup/gallery`, showsToOwner: true },
    { path: `${path}/backup/gallery?sender=U-before`, showsToOwner: true },
  ],
  listLinks: [
    { path: `${path}/backup/links`, showsToOwner: true },
    { path: `${path}/backup/links?sender=U-before`, showsToOwner: true },
  ],
  countGallery: [{ path: `${path}/backup/gallery/counts` }],
  downloadZip: [{ path: `${path}/backup/zip`, body: { ids: ['m-old-image'] }, showsToOwner: true }],
  downloadDay: [{ path: `${path}/backup/day?date=2026-03-10`, showsToOwner: true }],
  planExport: [{ path: `${path}/backup/export`, body: { formats: ['jsonl'] } }],
  askBackup: [{ path: `${path}/backup/ask`, body: { question: 'Is there tea with cake?' }, showsToOwner: true }],
  getDigest: [{ path: `${path}/backup/digest?since=week`, showsToOwner: true }],
  getOverview: [{ path: '/api/overview' }],
}

await fill()
const late = await service.caller('U-late')
const found = (text: string, except?: string) => secrets.filter((one) => one !== except && text.includes(one))

test('the table has every read that an admin can make; live.test.ts covers live events, export-rights.test.ts exports', () => {
  const closed = ['public', 'owner', 'operator']
  const isRead = ({ method, readsOnly }: Route) => method === 'GET' || readsOnly === true
  const names = listRoutes()
    .filter(({ route }) => isRead(route) && !closed.includes(route.permission))
    .map(({ name }) => String(name))
  const elsewhere = [
    'watchChannel',
    'downloadExportPart',
    'getMe',
    'getKept',
    'listAccounts',
    'listKeys',
    'listSignIns',
    'signInWithKey',
    'endSignIn',
    // Its tools are other routes.
    'callMcp',
  ]
  assert.deepEqual([...Object.keys(reads), ...elsewhere].sort(), names.sort())
})

for (const [name, asks] of Object.entries(reads)) {
  test(`${name} shows nothing from before the caller joined`, async () => {
    for (const { path: at, body, showsToOwner = false, except } of asks) {
      const request = body ? { body } : {}
      const answer = await late.request(body ? 'POST' : 'GET', at, request)
      assert.deepEqual(found(answer.text, except), [], `${at}: ${answer.text}`)
      const control = await owner.request(body ? 'POST' : 'GET', at, request)
      assert.equal(found(control.text).length > 0, showsToOwner, `the owner was there: ${at}: ${control.text}`)
    }
  })
}

test('the log shows what was sent since then', async () => {
  const { sends } = (await late.get(`${path}/assistant/log`)).body
  assert.deepEqual(
    sends.map(({ messageId }: { messageId: string }) => messageId),
    ['m-new'],
  )
})
