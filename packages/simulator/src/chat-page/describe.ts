import type { messagingApi, webhook } from '@line/bot-sdk'
import type { Change, Entry } from '../entry.ts'
import type { ChatState, UserState, World } from '../world.ts'

/** A message as the page shows it. `url` is null for files on other hosts, because the page fetches nothing from them. */
type Said =
  | { type: 'text'; text: string }
  | { type: 'image'; url: string | null; imageSet?: webhook.ImageSet }
  | { type: 'video' | 'audio'; url: string | null; durationMs: number }
  | { type: 'file'; url: string | null; fileName: string; fileSize: number }
  | { type: 'location'; latitude: number; longitude: number; title: string; address: string }
  | { type: 'sticker'; packageId: string; stickerId: string; keywords: string[] }
  | { type: 'links'; text: string; links: { label: string; url: string }[] }
  | { type: 'other'; name: string; text: string }

/** `who` is a user's id, or null for the bot; `text` is null once the quoted message is gone. */
type Quote = { messageId: string; who: string | null; text: string | null }

export function describeChange(world: World, change: Change): object {
  if (change.kind === 'entry') return { kind: 'entry', entry: describeEntry(world, change.entry) }
  if (change.kind === 'person') return { kind: 'person', person: describePerson(world, change.userId) }
  return { kind: 'chat', chat: describeChat(world, world.chats.get(change.chatId)) }
}

export function describeWorld(world: World): object {
  const { settings, users, chats, serviceUrl, webhookUrl } = world
  return {
    platform: { name: 'LINE', editsPrivateMessages: false },
    bot: { userId: settings.botUserId, name: settings.botName },
    serviceUrl: serviceUrl ?? null,
    timezone: settings.timezone,
    hasWebhook: webhookUrl !== undefined,
    people: [...users.keys()].map((userId) => describePerson(world, userId)),
    chats: [...chats.values()].map((chat) => describeChat(world, chat)),
  }
}

export function describeEntry(world: World, entry: Entry): object {
  if (entry.kind !== 'message' && entry.kind !== 'bot-message') return entry
  const { message, ...rest } = entry
  const content = entry.kind === 'message' ? describeSaid(world, entry.message) : describeAnswer(world, entry.message)
  const quotedId = entry.kind === 'bot-message' ? entry.quotedMessageId : quotedIn(entry.message)
  const choices = entry.kind === 'bot-message' ? listChoices(entry.message) : []
  return {
    ...rest,
    content,
    ...(quotedId ? { quote: describeQuote(world, quotedId) } : {}),
    ...(choices.length > 0 ? { choices } : {}),
  }
}

/** Buttons that send a text. The page doesn't show buttons with other actions. */
function listChoices({ quickReply }: messagingApi.Message): { label: string; text: string }[] {
  return (quickReply?.items ?? []).flatMap(({ action }) => {
    if (action?.type !== 'message') return []
    const { label, text } = action as messagingApi.MessageAction
    return text === undefined ? [] : [{ label: label ?? text, text }]
  })
}

function describePerson(world: World, userId: string): object | null {
  const user = world.users.get(userId)
  if (!user) return null
  const { displayName, friendship, hasWritten } = user
  const last = lastIn(world, userId)
  return { userId, name: displayName, pictureUrl: pictureOf(world, user), friendship, hasWritten, last }
}

function describeChat(world: World, chat: ChatState | undefined): object | null {
  if (!chat) return null
  const { chatId, type, name, memberIds, isBotIn } = chat
  const last = lastIn(world, chatId)
  return { chatId, type, name, pictureUrl: pictureOf(world, chat), memberIds: [...memberIds], isBotIn, last }
}

function lastIn(world: World, chatId: string): object | null {
  const entry = world.transcript.chats.get(chatId)?.at(-1)
  return entry ? describeEntry(world, entry) : null
}

/** Relative to the page's own address, under which it was opened. */
function pictureOf({ origin }: World, { pictureUrl }: Pick<UserState, 'pictureUrl'>): string | null {
  const base = `${origin}/pictures/`
  return pictureUrl?.startsWith(base) ? `/chat/pictures/${pictureUrl.slice(base.length)}` : null
}

