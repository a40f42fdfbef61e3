import { randomUUID } from 'node:crypto'
import { createPageApp, isForPage, waitUntil } from '@innkeeper/simulator-kit'
import type { Update, UpdateBody } from './bot-api.ts'
import { createChatPlatform } from './chat-page/platform.ts'
import { addChat, findGroup, listGroups } from './chats/create-chat.ts'
import type { ChatDraft, Group } from './chats/group.ts'
import { createApp } from './http/app.ts'
import { createFaults, type Faults } from './http/faults.ts'
import { createIds } from './ids.ts'
import type { Forgery } from './login/id-token.ts'
import { rotateKeys } from './login/login.ts'
import { methods } from './methods/methods.ts'
import { type Bot, completeOptions, type SimulatorOptions } from './options.ts'
import { addBot, addUser, type BotDraft, findUser, type Person, type UserDraft } from './people/people.ts'
import { openStateFolder, type StateFolder } from './state/state-folder.ts'
import { createPoller, type Poller } from './updates/poller.ts'
import { type EventTime, type Heard, publish } from './updates/publish.ts'
import { createWebhooks } from './updates/webhooks.ts'
import { createWorld, type RequestRecord, type SentRecord, type World } from './world.ts'

/** A Telegram platform with one bot, on loopback. */
export type Simulator = {
  /** Origin of the Bot API. */
  url: string
  seed: string | number
  /** The bot's settings in @BotFather; change them at any time. */
  bot: Bot
  token: string
  /** A new token, from now on the only one. */
  revokeToken(): string
  /** The service's web address for the chat page; it may become known only later. */
  setServiceUrl(url: string | undefined): void
  addUser(draft?: UserDraft): Person
  /** Another bot. */
  addBot(draft?: BotDraft): Person
  findUser(userId: number): Person | undefined
  /** A basic group, as new groups are. */
  addGroup(draft?: ChatDraft): Group
  addSupergroup(draft?: ChatDraft): Group
  addChannel(draft?: ChatDraft): Group
  findGroup(chatId: number): Group | undefined
  listGroups(): Group[]
  /** Sends any update, also one of a kind that doesn't exist. */
  sendUpdate(body: UpdateBody, options?: EventTime): Heard
  updates: Pick<Poller, 'hold' | 'release' | 'waits'> & {
    /** Those that the bot hasn't confirmed. */
    list(): Update[]
    /** The id of the next one. */
    nextId: number
  }
  /** What the bot sent, in order. */
  sent: SentRecord[]
  /** Signing in on the web. The client ID is the bot's id. */
  login: {
    clientId: string
    clientSecret: string
    redirectUris: string[]
    rotateKeys(options?: { keepsOld?: boolean }): void
    /** Makes the next ID token wrong. */
    forgeNext(forgery: Forgery): void
  }
  /** Every call of the API and every download, in order. */
  requests: RequestRecord[]
  faults: Faults
  /** Resolves when no webhook is being sent. */
  settled(): Promise<void>
  /** Waits for something that the bot does asynchronously. */
  until(condition: () => boolean, timeoutMs?: number): Promise<void>
  /** Resolves when everything up to now is in the state folder, if there is one. */
  saveState(): Promise<void>
  stop(): Promise<void>
  /** Everything the platform knows. Read-only; tests rarely need it. */
  world: World
}

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const state = options.state && openStateFolder(options.state.folder)
  try {
    return await start(options, state)
  } catch (error) {
    state?.release()
    throw error
  }
}

async function start(options: SimulatorOptions, state: StateFolder | undefined): Promise<Simulator> {
  const seed = options.seed ?? state?.seed ?? randomUUID()
  const ids = createIds(seed, state?.restarts)
  const settings = completeOptions(withIdentity(options, state), ids)
  const world = createWorld(settings, ids)
  await state?.keep(world, seed)
  world.serviceUrl = options.serviceUrl
  const faults = createFaults()
  const poller = createPoller(world)
  const webhooks = createWebhooks(world, (body) => execute(body))
  /** A bot may answer a webhook with a call. */
  const execute = (body: unknown) => {
    const call = parseCall(body)
    const method = call && methods.get(call.method.toLowerCase())
    if (!call || !method) return
    const { signal } = new AbortController()
    void (async () => method({ world, values: call.values, uploads: new Map(), signal, poller, webhooks }))().catch(
      () => {},
    )
  }
  const page = createPageApp(createChatPlatform(world))
  const app = createApp({ world, takeFault: faults.take, poller, webhooks, page, isForPage })
  // Only on loopback: anyone who can reach it can act as anyone.
  world.origin = await app.listen({ port: settings.port, host: '127.0.0.1' })
  return {
    url: world.origin,
    seed,
    bot: settings.bot,
    get token() {
      return settings.token
    },
    revokeToken() {
      settings.token = ids.botToken(settings.bot.id)
      return settings.token
    },
    setServiceUrl(url) {
      world.serviceUrl = url
    },
    addUser: (draft = {}) => addUser(world, draft),
    addBot: (draft = {}) => addBot(world, draft),
    findUser: (userId) => findUser(world, userId),
    addGroup: (draft = {}) => addChat(world, 'group', draft),
    addSupergroup: (draft = {}) => addChat(world, 'supergroup', draft),
    addChannel: (draft = {}) => addChat(world, 'channel', draft),
    findGroup: (chatId) => findGroup(world, chatId),
    listGroups: () => listGroups(world),
    sendUpdate: (body, { at } = {}) => publish(world, body, { at, chatKey: 'any' }),
    updates: {
      hold: poller.hold,
      release: poller.release,
      waits: poller.waits,
      list: () => world.queue.waiting.map(({ update }) => update),
      get nextId() {
        return world.queue.nextId
      },
      set nextId(id) {
        world.queue.nextId = id
      },
    },
    sent: world.sent,
    login: {
      clientId: String(settings.bot.id),
      clientSecret: settings.login.clientSecret,
      redirectUris: settings.login.redirectUris,
      rotateKeys: (options) => rotateKeys(world.logins, options),
      forgeNext: (forgery) => void world.logins.forgeries.push(forgery),
    },
    requests: world.requests,
    faults,
    settled: () => webhooks.settled(),
    until: waitUntil,
    saveState: async () => state?.flush(),
    async stop() {
      poller.stop()
      await webhooks.stop()
      await app.close()
      world.listeners.clear()
      await state?.flush().finally(state.release)
    },
    world,
  }
}

/** The same bot as in the previous run, unless the options say otherwise. */
function withIdentity(options: SimulatorOptions, state: StateFolder | undefined): SimulatorOptions {
  const { token, bot, clientSecret } = state?.identity ?? {}
  return {
    ...options,
    ...(token === undefined ? {} : { token: options.token ?? token }),
    bot: { ...bot, ...options.bot },
    login: { ...(clientSecret === undefined ? {} : { clientSecret }), ...options.login },
  }
}

function parseCall(body: unknown): { method: string; values: Record<string, unknown> } | undefined {
  try {
    const { method, ...values } = JSON.parse(String(body))
    return typeof method === 'string' ? { method, values } : undefined
  } catch {
    return undefined
  }
}
