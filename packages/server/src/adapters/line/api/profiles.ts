import type { messagingApi } from '@line/bot-sdk'
import type { Account, ChannelRef, Profile } from '../../../ports/connector.ts'
import type { WholeAnswer } from '../../http-client/http-call.ts'
import { findId, type Untrusted } from '../../http-client/untrusted-json.ts'
import { type Api, inPath } from './api.ts'
import { unparsable } from './api-errors.ts'

export async function getAccount(api: Api): Promise<Account> {
  return toAccount(await getBotInfo(api))
}

const ownProfile = "the bot's own profile"

export function getBotInfo(api: Api): Promise<WholeAnswer> {
  return api.get(ownProfile, '/v2/bot/info')
}

export function toAccount(answer: WholeAnswer): Account {
  const { userId, displayName } = answer.json() as Untrusted<messagingApi.BotInfoResponse>
  const accountId = findId(userId)
  if (accountId === undefined) throw unparsable(ownProfile, answer)
  return { accountId, displayName: readName(ownProfile, answer, displayName) }
}

/** Rooms have neither name nor picture; a private chat has those of its person. */
export async function findChannel(api: Api, channel: ChannelRef): Promise<Profile | undefined> {
  if (channel.type === 'room') return undefined
  if (channel.type === 'user') return await getMember(api, channel, channel.channelId)
  const what = "the group's summary"
  const answer = await api.get(what, `/v2/bot/group/${inPath(channel.channelId)}/summary`)
  const { groupName, pictureUrl } = answer.json() as Untrusted<messagingApi.GroupSummaryResponse>
  return toProfile(readName(what, answer, groupName), pictureUrl)
}

/** In a group or room also for people who haven't added the bot as a friend. */
export async function getMember(api: Api, channel: ChannelRef, userId: string): Promise<Profile> {
  const what = "a member's profile"
  const path =
    channel.type === 'user'
      ? `/v2/bot/profile/${inPath(userId)}`
      : `/v2/bot/${channel.type}/${inPath(channel.channelId)}/member/${inPath(userId)}`
  const answer = await api.get(what, path)
  const { displayName, pictureUrl } = answer.json() as Untrusted<messagingApi.UserProfileResponse>
  return toProfile(readName(what, answer, displayName), pictureUrl)
}

function readName(what: string, answer: WholeAnswer, name: unknown): string {
  if (typeof name !== 'string') throw unparsable(what, answer)
  return name.toWellFormed()
}

function toProfile(name: string, pictureUrl: unknown): Profile {
  return typeof pictureUrl === 'string' && pictureUrl !== ''
    ? { name, picture: { id: pictureUrl, ref: pictureUrl } }
    : { name }
}
