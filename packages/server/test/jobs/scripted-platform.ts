import { textsOf } from '../../src/domain/assistant/outgoing-message.ts'
import { PlatformRefusal } from '../../src/domain/platforms/platform-errors.ts'
import type { Connector, MediaMessage, MediaSource, Profile } from '../../src/ports/connector.ts'
import { createFakeConnector } from '../support/line/fake-platform.ts'

/** A platform that tracks rights to reply like a real one, and lets a test intervene. */
export type ScriptedPlatform = {
  connector: Connector
  /** The tokens of the replies that arrived. */
  said: string[]
  /** The texts of each of these replies. */
  speeches: string[][]
  /** The chats of the pushes that arrived, by key: each key once, as on a real platform. */
  pushed: Map<string, string>
  /** The key of every push attempt, in order. */
  keys: string[]
  /** For this month. A push counts once for each member. */
  budget: { limit: number | null; used: number }
  /** How often the budget was requested. */
  budgetAsked: number
  /** Called with each request. If it throws, nothing else is done. */
  before: {
    send?(token: string): Promise<void> | void
    push?(key: string): Promise<void> | void
    look?(id: string): Promise<void> | void
  }
  /** Called when a reply or a push has arrived, before the platform responds. */
  afterSend?: (() => Promise<void> | void) | undefined
  profiles: Map<string, Profile>
  pictures: Map<string, Uint8Array | Error>
  files: Map<string, () => MediaSource>
  /** By the reference to their preview. */
  previews: Map<string, () => MediaSource>
  /** Every message whose file or preview was asked for. */
  opened: MediaMessage[]
  /** By their numbers. */
  stickers: Map<string, Uint8Array | Error>
  memberCount?: number | Error
  memberIds: string[][] | Error
  /** Every request for a profile, a picture or a sticker, in order. */
  asked: string[]
  left: string[]
}

/** A picture that is fetched by its address, which also tells it from others. */
export const pictureAt = (url: string) => ({ id: url, ref: url })

export const png = (word: string) => Buffer.from(`\x89PNG\r\n\x1a\n${word}`, 'latin1')

export function scriptPlatform(platform = 'test'): ScriptedPlatform {
  const spent = new Set<string>()
  const look = async (id: string): Promise<Profile> => {
    await script.before.look?.(id)
    script.asked.push(id)
    const profile = script.profiles.get(id)
    if (!profile) throw new PlatformRefusal('not-found', 'Not found')
    return profile
  }
  const script: ScriptedPlatform = {
    said: [],
    speeches: [],
    pushed: new Map(),
    keys: [],
    budget: { limit: null, used: 0 },
    budgetAsked: 0,
    before: {},
    profiles: new Map(),
    pictures: new Map(),
    files: new Map(),
    previews: new Map(),
    opened: [],
    stickers: new Map(),
    memberIds: new PlatformRefusal('forbidden', 'Not for this account'),
    asked: [],
    left: [],
    connector: {
      ...createFakeConnector(),
      platform,
      replies: {
        async send({ token }, speech) {
          await script.before.send?.(token)
          if (spent.has(token)) throw new PlatformRefusal('reply-right-spent', 'Invalid reply token')
          spent.add(token)
          script.said.push(token)
          script.speeches.push(textsOf(speech))
          await script.afterSend?.()
        },
      },
      pushes: {
        async send({ channelId }, _speech, key) {
          script.keys.push(key)
          await script.before.push?.(key)
          if (script.pushed.has(key)) return
          const { limit, used } = script.budget
          const cost = typeof script.memberCount === 'number' ? script.memberCount : 1
          if (limit !== null && used + cost > limit) throw new PlatformRefusal('quota', 'Monthly limit')
          script.budget.used += cost
          script.pushed.set(key, channelId)
          await script.afterSend?.()
        },
        async getBudget() {
          script.budgetAsked++
          return { ...script.budget }
        },
      },
      profiles: {
        findChannel: async ({ channelId, type }) => (type === 'room' ? undefined : await look(channelId)),
        getMember: (_channel, userId) => look(userId),
        async getPicture(url) {
          script.asked.push(url)
          const bytes = script.pictures.get(url) ?? new PlatformRefusal('not-found', 'Not found')
          if (bytes instanceof Error) throw bytes
          return { bytes, contentType: 'image/png' }
        },
      },
      media: {
        async open(message) {
          const { messageId } = message
          await script.before.look?.(messageId)
          script.opened.push(message)
          return script.files.get(messageId)?.() ?? { state: 'lost', reason: 'The content is gone' }
        },
        async openPreview(message) {
          script.opened.push(message)
          return (
            script.previews.get(message.file?.previewRef ?? '')?.() ?? { state: 'lost', reason: 'There is no preview' }
          )
        },
      },
      stickers: {
        async getPicture({ stickerId, ref }) {
          script.asked.push(ref === undefined ? `sticker ${stickerId}` : `sticker ${stickerId} ${ref}`)
          const bytes = script.stickers.get(stickerId) ?? new PlatformRefusal('not-found', 'Not found')
          if (bytes instanceof Error) throw bytes
          return { bytes, contentType: 'image/png' }
        },
      },
      async leave({ channelId }) {
        script.left.push(channelId)
      },
      roster: {
        async count() {
          const count = script.memberCount ?? new PlatformRefusal('not-found', 'Not found')
          if (count instanceof Error) throw count
          return count
        },
        async *listMemberIds() {
          if (script.memberIds instanceof Error) throw script.memberIds
          yield* script.memberIds
        },
      },
    },
  }
  return script
}

/** A file in pieces, with an announced size if there is one. */
export function ready(pieces: Uint8Array[], sizeBytes?: number): MediaSource {
  const body = (async function* () {
    yield* pieces
  })()
  return { state: 'ready', body, contentType: 'video/mp4', sizeBytes }
}
