import type { Chat, MessageBody } from '../bot-api.ts'
import { showChange, showChat } from '../chat-page/show.ts'
import { describeChat, isIn } from '../describe.ts'
import { inventPicture } from '../files/stored-files.ts'
import { type Content, describeCaption, describeContent } from '../messages/content.ts'
import { editCaption, editMessage } from '../messages/edit.ts'
import { addMessage, announce, findMessage, type MessageOrigin, type Posted, quote } from '../messages/post.ts'
import { pressButton, type SayOptions, storeProfilePicture } from '../people/people.ts'
import { type EventTime, type Heard, publish } from '../updates/publish.ts'
import { findDeafness } from '../updates/visibility.ts'
import { type ChatState, getChat, getUser, messageKey, type World } from '../world.ts'
import { forwardPost } from './linked-channel.ts'
import { changeMember, getDescribed, ownerOf } from './members.ts'
import { type MigrateOptions, type Migration, migrate } from './migration.ts'
import { storePhotoOf } from './pictures.ts'
import { originOf, type Someone, type SpeaksAs } from './senders.ts'

export type ChatDraft = {
  id?: number
  title?: string
  username?: string
  /** The creator. By default the first member, or someone who was made for this. */
  owner?: Someone
  members?: Someone[]
  picture?: Buffer | boolean
}

export type GroupSayOptions = SayOptions & { as?: SpeaksAs; topic?: number }
type ByOptions = EventTime & { by?: Someone }
type PromoteOptions = ByOptions & { isAnonymous?: boolean; title?: string }

/** A change of a member: the update for it, and the service message if there is one. */
export type MemberChange = { member: Heard; message?: Posted }

/** What people can do in a group, supergroup or channel. */
export type Group = {
  id: number
  /** The current state; change it to rename the chat without a service message. */
  state: ChatState
  describe(): Chat
  say(by: Someone, content: Content, options?: GroupSayOptions): Posted
  /** Several media that belong together. */
  album(by: Someone, contents: Content[], options?: GroupSayOptions): Posted[]
  edit(by: Someone, messageId: number, content: Content, options?: EventTime): Posted
  /** Changes the caption of media. */
  editCaption(by: Someone, messageId: number, caption: string, options?: EventTime): Posted
  /** An edit of something that bots can't see. */
  touch(messageId: number, options?: EventTime): Posted
  /** The bot isn't notified of it. */
  delete(messageId: number): void
  press(by: Someone, messageId: number, data: string): Heard & { callbackId: string }
  /** The bot is added. */
  invite(options?: ByOptions & { asAdmin?: boolean }): MemberChange
  /** Someone removes the bot. */
  removeBot(options?: ByOptions): MemberChange
  promoteBot(options?: ByOptions): Heard
  demoteBot(options?: ByOptions): Heard
  join(user: Someone, options?: ByOptions): MemberChange
  leave(user: Someone, options?: EventTime): MemberChange
  kick(user: Someone, options?: ByOptions): MemberChange
  restrict(user: Someone, options?: ByOptions & { isMember?: boolean }): Heard
  promote(user: Someone, options?: PromoteOptions): Heard
  demote(user: Someone, options?: ByOptions): Heard
  transferOwnership(to: Someone, options?: EventTime): { members: Heard[]; message: Posted }
  rename(title: string, options?: ByOptions): Posted
  setPicture(picture?: Buffer, options?: ByOptions): Posted
  deletePicture(options?: ByOptions): Posted
  pin(messageId: number, options?: ByOptions): Posted
  /** A service message of any kind. */
  service(fields: MessageBody, options?: ByOptions): Posted
  /** The id of the new topic. Makes the chat a forum. */
  createTopic(by: Someone, name: string): number
  /** What is posted in the channel appears here, too. */
  linkChannel(channel: { id: number }): void
  /** Of a channel: a post of its owner. */
  post(content: Content, options?: SayOptions): Posted
  /** Sends the same message again under another update id, as the platform sometimes does. */
  repeat(messageId: number): Heard
  /** A basic group becomes a supergroup with another id. */
  migrate(options?: MigrateOptions): Omit<Migration, 'chatId'> & { supergroup: Group }
}

