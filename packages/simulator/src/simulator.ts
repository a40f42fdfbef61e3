import { randomUUID } from 'node:crypto'
import { createPageApp, type WebhookResponse, waitUntil } from '@innkeeper/simulator-kit'
import { createRandom } from '@innkeeper/testdata'
import type { webhook } from '@line/bot-sdk'
import { createChatPlatform } from './chat-page/platform.ts'
import { addGroup, addRoom, type ChatDraft, findGroup, type Group, listGroups, type Room } from './chats.ts'
import { type Content, describeContent } from './content.ts'
import { buildEvent, type EventDraft, type EventOf, type EventTime, type EventType } from './events.ts'
import { createApp } from './http/app.ts'
import { createFaults, type Faults } from './http/faults.ts'
import { accountRoutes } from './http/routes/account.ts'
import { chatRoutes } from './http/routes/chats.ts'
import { contentRoutes, stickerRoutes } from './http/routes/content.ts'
import { conversationRoutes } from './http/routes/conversations.ts'
import { loginRoutes } from './http/routes/login.ts'
import { massRoutes } from './http/routes/mass.ts'
import { sendRoutes } from './http/routes/send.ts'
import { tokenRoutes } from './http/routes/tokens.ts'
import { endpointRoutes } from './http/routes/webhook-endpoint.ts'
import { createIds } from './ids.ts'
import { completeOptions, type SimulatorOptions } from './options.ts'
import { addUser, findUser, follow, type User, type UserDraft, unfollow } from './people.ts'
import { setOrigin } from './state/saved-world.ts'
import { openStateFolder, type StateFolder } from './state/state-folder.ts'
import { type DeliverOptions, deliverNow } from './webhook/deliver-now.ts'
import { createDispatcher, type Delivery, type Dispatcher } from './webhook/dispatcher.ts'
import { createWorld, type RequestRecord, type SentRecord, type World } from './world.ts'

/** A LINE platform with one channel, on loopback. */
export type Simulator = {
  /** Origin of both API hosts: api.line.me and api-data.line.me. */
  url: string
  seed: string | number
  channelId: string
  channelSecret: string
  accessToken: string
  botUserId: string
  /** The channel for web sign-in. */
  login: { channelId: string; channelSecret: string }
  setWebhookUrl(url: string | undefined): void
  /** A new channel secret, from now on the only one. */
  issueChannelSecret(): string
  /** The service's web address for the chat page; it may become known only later. */
  setServiceUrl(url: string | undefined): void
  addUser(draft?: UserDraft): User
  addGroup(draft?: ChatDraft & { groupId?: string }): Group
  addRoom(draft?: ChatDraft & { roomId?: string }): Room
  findUser(userId: string): User | undefined
  findGroup(groupId: string): Group | undefined
  listGroups(): Group[]
  follow(user: { userId: string }, told?: EventTime): Promise<Delivery<webhook.FollowEvent>>
  unfollow(user: { userId: string }, told?: EventTime): Promise<Delivery<webhook.UnfollowEvent>>
  /** Sends any events in one webhook immediately, bypassing the queue. The console verifies an endpoint with an empty list. */
  deliver(events: readonly unknown[], options?: DeliverOptions): Promise<WebhookResponse>
  /** Completes a draft with everything the platform adds: ids, token, time. It is not sent. */
  buildEvent<T extends EventType>(draft: EventDraft<T>): EventOf<T>
  /** The `message` of an event, with a new id and tokens. Its bytes are not stored. */
  buildMessage(content: Content): webhook.MessageContent
  /** What the bot sent, in order. */
  sent: SentRecord[]
  /** Every call of the API, in order. */
  requests: RequestRecord[]
  faults: Faults
  delivery: Pick<Dispatcher, 'configure' | 'hold' | 'release'>
  /** Resolves when all webhooks have ended. */
  settled(): Promise<void>
  /** Waits for something that the bot does asynchronously, such as a reply; fails after five seconds. */
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
  const settings = completeOptions({ ...state?.identity, ...options }, ids)
  const world = createWorld(settings, ids, options.webhookUrl)
  world.serviceUrl = options.serviceUrl
  await state?.keep(world, seed)
  const dispatcher = createDispatcher(world, createRandom(`${seed}/disorder`))
  const faults = createFaults()
  const routes = [
    ...sendRoutes(world),
    ...massRoutes(world),
    ...chatRoutes(world, dispatcher),
    ...conversationRoutes(world),
    ...contentRoutes(world),
    ...stickerRoutes(),
    ...accountRoutes(world),
    ...endpointRoutes(world),
    ...tokenRoutes(world),
    ...loginRoutes(world),
  ]
  const page = createPageApp(createChatPlatform(world, dispatcher))
  const app = createApp({ world, routes, takeFault: faults.take, page })
  // Only on loopback: anyone who can reach it can act and sign in as anyone.
  setOrigin(world, await app.listen({ port: settings.port, host: '127.0.0.1' }))
  return {
    url: world.origin,
    seed,
    channelId: settings.channelId,
    get channelSecret() {
      return settings.channelSecret
    },
    accessToken: settings.accessToken,
    botUserId: settings.botUserId,
    login: { channelId: settings.loginChannelId, channelSecret: settings.loginChannelSecret },
    setWebhookUrl(url) {
      world.webhookUrl = url
    },
    issueChannelSecret() {
      settings.channelSecret = ids.hex(32)
      return settings.channelSecret
    },
    setServiceUrl(url) {
      world.serviceUrl = url
    },
    addUser: (draft = {}) => addUser(world, dispatcher, draft),
    addGroup: (draft = {}) => addGroup(world, dispatcher, draft),
    addRoom: (draft = {}) => addRoom(world, dispatcher, draft),
    findUser: (userId) => findUser(world, dispatcher, userId),
    findGroup: (groupId) => findGroup(world, dispatcher, groupId),
    listGroups: () => listGroups(world, dispatcher),
    follow: (user, told) => follow(world, dispatcher, user, told),
    unfollow: (user, told) => unfollow(world, dispatcher, user, told),
    deliver: (events, deliverOptions = {}) => deliverNow(world, events, deliverOptions),
    buildEvent: (draft) => buildEvent(world, draft),
    buildMessage: (content) => describeContent(world, content, ids.messageId()),
    sent: world.sent,
    requests: world.requests,
    faults,
    delivery: dispatcher,
    settled: () => dispatcher.settled(),
    until: waitUntil,
    saveState: async () => state?.flush(),
    async stop() {
      await dispatcher.stop()
      await app.close()
      world.listeners.clear()
      await state?.flush().finally(state.release)
    },
    world,
  }
}
