import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type RouteName, routes } from '@innkeeper/contract'
import { resetOperators } from '../../../src/actions/accounts/operator-account.ts'
import { signInAs } from '../../../src/actions/accounts/sign-ins.ts'
import { issueKey, issueLinkCode } from '../../../src/actions/storage/operator.ts'
import { message } from '../content/events.ts'
import { fakeDelivery, fakePlatform } from '../line/fake-platform.ts'
import { createExampleOperator, passphrase } from '../operator.ts'
import type { TestService } from '../test-service.ts'
import { addImport, endImports, historyText } from './example-imports.ts'

/** The channel of an example, who makes the request, and whether this person is subscribed. */
type Scene = { service: TestService; channelId: string; ownerId: string; userId: string; isSubscribed: boolean }

/** A request that succeeds for people with permission. `undo` restores the scene. */
type Example = {
  method: string
  path: string
  body: unknown
  /** For a body of bytes. */
  raw?: string
  headers?: Record<string, string>
  undo(): Promise<unknown>
}

type Input = {
  params?: Record<string, string>
  query?: string
  body?: object
  raw?: string
  headers?: Record<string, string>
  undo?(): Promise<unknown>
}

const operator = { kind: 'operator' } as const
const textId = 'm-text'
const imageId = 'm-image'
const pictureBytes = Buffer.from('picture')
let count = 0

/** Adds what the examples read: a text and an image with its bytes. Someone must already be subscribed. */
export async function fillChannel(service: TestService, channelId: string): Promise<void> {
  await service.receive([
    message(channelId, service.clock.now, { id: textId }),
    message(channelId, service.clock.now, { id: imageId, content: { type: 'image' } }),
  ])
  await service.storeMedia(channelId, imageId, pictureBytes)
  const { sha256 } = await service.putFile(Buffer.from('preview'))
  await service.store.write<'store-preview'>({ kind: 'store-preview', at: 0, channelId, messageId: imageId, sha256 })
}

/** What every route needs in order to succeed. The platform to sign in with is never contacted. */
export const exampleSettings = {
  // The address from which the platform would fetch pictures.
  INNKEEPER_BASE_URL: 'https://inn.example',
  LINE_LOGIN_CHANNEL_ID: '2000000001',
  LINE_LOGIN_CHANNEL_SECRET: 'secret',
  // On PostgreSQL, webhooks need it.
  INNKEEPER_SECRET_KEY: 'ab'.repeat(32),
}

export async function exampleOf(name: RouteName, scene: Scene): Promise<Example> {
  const { params = {}, query = '', body, undo = async () => {}, ...bytes } = await inputs[name](scene)
  const { method, path } = routes[name]
  return { method, path: pathOf(path, { channelId: scene.channelId, ...params }) + query, body, ...bytes, undo }
}

