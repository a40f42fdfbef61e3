import { changeMember, getDescribed } from '../chats/members.ts'
import { storePhotoOf } from '../chats/pictures.ts'
import { describeMember, findDescribedUser, isAdmin, isIn, notThere } from '../describe.ts'
import { badRequest } from '../http/api-error.ts'
import { readBoolean, readInteger } from '../http/parameters.ts'
import type { ChatState, World } from '../world.ts'
import { findTarget } from './find-chat.ts'
import type { Call, Method } from './method.ts'

const gifts = {
  unlimited_gifts: true,
  limited_gifts: true,
  unique_gifts: true,
  premium_subscription: true,
  gifts_from_channels: true,
}

export const chatMethods: Record<string, Method> = {
  getChat({ world, values }) {
    const target = findTarget(world, values)
    const key = target.kind === 'chat' ? target.state.picture : target.user.pictures[0]
    return {
      ...target.chat,
      accent_color_id: 0,
      max_reaction_count: 11,
      accepted_gift_types: gifts,
      ...(key === undefined ? {} : { photo: describePhoto(world, key) }),
      ...(target.kind === 'chat' ? describeDetails(target.state) : {}),
    }
  },
  getChatAdministrators({ world, values }) {
    const state = getState({ world, values })
    const withBots = readBoolean(values, 'return_bots')
    return [...state.members].flatMap(([userId, member]) => {
      const user = findDescribedUser(world, userId)
      const isOtherBot = user?.is_bot && userId !== world.settings.bot.id
      return user && isAdmin(member) && (withBots || !isOtherBot) ? [describeMember(user, member)] : []
    })
  },
  getChatMember({ world, values }) {
    const state = getState({ world, values })
    const userId = readInteger(values, 'user_id', 0)
    const user = findDescribedUser(world, userId)
    if (!user) throw badRequest('PARTICIPANT_ID_INVALID')
    const ours = state.members.get(world.settings.bot.id)
    if (state.hasHiddenMembers && !isAdmin(ours) && userId !== world.settings.bot.id)
      throw badRequest('member list is inaccessible')
    return describeMember(user, state.members.get(userId) ?? notThere)
  },
  getChatMemberCount: countMembers,
  /** Its name in earlier versions. */
  getChatMembersCount: countMembers,
  leaveChat({ world, values }) {
    const state = getState({ world, values })
    const { id } = world.settings.bot
    changeMember(world, state, { userId: getDescribed(world, id).id, byId: id, to: { status: 'left' } })
    return true
  },
}

/** Bots count, too. */
function countMembers({ world, values }: Pick<Call, 'world' | 'values'>): number {
  const target = findTarget(world, values)
  if (target.kind === 'private') return 2
  return [...target.state.members.values()].filter(isIn).length
}

function getState({ world, values }: Pick<Call, 'world' | 'values'>): ChatState {
  const target = findTarget(world, values)
  if (target.kind === 'private') throw badRequest('there are no administrators in the private chat')
  return target.state
}

function describePhoto(world: World, key: string) {
  const [small, big] = storePhotoOf(world, key)
  return {
    small_file_id: small?.file_id,
    small_file_unique_id: small?.file_unique_id,
    big_file_id: big?.file_id,
    big_file_unique_id: big?.file_unique_id,
  }
}

function describeDetails(state: ChatState) {
  const { description, linkedChannel, autoDeleteSeconds, hasHiddenMembers, type } = state
  return {
    ...(description ? { description } : {}),
    ...(linkedChannel === undefined ? {} : { linked_chat_id: linkedChannel }),
    ...(autoDeleteSeconds > 0 ? { message_auto_delete_time: autoDeleteSeconds } : {}),
    ...(hasHiddenMembers ? { has_hidden_members: true } : {}),
    ...(type === 'channel' ? {} : { permissions: memberPermissions }),
  }
}

const memberPermissions = {
  can_send_messages: true,
  can_send_audios: true,
  can_send_documents: true,
  can_send_photos: true,
  can_send_videos: true,
  can_send_video_notes: true,
  can_send_voice_notes: true,
  can_send_polls: true,
  can_send_other_messages: true,
  can_add_web_page_previews: true,
  can_change_info: false,
  can_invite_users: true,
  can_pin_messages: false,
}
