import type { Chat, ChatMember, User } from './bot-api.ts'
import type { ChatState, MemberState, UserState, World } from './world.ts'

/** Users who stand in for a chat that speaks. */
export const anonymousAdmin: User = {
  id: 1_087_968_824,
  is_bot: true,
  first_name: 'Group',
  username: 'GroupAnonymousBot',
}
export const channelForwarder: User = { id: 777_000, is_bot: false, first_name: 'Telegram' }
export const channelSpeaker: User = { id: 136_817_688, is_bot: true, first_name: 'Channel', username: 'Channel_Bot' }

export function describeUser(user: UserState): User {
  return {
    id: user.id,
    is_bot: user.isBot,
    first_name: user.firstName,
    ...(user.lastName ? { last_name: user.lastName } : {}),
    ...(user.username ? { username: user.username } : {}),
    ...(user.languageCode ? { language_code: user.languageCode } : {}),
  }
}

export function describeBot({ settings: { bot } }: World): User {
  return { id: bot.id, is_bot: true, first_name: bot.name, username: bot.username }
}

export function describeChat(chat: ChatState): Chat {
  return {
    id: chat.id,
    title: chat.title,
    ...(chat.username ? { username: chat.username } : {}),
    type: chat.type,
    ...(chat.isForum ? { is_forum: true as const } : {}),
  }
}

export function describePrivateChat(user: UserState): Chat {
  const { id, first_name, last_name, username } = describeUser(user)
  return { id, first_name, ...(last_name ? { last_name } : {}), ...(username ? { username } : {}), type: 'private' }
}

export function findDescribedUser(world: World, userId: number): User | undefined {
  if (userId === world.settings.bot.id) return describeBot(world)
  const user = world.users.get(userId)
  return user && describeUser(user)
}

export const notThere: MemberState = { status: 'left', isAnonymous: false, isMember: false }

export function isIn({ status, isMember }: MemberState): boolean {
  return status === 'restricted' ? isMember : status !== 'left' && status !== 'kicked'
}

export function isAdmin(member: MemberState | undefined): boolean {
  return member?.status === 'creator' || member?.status === 'administrator'
}

const adminRights = {
  can_be_edited: false,
  can_manage_chat: true,
  can_change_info: true,
  can_delete_messages: true,
  can_invite_users: true,
  can_restrict_members: true,
  can_pin_messages: true,
  can_promote_members: false,
  can_manage_video_chats: true,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
}

const restrictions = {
  can_send_messages: true,
  can_send_audios: true,
  can_send_documents: true,
  can_send_photos: false,
  can_send_videos: false,
  can_send_video_notes: false,
  can_send_voice_notes: true,
  can_send_polls: false,
  can_send_other_messages: false,
  can_add_web_page_previews: false,
  can_react_to_messages: true,
  can_edit_tag: false,
  can_change_info: false,
  can_invite_users: false,
  can_pin_messages: false,
  can_manage_topics: false,
  until_date: 0,
}

export function describeMember(user: User, member: MemberState): ChatMember {
  const { status, isAnonymous, title, isMember } = member
  const named = title === undefined ? {} : { custom_title: title }
  switch (status) {
    case 'creator':
      return { user, status, is_anonymous: isAnonymous, ...named }
    case 'administrator':
      return { user, status, is_anonymous: isAnonymous, ...adminRights, ...named }
    case 'restricted':
      return { user, status, is_member: isMember, ...restrictions }
    case 'kicked':
      return { user, status, until_date: 0 }
    case 'left':
    case 'member':
      return { user, status }
  }
}