/** Fills a path of the route table. */
function pathOf(template: string, params: Record<string, string>): string {
  return template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** Never contacted, because it isn't public. */
const receiver = 'https://192.0.2.1/events'

/** Replaces the one before, because a channel can have few. It has sent an event. */
/** With an event of a snapshot. */
async function createServiceWebhook({ service }: Scene): Promise<{ webhookId: string }> {
  const { store, clock } = service
  const common = { by: { kind: 'operator' }, at: clock.now, channelId: null, actor: 'Hana' } as const
  for (const { webhookId } of await store.listServiceWebhooks())
    await store.write<'delete-webhook'>({ kind: 'delete-webhook', ...common, webhookId })
  const webhookId = `w_service${++count}`
  const wish = { userId: '', url: receiver, events: ['snapshot.failed'], contents: 'thin' } as const
  await store.write<'create-webhook'>({ kind: 'create-webhook', ...common, webhookId, ...wish })
  const run = { runId: webhookId, target: 'folder', work: 'snapshot', place: '/nowhere', at: clock.now } as const
  await store.write<'begin-snapshot-run'>({ kind: 'begin-snapshot-run', ...run })
  const outcome = { state: 'failed', reason: 'Full', counts: {}, bytes: 0, verifiedThrough: '', notes: {} } as const
  await store.write<'finish-snapshot-run'>({ kind: 'finish-snapshot-run', runId: webhookId, at: clock.now, outcome })
  return { webhookId }
}

async function createExampleWebhook({ service, channelId, userId }: Scene): Promise<{ webhookId: string }> {
  const { store, clock } = service
  const common = { by: operator, at: clock.now, channelId }
  const channelNo = (await store.findChannelNo(channelId)) ?? 0
  for (const { webhookId } of await store.listWebhooks(channelNo))
    await store.write<'delete-webhook'>({ kind: 'delete-webhook', ...common, webhookId })
  const webhookId = `w_example${++count}`
  const wish = { url: receiver, events: ['message.created'], contents: 'thin' } as const
  await store.write<'create-webhook'>({ kind: 'create-webhook', ...common, webhookId, userId, ...wish })
  const found = (await store.listWebhooksToPlan()).find((one) => one.webhookId === webhookId)
  const after = found?.changeNo ?? (await store.findLastChange(channelNo)) ?? 0
  const events = [{ event: 'message.created', subject: { messageId: textId }, at: clock.now } as const]
  const plan = { at: clock.now, channelId, webhookId, after, changeNo: after, events }
  await store.write<'plan-deliveries'>({ kind: 'plan-deliveries', ...plan })
  return { webhookId }
}

const inputs: { [Name in RouteName]: (scene: Scene) => Input | Promise<Input> } = {
  getHealth: () => ({}),
  getReady: () => ({}),
  getOpenapi: () => ({}),
  getDocs: () => ({}),
  getDocsAsset: () => ({ params: { asset: 'start.js' } }),
  getGuide: () => ({}),
  getGuidePage: () => ({ params: { page: 'self-hosting' } }),
  async getPicture({ service, channelId }) {
    const sha256 = hash('sha256', pictureBytes, 'hex')
    const picture = { id: 'https://pictures.example/1', sha256, contentType: 'image/png' }
    await service.store.write<'record-channel'>({ kind: 'record-channel', at: service.clock.now, channelId, picture })
    return { params: { name: `${sha256}.png` } }
  },
  getDefaultPicture: () => ({ params: { name: '5f2b9c01.svg' } }),
  getMe: () => ({}),
  listAccounts: () => ({}),
  getKept: () => ({}),
  getKeptInChannel: () => ({}),
  exportOwnMessages: () => ({}),
  // The name isn't theirs, so nothing is erased: api/accounts/erase-me.test.ts does that.
  eraseMe: () => ({ body: { confirm: 'Someone else' } }),
  getUsage: () => ({}),
  getChannelUsage: () => ({}),
  listKeys: () => ({}),
  createKey: () => ({ body: { name: 'laptop', scope: 'read', expiresAt: null } }),
  async revokeKey({ service, userId }) {
    const deps = { store: service.store, clock: () => service.clock.now }
    return { params: { keyId: (await issueKey(deps, { userId, name: '', scope: 'full', expiresAt: null })).id } }
  },
  listChannels: () => ({}),
  getChannel: () => ({}),
  async deleteChannel({ service, ownerId }) {
    const channelId = `C-doomed-${++count}`
    await service.channel(channelId, {
      owner: ownerId,
      admins: ['U-admin'],
      members: ['U-member'],
      guests: ['U-guest'],
      left: ['U-left'],
    })
    return { params: { channelId }, body: { confirm: `Group ${channelId}` } }
  },
  setStatus: ({ service, channelId }) => ({
    body: { status: 'disabled' },
    undo: () =>
      service.store.write<'set-status'>({
        kind: 'set-status',
        by: operator,
        at: service.clock.now,
        channelId,
        status: 'active',
      }),
  }),
  getSettings: () => ({}),
  changeSettings: () => ({
    body: {
      timezone: 'Asia/Tokyo',
      language: 'ja',
      newMemberRole: 'member',
      retentionDays: null,
      backup: 'members',
      history: 'all',
      allowPush: false,
    },
  }),
  previewRetention: () => ({ query: '?days=30' }),
  listAudit: () => ({}),
  listMembers: () => ({}),
  listLastSeen: () => ({}),
  getMember: () => ({ params: { userId: 'U-member' } }),
  getMemberActivity: () => ({ params: { userId: 'U-member' } }),
  listMemberAnswers: ({ userId }) => ({ params: { userId } }),
  async approveGuests({ service, channelId }) {
    const userId = `U-guest-${++count}`
    await service.channel(channelId, { guests: [userId] })
    return { body: { userIds: [userId] } }
  },
  async changeRole({ service, channelId }) {
    const userId = `U-guest-${++count}`
    await service.channel(channelId, { guests: [userId] })
    return { params: { userId }, body: { role: 'member' } }
  },
  async handOverOwner({ service, channelId, ownerId }) {
    const userId = `U-heir-${++count}`
    await service.channel(channelId, { members: [userId] })
    return { body: { userId }, undo: () => service.channel(channelId, { owner: ownerId }) }
  },
  getAssistantConfig: () => ({}),
  changeAssistantConfig: () => ({
    body: {
      enabled: true,
      qa: { enabled: true, mode: 'keyword', cooldownSeconds: 0 },
      welcome: { enabled: false },
      rules: { enabled: false },
    },
  }),
  listRules: () => ({}),
  createRule: () => ({ body: newRule }),
  getRule: withRule,
  updateRule: async (scene) => ({ ...(await withRule(scene)), body: newRule }),
  deleteRule: withRule,
  restoreRule: withRule,
  // Needs a service with `exampleSettings`.
  uploadRulePicture: () => ({ body: { data: onePixel } }),
  getWelcome: () => ({}),
  changeWelcome: () => ({ body: { enabled: true, message: 'Welcome, {name}!' } }),
  getGroupRules: () => ({}),
  changeGroupRules: () => ({ body: { enabled: true, content: '1. Be kind.' } }),
  explainAnswer: () => ({ body: { text: 'What are your opening hours?' } }),
  replayAssistant: () => ({ body: { rule: newRule } }),
  listConflicts: () => ({ body: { rule: newRule } }),
  listUnanswered: () => ({ query: '?from=2026-02-10&to=2026-03-11' }),
  listSends: () => ({}),
  exportAssistant: () => ({}),
  exportRules: () => ({}),
  importAssistant: () => ({ body: { assistant, mode: 'merge', dryRun: false } }),
  listAssistantVersions: () => ({}),
  getAssistantVersion: withVersion,
  labelAssistantVersion: async (scene) => ({ ...(await withVersion(scene)), body: { label: 'Before summer' } }),
  restoreAssistantVersion: async (scene) => ({ ...(await withVersion(scene)), body: { dryRun: true } }),
  getSubscription: () => ({}),
  subscribe: (scene) => ({ undo: () => restoreSubscription(scene) }),
  unsubscribe: (scene) => ({ undo: () => restoreSubscription(scene) }),
  listMessages: () => ({}),
  getMessage: () => ({ params: { messageId: textId } }),
  listVersions: () => ({ params: { messageId: textId } }),
  listMedia: () => ({}),
  downloadMedia: () => ({ params: { messageId: imageId } }),
  viewMedia: () => ({ params: { messageId: imageId } }),
  getPreview: () => ({ params: { messageId: imageId } }),
  getOverview: () => ({}),
  getTimeline: () => ({}),
  listDays: () => ({}),
  getLedger: () => ({}),
  getOnThisDay: () => ({ query: '?date=2027-03-10' }),
  getReadPosition: () => ({}),
  setReadPosition: () => ({ body: { messageId: textId } }),
  listBookmarks: () => ({}),
  saveBookmark: () => ({ params: { messageId: textId }, body: { note: 'Key to the boathouse' } }),
  deleteBookmark: withBookmark,
  searchMessages: () => ({ query: '?q=Text' }),
  countHits: () => ({ query: '?q=Text' }),
  searchChannels: () => ({ query: '?q=Text' }),
  countHitsInChannels: () => ({ query: '?q=Text' }),
  listSavedSearches: () => ({}),
  saveSearch: () => ({ body: { name: 'Keys', query: { q: 'keys' }, channelId: null } }),
  async changeSavedSearch(scene) {
    return { params: { searchId: await savedSearchOf(scene) }, body: { name: 'Other keys' } }
  },
  async deleteSavedSearch(scene) {
    return { params: { searchId: await savedSearchOf(scene) } }
  },
  getNotifications: () => ({}),
  // Only a browser that is signed in gets notifications: api/notifications has the tests.
  turnOnNotifications: () => ({
    body: {
      endpoint: 'https://push.example/send/1',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  }),
  turnOffNotifications: () => ({}),
  testNotification: () => ({}),
  listGallery: () => ({}),
  countGallery: () => ({}),
  listLinks: () => ({}),
  planExport: () => ({ body: { formats: ['jsonl'] } }),
  downloadExportPart: (scene) => partOf(scene),
  downloadDay: () => ({}),
  listImports: () => ({}),
  uploadImport: (scene) => ({ query: '?fileName=history.txt', raw: historyText, undo: () => endImports(scene) }),
  getImport: (scene) => withImport(scene, 'ready'),
  downloadUnreadLines: (scene) => withImport(scene, 'ready'),
  changeImport: async (scene) => ({ ...(await withImport(scene, 'ready')), body: { timezone: 'Asia/Tokyo' } }),
  commitImport: (scene) => withImport(scene, 'ready'),
  undoImport: (scene) => withImport(scene, 'done'),
  deleteImport: (scene) => withImport(scene, 'ready'),
  downloadZip: () => ({ body: { ids: [imageId] } }),
  watchChannel: () => ({}),
  listWebhooks: () => ({}),
  createWebhook: () => ({ body: { url: receiver, events: ['message.created'] } }),
  changeWebhook: async (scene) => ({ params: await createExampleWebhook(scene), body: { contents: 'full' } }),
  deleteWebhook: async (scene) => ({ params: await createExampleWebhook(scene) }),
  renewWebhookSecret: async (scene) => ({ params: await createExampleWebhook(scene) }),
  testWebhook: async (scene) => ({ params: await createExampleWebhook(scene) }),
  listWebhookDeliveries: async (scene) => ({ params: await createExampleWebhook(scene) }),
  repeatWebhookDelivery: async (scene) => ({ params: { ...(await createExampleWebhook(scene)), no: '1' } }),
  listServiceWebhooks: () => ({}),
  createServiceWebhook: () => ({ body: { url: receiver, events: ['finding.began'] } }),
  changeServiceWebhook: async (scene) => ({ params: await createServiceWebhook(scene), body: { isOn: false } }),
  deleteServiceWebhook: async (scene) => ({ params: await createServiceWebhook(scene) }),
  renewServiceWebhookSecret: async (scene) => ({ params: await createServiceWebhook(scene) }),
  testServiceWebhook: async (scene) => ({ params: await createServiceWebhook(scene) }),
  listServiceWebhookDeliveries: async (scene) => ({ params: await createServiceWebhook(scene) }),
  repeatServiceWebhookDelivery: async (scene) => ({ params: { ...(await createServiceWebhook(scene)), no: '1' } }),
  replayServiceWebhook: async (scene) => ({
    params: await createServiceWebhook(scene),
    body: { since: '2026-03-01T00:00:00Z' },
  }),
  replayWebhook: async (scene) => ({
    params: await createExampleWebhook(scene),
    body: { since: '2026-03-01T09:30:00Z' },
  }),
  listSignInWays: () => ({}),
  signInWithKey: () => ({}),
  async signInWithLink({ service, userId }) {
    const { code } = await issueLinkCode({ store: service.store, clock: () => service.clock.now }, userId)
    return { body: { code } }
  },
  checkSetupLink: async ({ service }) => ({ body: { code: await newSetupCode(service) } }),
  async createOperator({ service }) {
    return { body: { code: await newSetupCode(service), name: 'Hana', passphrase } }
  },
  async signInOperator({ service }) {
    await newSetupCode(service)
    await createExampleOperator({ store: service.store, clock: () => service.clock.now })
    return { body: { name: 'Hana', passphrase } }
  },
  getOperatorAccount: () => ({}),
  shareOperatorRights: () => ({ body: { userId: 'U-owner', sharesRights: true } }),
  changePassphrase: () => ({ body: { current: passphrase, passphrase: `${passphrase} again` } }),
  renewRecoveryCodes: () => ({ body: { current: passphrase } }),
  listSignIns: () => ({}),
  async endSignIn({ service, userId }) {
    const deps = { store: service.store, clock: () => service.clock.now }
    const { signedIn } = await signInAs(deps, userId, { userAgent: undefined, held: [], adds: false })
    return { params: { signInId: signedIn.signIn.id } }
  },
  // Needs a service with `exampleSettings`.
  beginPlatformSignIn: () => ({ params: { platform: 'line' } }),
  finishPlatformSignIn: () => ({ params: { platform: 'line' } }),
  getConsole: () => ({}),
  getSetupPage: () => ({}),
  getSignInPage: () => ({}),
  getAccountPage: () => ({}),
  getSearchPage: () => ({}),
  getAccountDataPage: () => ({}),
  getUsagePage: () => ({}),
  getOperatorPage: () => ({}),
  getServiceSetupPage: () => ({}),
  getServiceSettingsPage: () => ({}),
  getChannelPage: () => ({}),
  getChannelScreen: () => ({ params: { screen: 'search' } }),
  getMemberPage: () => ({ params: { userId: 'U-member' } }),
  async getConsoleAsset({ service }) {
    const page = await (await fetch(`${service.url}/`)).text()
    return { params: { asset: /\/assets\/([\w.-]+\.js)/.exec(page)?.[1] ?? '' } }
  },
  getConsoleManifest: () => ({ query: '?language=ja' }),
  getServiceWorker: () => ({ query: '?language=ja' }),
  getOperatorReport: () => ({}),
  listServiceSettings: () => ({}),
  saveServiceSettings: () => ({ body: { changes: [{ name: 'mostVersions', value: '100' }] } }),
  listOperatorLog: () => ({}),
  listPlatforms: () => ({}),
  connectPlatform: () => ({
    params: { platform: 'line' },
    body: { changes: [{ name: 'lineChannelId', value: '@id' }] },
  }),
  disconnectPlatform: () => ({ params: { platform: 'line' } }),
  checkPlatform: () => ({ params: { platform: 'line' } }),
  getBotAccount: () => ({ params: { platform: 'line' } }),
  listArrivals: () => ({}),
  createClaimCommand: () => ({}),
  getAddressReport: () => ({}),
  checkModel: () => ({ body: { changes: [{ name: 'mostVersions', value: '100' }] } }),
  // Nothing is set up, so nothing is sent.
  testAlert: () => ({ body: { way: 'mail', changes: [{ name: 'mostVersions', value: '100' }] } }),
  retryJob: withBuriedJob,
  receiveWebhook: () => ({ params: { platform: fakePlatform }, ...fakeDelivery({ events: [] }) }),
}

/** Removes the account of an earlier example. */
async function newSetupCode({ store, clock }: TestService): Promise<string> {
  return (await resetOperators({ store, clock: () => clock.now })).code
}

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const newRule = {
  keywords: ['opening hours'],
  question: 'When are you open?',
  answer: 'Every day from 9 to 18.',
  enabled: true,
  priority: 0,
  match: null,
}

const assistant = {
  format: 'innkeeper-assistant/1',
  config: {
    enabled: true,
    qa: { enabled: true, mode: 'keyword', cooldownSeconds: 0, memberCooldownSeconds: 0 },
    welcome: { enabled: true },
    rules: { enabled: true },
  },
  welcome: { enabled: true, message: 'Welcome!', quietHours: { from: '22:00', to: '07:00' }, greetReturning: true },
  groupRules: { enabled: true, content: '1. Be kind.' },
  rules: [{ id: 'r_hours', ...newRule }],
}

/** Nothing to add, and ended afterwards. */
async function withImport(scene: Scene, state: 'ready' | 'done'): Promise<Input> {
  const number = await addImport(scene, state)
  return { params: { number: String(number ?? 1) }, undo: () => endImports(scene) }
}

async function savedSearchOf({ service, userId }: Scene): Promise<string> {
  const [saved] = await service.store.listSavedSearches(userId)
  if (saved) return saved.searchId
  const searchId = `q_example${++count}`
  const search = { searchId, name: 'Keys', query: { q: 'keys' }, channelId: null }
  await service.store.write<'save-search'>({ kind: 'save-search', by: operator, at: service.clock.now, userId, search })
  return searchId
}

async function withRule({ service, channelId }: Scene): Promise<Input> {
  const rule = { keywords: ['wifi'], question: 'What is the password?', answer: 'It is on the board.' }
  const { id } = await service.store.write<'create-rule'>({
    kind: 'create-rule',
    by: operator,
    at: service.clock.now,
    channelId,
    rule,
  })
  return { params: { qaId: id } }
}

async function withVersion(scene: Scene): Promise<Input> {
  await withRule(scene)
  return { params: { version: '1' } }
}

/** Others can't delete it, and have none. */
async function withBookmark({ service, channelId, userId, isSubscribed }: Scene): Promise<Input> {
  const path = `/api/channels/${channelId}/backup/bookmarks/${textId}`
  if (isSubscribed) await (await service.caller(userId)).put(path, {})
  return { params: { messageId: textId } }
}

/** The platform of these channels isn't connected, so the worker gives up on their jobs after a few tries. */
async function withBuriedJob({ service, channelId }: Scene): Promise<Input> {
  for (let tries = 0; tries < 200; tries++) {
    const job = (await service.store.listBuriedJobs(50)).find(({ kind }) => kind === 'fetch-media')
    if (job) return { params: { jobId: String(job.jobId) } }
    if (tries === 0) {
      const image = message(channelId, service.clock.now, { content: { type: 'image' } })
      await service.receive([{ ...image, hasFile: true }])
    }
    service.clock.now += 1_000
    await pause(25)
  }
  throw new Error('No job was given up')
}

async function restoreSubscription({ service, channelId, userId, isSubscribed }: Scene): Promise<void> {
  if (isSubscribed) return service.subscribe(channelId, userId)
  await (await service.caller(userId)).delete(`/api/channels/${channelId}/backup/subscribe`)
}

/** The ID of the part of the scene's only month, as someone with a subscription gets it. */
async function partOf({ service, channelId, ownerId }: Scene): Promise<Input> {
  for (const userId of [ownerId, 'U-keeper']) {
    const subscriber = await service.caller(userId)
    const { status, body } = await subscriber.post(`/api/channels/${channelId}/backup/export`, { formats: ['jsonl'] })
    if (status === 200) return { params: { partId: body.parts[0].id } }
  }
  return { params: { partId: 'none' } }
}
