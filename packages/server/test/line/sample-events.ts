import { randomBytes } from 'node:crypto'
import type { webhook } from '@line/bot-sdk'

/** One event for each documented kind and content, in the platform's current format. Every call returns new ids. */
export function sampleEvents(): object[] {
  return [...sampleMessages(), ...sampleHappenings(), ...sampleIgnored()]
}

export function freshId(kind: 'U' | 'C' | 'R' | 'E'): string {
  return `${kind}${randomBytes(16).toString('hex')}`
}

/** Eighteen digits: too many for a JavaScript number. */
function freshMessageId(): string {
  return `5${String(randomBytes(8).readBigUInt64BE()).padStart(20, '0').slice(3)}`
}

export function freshEventId(): string {
  return `01${randomBytes(12).toString('hex').toUpperCase()}`
}

export function inGroup(): webhook.GroupSource & { userId: string } {
  return { type: 'group', groupId: freshId('C'), userId: freshId('U') }
}

/** The fields of all events. `replyToken` only where the platform sends one. */
export function common(source: webhook.Source | undefined, options: { canReply?: boolean } = {}) {
  return {
    mode: 'active' as const,
    timestamp: Date.now(),
    ...(source === undefined ? {} : { source }),
    webhookEventId: freshEventId(),
    deliveryContext: { isRedelivery: false },
    ...(options.canReply === false ? {} : { replyToken: randomBytes(16).toString('hex') }),
  }
}

export function messageEvent(message: object, source: webhook.Source = inGroup()): object {
  return { type: 'message', ...common(source), message: { id: freshMessageId(), ...message } }
}

const quoteToken = 'q3Plxr4AgKd01gHnLm'
const markAsReadToken = 'aZ3-5c7H'
const hosted = { type: 'line' }

function sampleMessages(): object[] {
  const external = { type: 'external', originalContentUrl: 'https://example.com/photo.jpg' }
  return [
    messageEvent({ type: 'text', text: 'See you at nine.', quoteToken, markAsReadToken }),
    messageEvent({ type: 'text', text: 'Hello', quoteToken }, { type: 'user', userId: freshId('U') }),
    messageEvent(
      { type: 'text', text: 'おはよう 🌅', quoteToken },
      { type: 'room', roomId: freshId('R'), userId: freshId('U') },
    ),
    messageEvent({ type: 'text', text: 'Who am I?', quoteToken }, { type: 'group', groupId: freshId('C') }),
    messageEvent({
      type: 'text',
      text: '@All @Mika @Bot (moon) hi',
      quoteToken,
      quotedMessageId: freshMessageId(),
      emojis: [{ index: 16, length: 6, productId: '5ac1bfd5040ab15980c9b435', emojiId: '002' }],
      mention: {
        mentionees: [
          { type: 'all', index: 0, length: 4 },
          { type: 'user', index: 5, length: 5, userId: freshId('U'), isSelf: false },
          { type: 'user', index: 11, length: 4, userId: freshId('U'), isSelf: true },
        ],
      },
    }),
    messageEvent({ type: 'image', contentProvider: hosted, quoteToken }),
    messageEvent({
      type: 'image',
      contentProvider: hosted,
      quoteToken,
      imageSet: { id: freshId('E'), index: 1, total: 2 },
    }),
    messageEvent({ type: 'image', contentProvider: external, quoteToken }),
    messageEvent({ type: 'video', contentProvider: hosted, duration: 60_000, quoteToken }),
    messageEvent({ type: 'video', contentProvider: external, quoteToken }),
    messageEvent({ type: 'audio', contentProvider: hosted, duration: 1_500 }),
    messageEvent({ type: 'file', fileName: '見積もり.pdf', fileSize: 2_138 }),
    messageEvent({
      type: 'location',
      title: 'The inn',
      address: '1-3 Kioicho',
      latitude: 35.67966,
      longitude: 139.73669,
    }),
    messageEvent({
      type: 'sticker',
      packageId: '446',
      stickerId: '1988',
      stickerResourceType: 'MESSAGE',
      keywords: ['hello', 'smile'],
      text: 'Hi there',
      quoteToken,
      quotedMessageId: freshMessageId(),
    }),
  ]
}

function sampleHappenings(): object[] {
  const group = { type: 'group' as const, groupId: freshId('C') }
  const room = { type: 'room' as const, roomId: freshId('R') }
  const user = { type: 'user' as const, userId: freshId('U') }
  const members = [1, 2].map(() => ({ type: 'user', userId: freshId('U') }))
  const silent = { canReply: false }
  return [
    {
      type: 'messageEdited',
      ...common(inGroup()),
      message: { id: freshMessageId(), type: 'text', text: 'See you at ten.', quoteToken },
    },
    { type: 'unsend', ...common(inGroup(), silent), unsend: { messageId: freshMessageId() } },
    { type: 'follow', ...common(user), follow: { isUnblocked: false } },
    { type: 'unfollow', ...common(user, silent) },
    { type: 'join', ...common(group) },
    { type: 'join', ...common(room) },
    { type: 'leave', ...common(group, silent) },
    { type: 'memberJoined', ...common(group), joined: { members } },
    { type: 'memberLeft', ...common(group, silent), left: { members } },
  ]
}

/** Documented, but nothing to store or to answer. */
function sampleIgnored(): object[] {
  const user = { type: 'user' as const, userId: freshId('U') }
  const silent = { canReply: false }
  return [
    {
      type: 'postback',
      ...common(user),
      postback: { data: 'action=buy&item=1', params: { datetime: '2026-12-25T01:00' } },
    },
    { type: 'videoPlayComplete', ...common(user), videoPlayComplete: { trackingId: 'track' } },
    { type: 'beacon', ...common(user), beacon: { hwid: 'd41d8cd98f', type: 'enter', dm: '1234567890abcdef' } },
    { type: 'accountLink', ...common(user), link: { result: 'ok', nonce: 'Vb771wDYtXuammLszK6h9A' } },
    { type: 'accountLink', ...common(undefined, silent), link: { result: 'failed', nonce: 'Vb771wDYtXuammLszK6h9A' } },
    { type: 'membership', ...common(user), membership: { type: 'joined', membershipId: 3189 } },
    {
      type: 'module',
      ...common(undefined, silent),
      module: { type: 'attached', botId: freshId('U'), scopes: ['message:send'] },
    },
    { type: 'activated', ...common(user, silent), chatControl: { expireAt: Date.now() + 60_000 } },
    { type: 'deactivated', ...common(user, silent) },
    { type: 'botSuspended', ...common(undefined, silent) },
    { type: 'botResumed', ...common(undefined, silent) },
    { type: 'delivery', ...common(undefined, silent), delivery: { data: '15034552939884E28681A7D668CEA94C147C716C' } },
  ]
}
