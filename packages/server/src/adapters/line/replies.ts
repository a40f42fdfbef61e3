import type { messagingApi } from '@line/bot-sdk'
import { textsOf } from '../../domain/speech.ts'
import { type Connector, PlatformRefusal } from '../../ports/connector.ts'
import type { Api } from './api.ts'

const mostParts = 5

/** In UTF-16 units, as JavaScript counts. */
const mostLength = 5_000

/** A right to reply lives for a minute: waiting longer for one answer leaves no time for another try. */
const timeLimitMs = 5_000

export function createReplies(api: Api): Connector['replies'] {
  return {
    async send(reply, speech) {
      const parts = textsOf(speech).flatMap((text) => splitText(text, mostLength))
      if (parts.length === 0) throw new PlatformRefusal('invalid', 'There is nothing to say in this reply')
      if (parts.length > mostParts)
        throw new PlatformRefusal(
          'invalid',
          `The reply has ${parts.length} parts; LINE takes ${mostParts} of ${mostLength} characters each`,
        )
      const request: messagingApi.ReplyMessageRequest = {
        replyToken: reply.token,
        messages: parts.map((text) => ({ type: 'text', text })),
      }
      await api.post('a reply', '/v2/bot/message/reply', request, timeLimitMs)
    },
  }
}

/** At the end of a line where there is one in the second half, else between two characters. Blank parts are left out. */
export function splitText(text: string, mostLength: number): string[] {
  const parts: string[] = []
  let rest = text.toWellFormed()
  while (rest.length > mostLength) {
    const lineEnd = rest.lastIndexOf('\n', mostLength)
    if (lineEnd >= mostLength / 2) {
      parts.push(rest.slice(0, lineEnd))
      rest = rest.slice(lineEnd + 1)
    } else {
      const end = isPair(rest, mostLength) ? mostLength - 1 : mostLength
      parts.push(rest.slice(0, end))
      rest = rest.slice(end)
    }
  }
  return [...parts, rest].filter((part) => part.trim() !== '')
}

/** Whether the character before this place goes on after it. */
function isPair(text: string, index: number): boolean {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff
}
