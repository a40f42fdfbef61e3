import type { messagingApi } from '@line/bot-sdk'
import type { ChannelRef, Connector } from '../../ports/connector.ts'
import { type Api, inPath } from './api.ts'
import { unparsable } from './api-errors.ts'
import { findId, isCount, type Unsure } from './unsure.ts'

/** A group has 500 people at most, a page 100. A list that goes on for longer than this goes in circles. */
const mostPages = 1_000

export function createRoster(api: Api): NonNullable<Connector['roster']> {
  return {
    async count(channel) {
      if (channel.type === 'user') return 1
      const what = 'the number of members'
      const answer = await api.get(what, `${pathOf(channel)}/members/count`)
      const { count } = answer.json() as Unsure<messagingApi.GroupMemberCountResponse>
      if (!isCount(count)) throw unparsable(what, answer)
      return count
    },
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
        const { memberIds, next } = answer.json() as Unsure<messagingApi.MembersIdsResponse>
        if (!Array.isArray(memberIds)) throw unparsable(what, answer)
        yield memberIds.map(findId).filter((id) => id !== undefined)
        if (typeof next !== 'string' || next === '' || next === start) return
        start = next.toWellFormed()
      }
    },
  }
}

/** There is nobody to leave in a private chat: its person ends it. */
export async function leave(api: Api, channel: ChannelRef): Promise<void> {
  if (channel.type === 'user') return
  await api.post(`leaving the ${channel.type}`, `${pathOf(channel)}/leave`, undefined)
}

function pathOf(channel: ChannelRef): string {
  return `/v2/bot/${channel.type}/${inPath(channel.channelId)}`
}
