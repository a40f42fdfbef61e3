import { checkMedia } from './check-media.ts'
import { checkRich } from './check-rich.ts'
import { checkPlainText, checkTextV2 } from './check-text.ts'
import {
  checkChoice,
  checkSize,
  checkText,
  checkUrl,
  type Destination,
  type Fields,
  fieldsIn,
  type Problem,
} from './problems.ts'

const messageTypes = [
  'audio',
  'coupon',
  'flex',
  'image',
  'imagemap',
  'location',
  'sticker',
  'template',
  'text',
  'textV2',
  'video',
] as const

/** All problems of a request's messages. Without a destination, as in validation, only those that need none. */
export function checkMessages(messages: unknown, destination?: Destination): Problem[] {
  const problems = checkSize(messages, 'messages', 1, 5)
  if (problems.length > 0 || !Array.isArray(messages)) return problems
  return messages.flatMap((message, index) => checkMessage(fieldsIn(message), `messages[${index}]`, destination))
}

function checkMessage(message: Fields, at: string, destination: Destination | undefined): Problem[] {
  const unknown = checkChoice(message.type, `${at}.type`, messageTypes)
  if (unknown.length > 0) return unknown
  return [
    ...checkBody(message, at, destination),
    ...checkQuote(message.quoteToken, `${at}.quoteToken`, destination),
    ...checkQuickReply(message.quickReply, `${at}.quickReply`),
    ...checkSender(message.sender, `${at}.sender`),
  ]
}

function checkBody(message: Fields, at: string, destination: Destination | undefined): Problem[] {
  switch (message.type) {
    case 'text':
      return checkPlainText(message, at)
    case 'textV2':
      return checkTextV2(message, at, destination)
    case 'template':
    case 'flex':
      return checkRich(message, at)
    default:
      return checkMedia(message, at, destination)
  }
}

/** A quote token never expires, but is valid only in the chat of the quoted message. */
function checkQuote(value: unknown, property: string, destination: Destination | undefined): Problem[] {
  if (value === undefined || !destination || destination.isQuotable(String(value))) return []
  return [{ message: 'Invalid quote token', property }]
}

function checkQuickReply(value: unknown, at: string): Problem[] {
  if (value === undefined) return []
  const { items } = fieldsIn(value)
  const problems = checkSize(items, `${at}.items`, 1, 13)
  if (problems.length > 0 || !Array.isArray(items)) return problems
  return items.flatMap((item, index) => {
    const { action } = fieldsIn(item)
    const property = `${at}.items[${index}].action`
    const { label, text, type } = fieldsIn(action)
    if (typeof type !== 'string') return [{ message: 'May not be empty', property }]
    const said = type === 'message' ? checkText(text, `${property}.text`, 300) : []
    return [...checkGraphemes(label, `${property}.label`, 20), ...said]
  })
}

/** Labels of quick replies are counted in grapheme clusters. */
function checkGraphemes(value: unknown, property: string, most: number): Problem[] {
  if (typeof value !== 'string' || value === '') return [{ message: 'May not be empty', property }]
  const count = [...new Intl.Segmenter().segment(value)].length
  return count <= most ? [] : [{ message: `Length must be between 1 and ${most}`, property }]
}

function checkSender(value: unknown, at: string): Problem[] {
  const { name, iconUrl } = fieldsIn(value)
  return [
    ...(name === undefined ? [] : checkText(name, `${at}.name`, 20)),
    ...(iconUrl === undefined ? [] : checkUrl(iconUrl, `${at}.iconUrl`)),
  ]
}
