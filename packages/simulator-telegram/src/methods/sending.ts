import type { Message, MessageBody, MessageEntity } from '../bot-api.ts'
import { showChange } from '../chat-page/show.ts'
import { describeBot, findDescribedUser } from '../describe.ts'
import { findFile, nameFile, storePhoto } from '../files/stored-files.ts'
import { badRequest } from '../http/api-error.ts'
import { readBoolean, readInteger, readJson, readString } from '../http/parameters.ts'
import { findEntities, findEntityProblem } from '../messages/entities.ts'
import { addMessage, findMessage, quote } from '../messages/post.ts'
import type { World } from '../world.ts'
import { fetchPicture } from './fetch-picture.ts'
import { findTarget, findWritable, type Target } from './find-chat.ts'
import { checkKeyboard, listChoices } from './keyboard.ts'
import { countSending } from './limits.ts'
import type { Call, Method } from './method.ts'

const longestText = 4_096
const longestCaption = 1_024

export const sendingMethods: Record<string, Method> = {
  sendMessage(call) {
    const text = (readString(call.values, 'text') ?? '').trim()
    const target = findWritable(call.world, call.values)
    if (text === '') throw badRequest('message text is empty')
    if (text.length > longestText) throw badRequest('message is too long')
    const entities = readEntities(call, 'entities', text)
    return send(call, target, 'sendMessage', { text, ...(entities.length > 0 ? { entities } : {}) })
  },
  async sendPhoto(call) {
    const { world, values } = call
    const target = findWritable(world, values)
    const caption = readString(values, 'caption')?.trim()
    if ((caption?.length ?? 0) > longestCaption) throw badRequest('message caption is too long')
    const entities = caption ? readEntities(call, 'caption_entities', caption) : []
    const photo = await readPhoto(call)
    return send(call, target, 'sendPhoto', {
      photo,
      ...(caption ? { caption } : {}),
      ...(entities.length > 0 ? { caption_entities: entities } : {}),
    })
  },
  sendChatAction({ world, values }) {
    findWritable(world, values)
    return true
  },
  answerCallbackQuery({ world, values }) {
    const id = readString(values, 'callback_query_id')
    if (!id) throw badRequest('query is too old and response timeout expired or query ID is invalid')
    world.answeredCallbacks.set(id, values)
    return true
  },
  editMessageText(call) {
    const { world, values } = call
    const message = getOwn(call)
    const text = (readString(values, 'text') ?? '').trim()
    if (text === '') throw badRequest('message text is empty')
    if (text === message.message.text) throw badRequest('message is not modified')
    const entities = readEntities(call, 'entities', text)
    const { entities: _, ...rest } = message.message
    message.message = {
      ...rest,
      text,
      edit_date: Math.floor(world.settings.clock() / 1_000),
      ...(entities.length > 0 ? { entities } : {}),
    }
    showChange(world, message)
    return message.message
  },
  deleteMessage(call) {
    const message = getOwn(call)
    message.isDeleted = true
    showChange(call.world, message)
    return true
  },
}

function getOwn({ world, values }: Call) {
  const { chat } = findTarget(world, values)
  const found = findMessage(world, chat.id, readInteger(values, 'message_id', 0))
  if (!found) throw badRequest('message to edit not found')
  if (found.byId !== world.settings.bot.id) throw badRequest("message can't be edited")
  return found
}

function send(call: Call, target: Target, method: string, body: MessageBody): Message {
  const { world, values } = call
  const markup = readJson(values, 'reply_markup')
  checkKeyboard(markup)
  const quoted = readReply(world, values, target)
  const topic = readTopic(values, target)
  countSending(world, target)
  const isInline = typeof markup === 'object' && markup !== null && 'inline_keyboard' in markup
  const state = target.kind === 'chat' ? target.state : undefined
  if (state) state.lastBot = world.settings.bot.id
  const { message } = addMessage(
    world,
    {
      chat: target.chat,
      state,
      head: { from: describeBot(world), ...topic },
      byId: world.settings.bot.id,
      choices: listChoices(markup),
    },
    {
      ...(quoted ? { reply_to_message: quoted } : {}),
      ...body,
      // Only these keyboards are part of the message.
      ...(isInline ? { reply_markup: markup } : {}),
    },
  )
  const at = world.settings.clock()
  world.sent.push({ method, chatId: target.chat.id, messageId: message.message_id, message, parameters: values, at })
  return message
}

function readReply(world: World, values: Record<string, unknown>, { chat }: Target): Message | undefined {
  const given = (readJson(values, 'reply_parameters') ?? {}) as Record<string, unknown>
  const messageId = readInteger(given, 'message_id', readInteger(values, 'reply_to_message_id', 0))
  if (messageId === 0) return undefined
  const found = findMessage(world, chat.id, messageId)
  if (found) return quote(found)
  const isOptional =
    readBoolean(given, 'allow_sending_without_reply') || readBoolean(values, 'allow_sending_without_reply')
  if (!isOptional) throw badRequest('message to be replied not found')
  return undefined
}

function readTopic(values: Record<string, unknown>, target: Target) {
  const topic = readInteger(values, 'message_thread_id', 0)
  if (topic === 0) return {}
  if (target.kind !== 'chat' || !target.state.topics.has(topic)) throw badRequest('message thread not found')
  return { message_thread_id: topic, is_topic_message: true as const }
}

/** The entities of a call, or what the platform finds itself. A mention of a stranger stays plain text. */
function readEntities(call: Call, name: string, text: string): MessageEntity[] {
  const { world, values } = call
  const mode = readString(values, 'parse_mode')
  if (mode) throw badRequest(`can't parse entities: the simulator doesn't know ${mode}; send entities instead`)
  const given = readJson(values, name)
  if (given === undefined) return findEntities(text)
  if (!Array.isArray(given)) throw badRequest("can't parse entities: Array of entities expected")
  const entities = given as MessageEntity[]
  const problem = findEntityProblem(text, entities)
  if (problem) throw badRequest(problem)
  const own = entities.flatMap((entity) => {
    if (entity.type !== 'text_mention') return [entity]
    const user = findDescribedUser(world, Number(entity.user?.id))
    return user ? [{ ...entity, user }] : []
  })
  const found = findEntities(text).filter(
    (one) => !own.some((other) => one.offset < other.offset + other.length && other.offset < one.offset + one.length),
  )
  return [...own, ...found].toSorted((one, other) => one.offset - other.offset)
}

/** An address, an upload, or the id of a file. */
async function readPhoto({ world, values, uploads }: Call) {
  const given = readString(values, 'photo') ?? ''
  const upload = uploads.get(given.startsWith('attach://') ? given.slice('attach://'.length) : 'photo')
  if (upload) return storePhoto(world, { bytes: upload.bytes })
  if (/^https?:/i.test(given)) return storePhoto(world, { bytes: await fetchPicture(given) })
  const file = findFile(world, given)
  if (!file)
    throw badRequest(given === '' ? 'there is no photo in the request' : 'wrong file identifier/HTTP URL specified')
  return [{ ...nameFile(world, file), width: 1_280, height: 960 }]
}
