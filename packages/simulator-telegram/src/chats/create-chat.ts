import { showChat } from '../chat-page/show.ts'
import { inventPicture } from '../files/stored-files.ts'
import { addUser, storeProfilePicture } from '../people/people.ts'
import { type ChatState, getUser, type World } from '../world.ts'
import { type ChatDraft, type Group, openGroup } from './group.ts'

export function addChat(world: World, type: ChatState['type'], draft: ChatDraft): Group {
  const id = draft.id ?? (type === 'group' ? world.ids.groupId() : world.ids.supergroupId())
  if (world.chats.has(id)) throw new Error(`Chat ${id} already exists. Get it with findGroup.`)
  const owner = draft.owner ?? draft.members?.[0] ?? addUser(world, {})
  const members = [owner, ...(draft.members ?? [])].map(({ id: userId }) => getUser(world, userId).id)
  const plain = { isAnonymous: false, isMember: true }
  const state: ChatState = {
    id,
    type,
    title: draft.title ?? `Group ${world.chats.size + 1}`,
    ...(draft.username ? { username: draft.username } : {}),
    isForum: false,
    members: new Map(
      members.map((userId) => [userId, { status: userId === owner.id ? 'creator' : 'member', ...plain }]),
    ),
    topics: new Map(),
    lastMessageId: 0,
    seesAll: false,
    hasHiddenMembers: false,
    autoDeleteSeconds: 0,
  }
  if (draft.picture) {
    const bytes = draft.picture === true ? inventPicture(String(id)) : draft.picture
    state.picture = storeProfilePicture(world, bytes)
  }
  world.chats.set(id, state)
  showChat(world, id)
  return openGroup(world, state)
}

export function findGroup(world: World, chatId: number): Group | undefined {
  const state = world.chats.get(chatId)
  return state && openGroup(world, state)
}

export function listGroups(world: World): Group[] {
  return [...world.chats.values()].map((state) => openGroup(world, state))
}
