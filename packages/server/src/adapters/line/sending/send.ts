import type { messagingApi } from '@line/bot-sdk'
import type { Connector } from '../../../ports/connector.ts'
import { isCount, type Untrusted } from '../../http-client/untrusted-json.ts'
import type { Api } from '../api/api.ts'
import { unparsable } from '../api/api-errors.ts'
import { timeLimitMs, toLineMessages } from './outgoing-message.ts'

export function createPushes(api: Api): NonNullable<Connector['pushes']> {
  return {
    async send(channel, speech, retryKey) {
      await toLineMessages(speech, channel, async (messages) => {
        const request: messagingApi.PushMessageRequest = { to: channel.channelId, messages }
        const headers = { 'x-line-retry-key': retryKey }
        // 409: it was already accepted under this key.
        await api.post('a push', '/v2/bot/message/push', request, { timeLimitMs, headers, alsoDone: 409 })
      })
    },
    async getBudget() {
      const [limit, used] = await Promise.all([getLimit(api), getUsed(api)])
      return { limit, used }
    },
  }
}

async function getLimit(api: Api): Promise<number | null> {
  const what = 'the monthly message limit'
  const answer = await api.get(what, '/v2/bot/message/quota')
  const { type, value } = answer.json() as Untrusted<messagingApi.MessageQuotaResponse>
  if (type === 'none') return null
  if (!isCount(value)) throw unparsable(what, answer)
  return value
}

async function getUsed(api: Api): Promise<number> {
  const what = 'the number of messages this month'
  const answer = await api.get(what, '/v2/bot/message/quota/consumption')
  const { totalUsage } = answer.json() as Untrusted<messagingApi.QuotaConsumptionResponse>
  if (!isCount(totalUsage)) throw unparsable(what, answer)
  return totalUsage
}

export function createReplies(api: Api): Connector['replies'] {
  return {
    async send(reply, speech, chat) {
      await toLineMessages(speech, chat, async (messages) => {
        const request: messagingApi.ReplyMessageRequest = { replyToken: reply.token, messages }
        await api.post('a reply', '/v2/bot/message/reply', request, { timeLimitMs })
      })
    },
  }
}
