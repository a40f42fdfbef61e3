import { PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import type { ChannelRef, PictureHandle, Profile } from '../../../ports/connector.ts'
import { findId, findText, isObject } from '../../http-client/untrusted-json.ts'
import type { Json } from '../json.ts'
import { toNumber } from '../receiving/ids.ts'
import { nameOf } from '../receiving/read-people.ts'
import type { BotApi } from './bot-api.ts'

export async function findChannel(api: BotApi, { channelId }: Pick<ChannelRef, 'channelId'>): Promise<Profile> {
  const chat = await api.get('the profile of a chat', 'getChat', { chat_id: toNumber(channelId) })
  // The picture of a private chat is that of its person.
  const picture = toNumber(channelId) < 0 ? findChatPicture(chat) : await findUserPicture(api, channelId)
  return toProfile(findText(chat.title) ?? nameOf(chat), picture)
}

/** A chat can post in a group without being a member, so it's looked up as a chat. */
export async function getMember(api: BotApi, channel: ChannelRef, userId: string): Promise<Profile> {
  if (toNumber(userId) < 0) return await findChannel(api, { channelId: userId })
  const { user } = await api.get('a member of a chat', 'getChatMember', {
    chat_id: toNumber(channel.channelId),
    user_id: toNumber(userId),
  })
  return toProfile(isObject(user) ? nameOf(user) : undefined, await findUserPicture(api, userId))
}

function findChatPicture({ photo }: Json): PictureHandle | undefined {
  return isObject(photo) ? toHandle(photo.big_file_unique_id, photo.big_file_id) : undefined
}

/** Empty if the person hides it from bots. The sizes of one picture are listed from small to large. */
export async function findUserPicture(
  api: BotApi,
  userId: string,
  size: 'smallest' | 'largest' = 'largest',
): Promise<PictureHandle | undefined> {
  const what = 'the picture of a person'
  const { photos } = await api.get(what, 'getUserProfilePhotos', { user_id: toNumber(userId), limit: 1 })
  const [sizes] = Array.isArray(photos) ? photos : []
  const file: unknown = Array.isArray(sizes) ? sizes.at(size === 'smallest' ? 0 : -1) : undefined
  return isObject(file) ? toHandle(file.file_unique_id, file.file_id) : undefined
}

/** The id of a file to fetch it differs over time; the unique one doesn't. */
function toHandle(uniqueId: unknown, fileId: unknown): PictureHandle | undefined {
  const id = findId(uniqueId)
  const ref = findId(fileId)
  return id === undefined || ref === undefined ? undefined : { id: `tg:${id}`, ref }
}

function toProfile(name: string | undefined, picture: PictureHandle | undefined): Profile {
  if (name === undefined) throw new PlatformSilence("Telegram's response for a profile has no name")
  return picture === undefined ? { name } : { name, picture }
}
