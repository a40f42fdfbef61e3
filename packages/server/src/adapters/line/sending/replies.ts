import type { messagingApi } from '@line/bot-sdk'
import type { Connector } from '../../../ports/connector.ts'
import type { Api } from '../api/api.ts'
import { timeLimitMs, toLineMessages } from './outgoing-message.ts'

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
