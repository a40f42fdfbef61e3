import { PlatformRefusal, PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import type { ChannelRef, Picture, Profile } from '../../../ports/connector.ts'
import { findId, findText, isObject } from '../../http-client/untrusted-json.ts'
import { toNumber } from '../receiving/ids.ts'
import type { Json } from '../receiving/json.ts'
import { nameOf } from '../receiving/read-people.ts'
import type { BotApi } from './bot-api.ts'
import type { Files } from './files.ts'

/**
 * Names a picture by whose it is and which one it is, because an address would contain our token. A changed picture has another
 * name, and the same picture never does.
 */
const pictureForm = /^tg-picture:(tg:-?\d{1,16}):([!-~]{1,100})$/

type Found = { ref: string; identity: string }

export async function findChannel(api: BotApi, { channelId }: Pick<ChannelRef, 'channelId'>): Promise<Profile> {
  const chat = await getChat(api, channelId)
  return toProfile(channelId, findText(chat.title) ?? nameOf(chat), await findPicture(api, channelId, chat))
}

/** A chat that speaks in a group is no member of it. */
export async function getMember(api: BotApi, channel: ChannelRef, userId: string): Promise<Profile> {
  if (toNumber(userId) < 0) return await findChannel(api, { channelId: userId })
  const { user } = await api.get('a member of a chat', 'getChatMember', {
    chat_id: toNumber(channel.channelId),
    user_id: toNumber(userId),
  })
  return toProfile(userId, isObject(user) ? nameOf(user) : undefined, await findUserPicture(api, userId))
}

export async function getPicture(api: BotApi, files: Files, name: string): Promise<Picture> {
  const [, id, identity] = pictureForm.exec(name) ?? []
  if (id === undefined) throw new PlatformRefusal('invalid', 'The picture is not one of Telegram')
  const found = await findPicture(api, id)
  // Another one by now: the next look at the profile finds it.
  if (found === undefined || found.identity !== identity)
    throw new PlatformRefusal('not-found', 'Telegram no longer has this picture')
  return await files.getPicture(found.ref)
}

async function getChat(api: BotApi, id: string): Promise<Json> {
  return await api.get('the profile of a chat', 'getChat', { chat_id: toNumber(id) })
}

/** The picture of a private chat is that of its person. */
async function findPicture(api: BotApi, id: string, chat?: Json): Promise<Found | undefined> {
  return toNumber(id) < 0 ? findChatPicture(chat ?? (await getChat(api, id))) : await findUserPicture(api, id)
}

function findChatPicture({ photo }: Json): Found | undefined {
  return isObject(photo) ? toFound(photo.big_file_id, photo.big_file_unique_id) : undefined
}

/** Empty if the person hides it from bots. The sizes of one picture are listed from small to large. */
async function findUserPicture(api: BotApi, userId: string): Promise<Found | undefined> {
  const what = 'the picture of a person'
  const { photos } = await api.get(what, 'getUserProfilePhotos', { user_id: toNumber(userId), limit: 1 })
  const [sizes] = Array.isArray(photos) ? photos : []
  const size: unknown = Array.isArray(sizes) ? sizes.at(-1) : undefined
  return isObject(size) ? toFound(size.file_id, size.file_unique_id) : undefined
}

function toFound(fileId: unknown, uniqueId: unknown): Found | undefined {
  const ref = findId(fileId)
  const identity = findId(uniqueId)
  return ref === undefined || identity === undefined ? undefined : { ref, identity }
}

function toProfile(id: string, name: string | undefined, picture: Found | undefined): Profile {
  if (name === undefined) throw new PlatformSilence("Telegram's response for a profile has no name")
  return picture === undefined ? { name } : { name, pictureUrl: `tg-picture:${id}:${picture.identity}` }
}