export function openGroup(world: World, state: ChatState): Group {
  const { bot } = world.settings
  const whoElse = (by: Someone | undefined) => by ?? { id: ownerOf(state) ?? bot.id }
  const originBy = (by: Someone | undefined, at: number | undefined): MessageOrigin =>
    originOf(world, state, { by: whoElse(by), at })

  const send = (origin: MessageOrigin, body: MessageBody, at: number | undefined): Posted => {
    const added = addMessage(world, origin, body)
    return announce(world, added, { at, why: findDeafness(world, state, added) }, kindOf(state))
  }
  const service: Group['service'] = (fields, { by, at } = {}) => {
    const ours = state.members.get(bot.id)
    const added = addMessage(world, originBy(by, at), fields)
    // Bots get all service messages.
    return announce(world, added, { at, why: ours && isIn(ours) ? undefined : 'not in the chat' }, kindOf(state))
  }
  const say: Group['say'] = (by, content, { at, as, topic, replyTo, fields } = {}) => {
    if (state.migratedTo !== undefined)
      throw new Error(`Chat ${state.id} is chat ${state.migratedTo} now. Speak there.`)
    const original = replyTo === undefined ? undefined : findMessage(world, state.id, replyTo)
    if (replyTo !== undefined && !original) throw new Error(`There is no message ${replyTo} in chat ${state.id}.`)
    const body = {
      ...(original ? { reply_to_message: quote(original) } : {}),
      ...describeContent(world, content),
      ...fields,
    }
    const origin = originOf(world, state, { by, as, topic, at })
    if (getUser(world, by.id).isBot) state.lastBot = by.id
    return send(origin, body, at)
  }
  /** A change with its service message, in the order of the settings. */
  const both = (change: () => Heard, message: () => Posted, has: boolean): MemberChange => {
    if (!has) return { member: change() }
    if (world.settings.joins.first === 'message') {
      const sent = message()
      return { member: change(), message: sent }
    }
    return { member: change(), message: message() }
  }
  const deafnessOf = (messageId: number) => {
    const found = world.messages.get(messageKey(state.id, messageId))
    return found ? findDeafness(world, state, found) : undefined
  }
  const leave = (user: Someone, status: 'left' | 'kicked', { by, at }: ByOptions): MemberChange => {
    const member = state.members.get(user.id)
    if (!member || !isIn(member)) throw new Error(`User ${user.id} is not in chat ${state.id}.`)
    const change = () => changeMember(world, state, { userId: user.id, byId: (by ?? user).id, to: { status }, at })
    const message = () => {
      const origin: MessageOrigin = {
        at,
        chat: describeChat(state),
        state,
        head: { from: getDescribed(world, (by ?? user).id) },
        byId: (by ?? user).id,
      }
      const added = addMessage(world, origin, { left_chat_member: getDescribed(world, user.id) })
      const ours = state.members.get(bot.id)
      return announce(world, added, { at, why: ours && isIn(ours) ? undefined : 'not in the chat' })
    }
    return both(change, message, world.settings.joins.hasServiceMessage && state.type !== 'channel')
  }
  const join = (user: Someone, { by, at }: ByOptions, status: 'member' | 'administrator' = 'member'): MemberChange => {
    const actor = by ?? user
    const change = () => changeMember(world, state, { userId: user.id, byId: actor.id, to: { status }, at })
    const message = () => {
      const head = { from: getDescribed(world, actor.id) }
      const origin: MessageOrigin = { at, chat: describeChat(state), state, head, byId: actor.id }
      const described = getDescribed(world, user.id)
      const fields = { new_chat_participant: undefined, new_chat_members: [described] }
      const added = addMessage(world, origin, JSON.parse(JSON.stringify(fields)))
      const ours = state.members.get(bot.id)
      const isHeard = (ours && isIn(ours)) || user.id === bot.id
      return announce(world, added, { at, why: isHeard ? undefined : 'not in the chat' })
    }
    return both(change, message, world.settings.joins.hasServiceMessage && state.type !== 'channel')
  }
  return {
    id: state.id,
    state,
    describe: () => describeChat(state),
    say,
    album(by, contents, options = {}) {
      const media_group_id = world.ids.number()
      return contents.map((content) => say(by, content, { ...options, fields: { ...options.fields, media_group_id } }))
    },
    edit: (by, messageId, content, { at } = {}) =>
      editMessage(world, { chatId: state.id, messageId, byId: by.id }, content, { at, why: deafnessOf(messageId) }),
    editCaption: (by, messageId, caption, { at } = {}) =>
      editCaption(world, { chatId: state.id, messageId, byId: by.id }, describeCaption({ caption }), {
        at,
        why: deafnessOf(messageId),
      }),
    touch(messageId, { at } = {}) {
      const found = world.messages.get(messageKey(state.id, messageId))
      if (!found) throw new Error(`There is no message ${messageId} in chat ${state.id}.`)
      found.message = { ...found.message, edit_date: Math.floor((at ?? world.settings.clock()) / 1_000) }
      const kind = state.type === 'channel' ? 'edited_channel_post' : 'edited_message'
      return announce(world, found, { at, why: findDeafness(world, state, found) }, kind)
    },
    delete(messageId) {
      const found = findMessage(world, state.id, messageId)
      if (!found) throw new Error(`There is no message ${messageId} in chat ${state.id}.`)
      found.isDeleted = true
      showChange(world, found)
    },
    press: (by, messageId, data) => pressButton(world, getUser(world, by.id), { chatId: state.id, messageId, data }),
    invite({ by, at, asAdmin = false } = {}) {
      const ours = state.members.get(bot.id)
      if (ours && isIn(ours)) throw new Error('The bot is already in this chat.')
      return join({ id: bot.id }, { by: whoElse(by), at }, asAdmin ? 'administrator' : 'member')
    },
    removeBot: ({ by, at } = {}) => leave({ id: bot.id }, 'kicked', { by: whoElse(by), at }),
    promoteBot: ({ by, at } = {}) =>
      changeMember(world, state, { userId: bot.id, byId: whoElse(by).id, to: { status: 'administrator' }, at }),
    demoteBot: ({ by, at } = {}) =>
      changeMember(world, state, { userId: bot.id, byId: whoElse(by).id, to: { status: 'member' }, at }),
    join: (user, options = {}) => join({ id: getUser(world, user.id).id }, options),
    leave: (user, { at } = {}) => leave(user, 'left', { at }),
    kick: (user, { by, at } = {}) => leave(user, 'kicked', { by: whoElse(by), at }),
    restrict: (user, { by, at, isMember = true } = {}) =>
      changeMember(world, state, { userId: user.id, byId: whoElse(by).id, to: { status: 'restricted', isMember }, at }),
    promote(user, { by, at, isAnonymous = false, title } = {}) {
      const to = { status: 'administrator' as const, isAnonymous, ...(title === undefined ? {} : { title }) }
      return changeMember(world, state, { userId: user.id, byId: whoElse(by).id, to, at })
    },
    demote: (user, { by, at } = {}) =>
      changeMember(world, state, {
        userId: user.id,
        byId: whoElse(by).id,
        to: { status: 'member', isAnonymous: false },
        at,
      }),
    transferOwnership(to, { at } = {}) {
      const owner = ownerOf(state)
      if (owner === undefined) throw new Error(`Chat ${state.id} has no owner.`)
      const message = service(
        { chat_owner_changed: { new_owner: getDescribed(world, to.id) } },
        { by: { id: owner }, at },
      )
      const change = (userId: number, status: 'administrator' | 'creator') =>
        changeMember(world, state, { userId, byId: owner, to: { status }, at })
      return { members: [change(owner, 'administrator'), change(to.id, 'creator')], message }
    },
    rename(title, options) {
      state.title = title
      showChat(world, state.id)
      return service({ new_chat_title: title }, options)
    },
    setPicture(picture, options) {
      state.picture = storeProfilePicture(world, picture ?? inventPicture(world.ids.opaque(6)))
      return service({ new_chat_photo: storePhotoOf(world, state.picture) }, options)
    },
    deletePicture(options) {
      delete state.picture
      return service({ delete_chat_photo: true }, options)
    },
    pin(messageId, options) {
      const found = findMessage(world, state.id, messageId)
      if (!found) throw new Error(`There is no message ${messageId} in chat ${state.id}.`)
      return service({ pinned_message: quote(found) }, options)
    },
    service,
    createTopic(by, name) {
      if (state.type !== 'supergroup') throw new Error('Only supergroups have topics.')
      state.isForum = true
      // A topic has the id of the message that created it.
      const id = state.lastMessageId + 1
      state.topics.set(id, name)
      const head = { message_thread_id: id, is_topic_message: true as const }
      service({ ...head, forum_topic_created: { name, icon_color: 7_322_096 } }, { by })
      return id
    },
    linkChannel({ id }) {
      state.linkedChannel = id
      getChat(world, id).linkedChannel = state.id
    },
    post(content, { at, fields } = {}) {
      if (state.type !== 'channel') throw new Error(`Chat ${state.id} is not a channel.`)
      const origin: MessageOrigin = {
        at,
        chat: describeChat(state),
        state,
        head: { sender_chat: describeChat(state) },
        byId: whoElse(undefined).id,
      }
      const posted = send(origin, { ...describeContent(world, content), ...fields }, at)
      forwardPost(world, state, { posted, at })
      return posted
    },
    repeat(messageId) {
      const found = findMessage(world, state.id, messageId)
      if (!found) throw new Error(`There is no message ${messageId} in chat ${state.id}.`)
      return publish(world, { message: found.message }, { chatKey: String(state.id) })
    },
    migrate(options = {}) {
      const { chatId, tell } = migrate(world, state, options)
      return { supergroup: openGroup(world, getChat(world, chatId)), tell }
    },
  }
}

function kindOf({ type }: ChatState): 'message' | 'channel_post' {
  return type === 'channel' ? 'channel_post' : 'message'
}
