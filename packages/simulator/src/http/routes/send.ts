import type { messagingApi } from '@line/bot-sdk'
import { checkMessages } from '../../rules/check-messages.ts'
import { missing } from '../../rules/problems.ts'
import { isReplyable } from '../../rules/reply-tokens.ts'
import type { World } from '../../world.ts'
import { type Answer, refuse, refuseBody, refuseProperty, succeed } from '../answer.ts'
import { type Call, fieldsOf, type Route, textOf } from '../route.ts'
import { countRecipients, destinationOf, refuseRetry, sendCounted, sendTo } from './sending.ts'

/** Reply and push, the only two that reach a group. */
export function sendRoutes(world: World): Route[] {
  return [
    { method: 'POST', path: '/v2/bot/message/reply', accepts: 'json', answer: (call) => reply(world, call) },
    {
      method: 'POST',
      path: '/v2/bot/message/push',
      accepts: 'json',
      takesRetryKey: true,
      answer: (call) => push(world, call),
    },
  ]
}

function reply(world: World, call: Call): Answer {
  const replyToken = textOf(call.body, 'replyToken')
  const token = world.replyTokens.get(replyToken)
  const invalid = refuseBody([
    ...(replyToken ? [] : missing('replyToken')),
    ...checkMessages(fieldsOf(call.body).messages, destinationOf(world, token?.chatId)),
  ])
  if (invalid) return invalid
  if (!isReplyable(token, world.settings.clock())) return refuse(400, 'Invalid reply token')
  world.replyTokens.set(replyToken, { ...token, isUsed: true })
  const sentMessages = sendTo(world, token.chatId, { kind: 'reply', ...outgoingOf(call.body), replyToken })
  return succeed({ sentMessages })
}

function push(world: World, call: Call): Answer {
  const repeated = refuseRetry(world, call)
  if (repeated) return repeated
  const to = textOf(call.body, 'to')
  if (to && !/^[UCR][0-9a-f]{32}$/.test(to)) return refuseProperty('to')
  const invalid = refuseBody([
    ...(to ? [] : missing('to')),
    ...checkMessages(fieldsOf(call.body).messages, destinationOf(world, to)),
  ])
  if (invalid) return invalid
  if (countRecipients(world, to) === undefined) return refuse(400, 'Failed to send messages')
  return sendCounted(world, call, { kind: 'push', chatIds: [to], ...outgoingOf(call.body) })
}

/** The messages of a body that has been checked. */
export function outgoingOf(body: unknown): { messages: messagingApi.Message[]; notificationDisabled: boolean } {
  const { messages, notificationDisabled } = fieldsOf(body)
  return { messages: messages as messagingApi.Message[], notificationDisabled: notificationDisabled === true }
}
