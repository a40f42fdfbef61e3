import { drawSticker } from '@innkeeper/testdata'
import { inventPicture } from '../../content.ts'
import type { MessageState, StoredContent, World } from '../../world.ts'
import { type Answer, refuse, succeed } from '../answer.ts'
import type { Call, Route } from '../route.ts'

/** Of the packages that the simulator's people use, and of its own. */
const stickerNumbers = /^(?:[1-9]|1[0-2]|19[89]\d|20[0-2]\d|10[89]\d{2}|1055\d{4})$/
const ownStickers = 12

/** The pictures that LINE's sticker shop serves to everyone. Ours are drawn. */
export function stickerRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: '/stickershop/v1/sticker/{stickerId}/android/sticker.png',
      access: 'open',
      answer: ({ params: { stickerId = '' } }) => {
        if (!stickerNumbers.test(stickerId)) return unknownContent
        return { status: 200, bytes: drawSticker(moodOf(stickerId)), contentType: 'image/png' }
      },
    },
  ]
}

/** The same that the chat page draws (`conversation/stickers.js`). */
function moodOf(stickerId: string): number {
  const number = Number(stickerId)
  if (number <= ownStickers) return number - 1
  let hash = 2166136261
  for (const digit of stickerId) hash = Math.imul(hash ^ digit.charCodeAt(0), 16777619)
  return hash >>> 0
}

const unknownContent = refuse(404, 'not found')
const stillPreparing: Answer = { status: 202, bytes: Buffer.alloc(0) }

/** The routes of api-data.line.me. */
export function contentRoutes(world: World): Route[] {
  const base = '/v2/bot/message/{messageId}/content'
  const isPreparing = ({ readyAt }: StoredContent) => world.settings.clock() < readyAt
  return [
    {
      method: 'GET',
      path: base,
      answer: (call) =>
        withContent(world, call, (content) => {
          if (isPreparing(content)) return stillPreparing
          if (content.hasFailed) return unknownContent
          return { status: 200, bytes: content.bytes, contentType: content.contentType }
        }),
    },
    {
      method: 'GET',
      path: `${base}/preview`,
      answer: (call) =>
        withContent(world, call, (content, { type, messageId }) => {
          if (type !== 'image' && type !== 'video') return refuse(400, 'The content can not be previewed')
          if (isPreparing(content)) return stillPreparing
          if (content.preview) return { status: 200, bytes: content.preview, contentType: 'image/jpeg' }
          return { status: 200, bytes: inventPicture(`${messageId}/preview`), contentType: 'image/png' }
        }),
    },
    {
      method: 'GET',
      path: `${base}/transcoding`,
      answer: (call) =>
        withContent(world, call, (content, { type }) => {
          if (type !== 'video' && type !== 'audio')
            return refuse(400, "Transcoding status doesn't support this type of content")
          if (isPreparing(content)) return succeed({ status: 'processing' })
          return succeed({ status: content.hasFailed ? 'failed' : 'succeeded' })
        }),
    },
  ]
}

/** 410 for unsent messages; 404 for texts, external content and expired content. */
function withContent(
  world: World,
  call: Call,
  answer: (content: StoredContent, message: MessageState) => Answer,
): Answer {
  const message = world.messages.get(call.params.messageId ?? '')
  if (message?.isUnsent) return refuse(410, 'The content is gone')
  if (!message?.content) return unknownContent
  const { clock, contentRetentionMs } = world.settings
  if (clock() - message.sentAt > contentRetentionMs) return unknownContent
  return answer(message.content, message)
}
