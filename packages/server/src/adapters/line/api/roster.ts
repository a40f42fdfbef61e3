import type { messagingApi } from '@line/bot-sdk'
import { PlatformRefusal, PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import type { ChannelRef, Connector } from '../../../ports/connector.ts'
import { findId, isCount, type Untrusted } from '../../http-client/untrusted-json.ts'
import { type Api, inPath } from './api.ts'
import { unparsable } from './api-errors.ts'
import { getMember } from './profiles.ts'

/** A group has 500 people at most, a page 100. A longer list repeats itself. */
const mostPages = 1_000

export function createRoster(api: Api): NonNullable<Connector['roster']> {
  return {
    count: (channel) => count(api, channel),
    async *listMemberIds(channel) {
      if (channel.type === 'user') {
        yield [channel.channelId]
        return
      }
      const what = 'the list of members'
      let start: string | undefined
      for (let page = 0; page < mostPages; page++) {
        const query = start === undefined ? '' : `?start=${encodeURIComponent(start)}`
        const answer = await api.get(what, `${pathOf(channel)}/members/ids${query}`)
        const { memberIds, next } = answer.json() as Untrusted<messagingApi.MembersIdsResponse>
        if (!Array.isArray(memberIds)) throw unparsable(what, answer)
        yield memberIds.map(findId).filter((id) => id !== undefined)
        if (typeof next !== 'string' || next === '') return
        // The same page again: the rest of the list would never come.
        if (next === start) throw unparsable(what, answer)
        start = next.toWellFormed()
      }
      throw new PlatformSilence(`LINE's response for ${what} has more than ${mostPages} pages`)
    },
  }
}

/** LINE also says "not found" for everyone in a chat that the bot isn't in: the number of members tells the two cases apart. */
export async function isMember(api: Api, channel: ChannelRef, userId: string): Promise<boolean> {
  try {
    await getMember(api, channel, userId)
    return true
  } catch (error) {
    if (!(error instanceof PlatformRefusal) || error.code !== 'not-found') throw error
  }
  await count(api, channel)
  return false
}

async function count(api: Api, channel: ChannelRef): Promise<number> {
  if (channel.type === 'user') return 1
  const what = 'the number of members'
  const answer = await api.get(what, `${pathOf(channel)}/members/count`)
  const { count } = answer.json() as Untrusted<messagingApi.GroupMemberCountResponse>
  if (!isCount(count)) throw unparsable(what, answer)
  return count
}

/** The bot can't leave a private chat; only the user can end it. */
export async function leave(api: Api, channel: ChannelRef): Promise<void> {
  if (channel.type === 'user') return
  await api.post(`leaving the ${channel.type}`, `${pathOf(channel)}/leave`, undefined)
}

function pathOf(channel: ChannelRef): string {
  return `/v2/bot/${channel.type}/${inPath(channel.channelId)}`
}
