import type { ChatMemberUpdated, MessageBody } from '../bot-api.ts'
import { showChat } from '../chat-page/show.ts'
import { anonymousAdmin, describeBot, describeChat, describeMember, describeUser, isIn, notThere } from '../describe.ts'
import { addMessage, announce, type MessageOrigin } from '../messages/post.ts'
import { type EventTime, type Heard, publish } from '../updates/publish.ts'
import { type ChatState, getUser, unixTime, type World } from '../world.ts'
import { membersKey, ownerOf } from './members.ts'

/**
 * The updates of a migration: the message in the old chat, the message in the new one, and that the bot is a member of the new
 * one. The platform promises neither their order nor that all of them come.
 */
export type MigrationPart = 'old' | 'new' | 'bot'

export type MigrateOptions = EventTime & {
  by?: { id: number }
  id?: number
  /** Parts that aren't in the list can follow later, with `tell`. By default all: old, new, bot. */
  order?: MigrationPart[]
}

export type Migration = {
  chatId: number
  /** Sends a part that was left out, or one again. */
  tell(part: MigrationPart): Heard
}

export function migrate(world: World, old: ChatState, options: MigrateOptions): Migration {
  if (old.type !== 'group') throw new Error('Only basic groups become supergroups.')
  if (old.migratedTo !== undefined) throw new Error(`Chat ${old.id} already became chat ${old.migratedTo}.`)
  const at = options.at ?? world.settings.clock()
  const state = createSuccessor(world, old, options.id ?? world.ids.supergroupId())
  const { bot } = world.settings
  const member = state.members.get(bot.id)
  const isHeard = member !== undefined && isIn(member)
  const why = isHeard ? undefined : ('not in the chat' as const)
  const by = getUser(world, options.by?.id ?? ownerOf(old) ?? 0)
  const inOld: MessageOrigin = {
    at,
    chat: describeChat(old),
    state: old,
    head: { from: describeUser(by) },
    byId: by.id,
  }
  const inNew: MessageOrigin = {
    at,
    chat: describeChat(state),
    state,
    head: { from: anonymousAdmin, sender_chat: describeChat(state) },
    byId: by.id,
  }
  // Both messages exist from now on, whether or not the bot ever gets them.
  const messages = {
    old: addMessage(world, inOld, { migrate_to_chat_id: state.id } as MessageBody),
    new: addMessage(world, inNew, { migrate_from_chat_id: old.id } as MessageBody),
  }
  const tell = (part: MigrationPart): Heard => {
    if (part !== 'bot') return announce(world, messages[part], { at, why })
    if (!member || why) return { why: 'not in the chat' }
    const update: ChatMemberUpdated = {
      chat: describeChat(state),
      from: describeUser(by),
      date: unixTime(at),
      old_chat_member: describeMember(describeBot(world), notThere),
      new_chat_member: describeMember(describeBot(world), member),
    }
    return publish(world, { my_chat_member: update }, { at, chatKey: membersKey(state.id) })
  }
  for (const part of options.order ?? ['old', 'new', 'bot']) tell(part)
  return { chatId: state.id, tell }
}

/** The same people, and messages that are counted from one again. */
function createSuccessor(world: World, old: ChatState, id: number): ChatState {
  const { picture, description } = old
  const state: ChatState = {
    id,
    type: 'supergroup',
    title: old.title,
    ...(picture === undefined ? {} : { picture }),
    ...(description === undefined ? {} : { description }),
    isForum: false,
    members: new Map([...old.members].map(([userId, member]) => [userId, { ...member }])),
    topics: new Map(),
    lastMessageId: 0,
    seesAll: old.seesAll,
    ...(old.lastBot === undefined ? {} : { lastBot: old.lastBot }),
    hasHiddenMembers: old.hasHiddenMembers,
    autoDeleteSeconds: old.autoDeleteSeconds,
  }
  old.migratedTo = id
  world.chats.set(id, state)
  showChat(world, id)
  showChat(world, old.id)
  return state
}