function describeSaid(world: World, message: webhook.MessageContent): Said {
  const url = world.messages.get(message.id)?.content ? `/chat/media/${message.id}` : null
  switch (message.type) {
    case 'text':
      return { type: 'text', text: message.text }
    case 'image':
      return { type: 'image', url, ...(message.imageSet ? { imageSet: message.imageSet } : {}) }
    case 'video':
    case 'audio':
      return { type: message.type, url, durationMs: message.duration ?? 0 }
    case 'file':
      return { type: 'file', url, fileName: message.fileName, fileSize: message.fileSize }
    case 'location': {
      const { latitude, longitude, title = '', address = '' } = message
      return { type: 'location', latitude, longitude, title, address }
    }
    case 'sticker': {
      const { packageId, stickerId, keywords = [] } = message
      return { type: 'sticker', packageId, stickerId, keywords }
    }
    default:
      return { type: 'other', name: String((message as { type: string }).type), text: '' }
  }
}

function describeAnswer(world: World, message: messagingApi.Message): Said {
  switch (message.type) {
    case 'text':
      return { type: 'text', text: message.text }
    case 'textV2':
      return { type: 'text', text: fillIn(world, message) }
    case 'sticker':
      return { type: 'sticker', packageId: message.packageId, stickerId: message.stickerId, keywords: [] }
    case 'location': {
      const { latitude, longitude, title, address } = message
      return { type: 'location', latitude, longitude, title, address }
    }
    case 'image':
    case 'video':
    case 'audio':
      return { type: 'other', name: message.type, text: message.originalContentUrl }
    case 'template':
      return describeTemplate(message)
    case 'flex':
    case 'imagemap':
      return { type: 'other', name: message.type, text: message.altText }
    case 'coupon':
      return { type: 'other', name: message.type, text: '' }
  }
}

/** A text with buttons if each of them opens a page. */
function describeTemplate({ template, altText }: messagingApi.TemplateMessage): Said {
  const { text = altText, actions = [] } = template as Partial<messagingApi.ButtonsTemplate>
  const links = actions.flatMap(({ type, label = '', ...action }) =>
    type === 'uri' && 'uri' in action ? [{ label, url: String(action.uri) }] : [],
  )
  if (template.type !== 'buttons' || links.length < actions.length) {
    return { type: 'other', name: 'template', text: altText }
  }
  return { type: 'links', text, links }
}

/** Mentions are placeholders such as `{name}`; literal braces are doubled. */
function fillIn(world: World, { text, substitution = {} }: messagingApi.TextMessageV2): string {
  return text.replace(/\{\{|\}\}|\{(\w+)\}/g, (braces, key: string | undefined) => {
    if (key === undefined) return braces.slice(1)
    const put = substitution[key]
    if (put?.type !== 'mention') return put ? '▢' : braces
    const { mentionee } = put as messagingApi.MentionSubstitutionObject
    if (mentionee.type === 'all') return '@All'
    const { userId } = mentionee as messagingApi.UserMentionTarget
    return `@${world.users.get(userId)?.displayName ?? 'Unknown'}`
  })
}

function describeQuote(world: World, messageId: string): Quote {
  const entry = world.transcript.messages.get(messageId)
  if (entry?.kind === 'message')
    return { messageId, who: entry.userId, text: summarize(describeSaid(world, entry.message)) }
  if (entry?.kind === 'bot-message')
    return { messageId, who: null, text: summarize(describeAnswer(world, entry.message)) }
  return { messageId, who: entry?.kind === 'unsent' ? entry.userId : null, text: null }
}

function summarize(said: Said): string {
  if (said.type === 'text' || said.type === 'links') return said.text.slice(0, 200)
  if (said.type === 'file') return said.fileName
  if (said.type === 'location') return said.title || said.address || 'Location'
  return { image: 'Photo', video: 'Video', audio: 'Voice message', sticker: 'Sticker', other: 'Message' }[said.type]
}

function quotedIn(message: webhook.MessageContent): string | undefined {
  return 'quotedMessageId' in message ? message.quotedMessageId : undefined
}
