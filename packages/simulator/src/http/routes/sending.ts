import type { messagingApi } from '@line/bot-sdk'
import type { Destination } from '../../rules/problems.ts'
import { addUsage, fitsQuota, usedIn } from '../../rules/quota.ts'
import { isRemembered, isRetryKey } from '../../rules/retry-keys.ts'
import { addEntry } from '../../transcript.ts'
import type { SentRecord, World } from '../../world.ts'
import { type Answer, refuse, succeed } from '../answer.ts'
import { quotaExceeded } from '../outcomes.ts'
import type { Call } from '../route.ts'

type Outgoing = Pick<SentRecord, 'kind' | 'messages' | 'notificationDisabled'> & {
  replyToken?: string
  retryKey?: string
}

/** How many people a message to this id reaches; undefined if it can't be sent. */
export function countRecipients(world: World, chatId: string): number | undefined {
  const chat = world.chats.get(chatId)
  if (chat) return chat.isBotIn ? chat.memberIds.size : undefined
  const user = world.users.get(chatId)
  // The bot doesn't learn that it is blocked: the message is accepted and costs nothing.
  return user && (user.friendship === 'friend' ? 1 : 0)
}

export function destinationOf(world: World, chatId: string | undefined): Destination | undefined {
  if (chatId === undefined) return undefined
  const chat = world.chats.get(chatId)
  return {
    type: chat?.type ?? 'user',
    isMember: (userId) => chat?.memberIds.has(userId) ?? false,
    isQuotable: (quoteToken) => world.quoteTokens.get(quoteToken)?.chatId === chatId,
  }
}

/** 409 for a key that was accepted before, 400 for an invalid one; otherwise undefined. */
export function refuseRetry(world: World, call: Call): Answer | undefined {
  const key = call.headers['x-line-retry-key']
  if (key === undefined) return undefined
  if (!isRetryKey(key)) return refuse(400, 'The retry key is invalid')
  const accepted = world.acceptedRequests.get(key.toLowerCase())
  if (!isRemembered(accepted, world.settings.clock())) return undefined
  const { requestId, sentMessages } = accepted
  return {
    status: 409,
    body: { message: 'The retry key is already accepted', ...(sentMessages ? { sentMessages } : {}) },
    headers: { 'x-line-accepted-request-id': requestId },
  }
}

/** Sends messages that count against the quota. A retry key is remembered only if they were accepted. */
export function sendCounted(
  world: World,
  call: Call,
  { chatIds, ...outgoing }: Outgoing & { chatIds: string[] },
): Answer {
  const { clock, quota } = world.settings
  const at = clock()
  const cost = chatIds.reduce((sum, chatId) => sum + (countRecipients(world, chatId) ?? 0), 0)
  if (!fitsQuota({ limit: quota, used: usedIn(world.usage, at), cost })) return quotaExceeded
  world.usage = addUsage(world.usage, cost, at)
  const retryKey = call.headers['x-line-retry-key']?.toLowerCase()
  const key = retryKey === undefined ? {} : { retryKey }
  const sent = chatIds.map((chatId) => sendTo(world, chatId, { ...outgoing, ...key }))
  // Only a push returns the ids of its messages.
  const answer = outgoing.kind === 'push' ? { sentMessages: sent[0] ?? [] } : {}
  if (retryKey !== undefined) world.acceptedRequests.set(retryKey, { requestId: call.requestId, at, ...answer })
  return succeed(answer)
}

/** Adds messages to a chat and returns their ids. */
export function sendTo(world: World, chatId: string, outgoing: Outgoing): messagingApi.SentMessage[] {
  const sentMessages = outgoing.messages.map(({ type }) => {
    const id = world.ids.sentMessageId()
    if (['audio', 'location', 'imagemap', 'coupon'].includes(type)) return { id }
    const quoteToken = world.ids.issued(48)
    world.quoteTokens.set(quoteToken, { chatId, messageId: id })
    return { id, quoteToken }
  })
  const recipients = countRecipients(world, chatId) ?? 1
  const at = world.settings.clock()
  world.sent.push({ ...outgoing, chatId, sentMessages, recipients, at })
  // A reply gets the time of its message, also in a history that is weeks old.
  const lagMs = world.replyTokens.get(outgoing.replyToken ?? '')?.lagMs ?? 0
  outgoing.messages.forEach((message, index) => {
    const messageId = sentMessages[index]?.id ?? ''
    const quoted = 'quoteToken' in message ? world.quoteTokens.get(message.quoteToken ?? '')?.messageId : undefined
    const quote = quoted === undefined ? {} : { quotedMessageId: quoted }
    addEntry(
      world,
      { chatId, at: at - lagMs },
      { kind: 'bot-message', messageId, how: outgoing.kind, message, ...quote },
    )
  })
  return sentMessages
}
