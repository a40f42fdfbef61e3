const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'long' })
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric' })
const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })

export const timeOf = (at) => time.format(at)
export const wholeTimeOf = (at) => whole.format(at)
export const dayKeyOf = (at) => new Date(at).toDateString()

export function dayOf(at) {
  const now = new Date()
  if (dayKeyOf(at) === now.toDateString()) return 'Today'
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (dayKeyOf(at) === yesterday.toDateString()) return 'Yesterday'
  return new Date(at).getFullYear() === now.getFullYear() ? day.format(at) : dayOfYear.format(at)
}

/** Short, for the list. */
export function shortTimeOf(at) {
  return dayKeyOf(at) === new Date().toDateString() ? timeOf(at) : shortDay.format(at)
}

export function sizeOf(bytes) {
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

const kinds = { image: 'Photo', video: 'Video', audio: 'Voice message', sticker: 'Sticker' }

/** A message in a few words. */
export function summaryOf(content) {
  if (content.type === 'text') return content.text
  if (content.type === 'file') return content.fileName
  if (content.type === 'location') return content.title || content.address || 'Location'
  if (content.type === 'other') return content.text || content.name
  return kinds[content.type] ?? content.type
}

/** An event as one sentence. `nameOf` returns a person's name. */
export function sentenceOf(entry, nameOf, botName) {
  switch (entry.kind) {
    case 'message':
      return `${nameOf(entry.userId)}: ${summaryOf(entry.content)}`
    case 'bot-message':
      return `${botName}: ${summaryOf(entry.content)}`
    case 'unsent':
      return `${nameOf(entry.userId)} unsent a message`
    case 'joined':
      return `${listOf(entry.userIds.map(nameOf))} joined`
    case 'left':
      return `${listOf(entry.userIds.map(nameOf))} left`
    case 'bot-joined':
      return `${botName} was invited and joined`
    case 'bot-left':
      return `${botName} left`
    case 'followed':
      return `${nameOf(entry.userId)} added ${botName} as a friend`
    case 'blocked':
      return `${nameOf(entry.userId)} blocked ${botName}`
    default:
      return ''
  }
}

/** Why the bot may not have received it; empty if it was delivered. */
export function problemOf({ delivery }) {
  return delivery?.state === 'failed' ? `Not delivered to the bot: ${delivery.reason}` : ''
}

function listOf(names) {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
