let formats = createFormats()

/** All times are shown in this zone; null for the browser's. */
export function showTimesIn(timezone) {
  formats = createFormats(timezone ?? undefined)
}

function createFormats(timeZone) {
  const create = (options, locale) => new Intl.DateTimeFormat(locale, { timeZone, ...options })
  return {
    time: create({ hour: '2-digit', minute: '2-digit' }),
    day: create({ weekday: 'short', day: 'numeric', month: 'long' }),
    dayOfYear: create({ day: 'numeric', month: 'long', year: 'numeric' }),
    shortDay: create({ day: 'numeric', month: 'short' }),
    whole: create({ dateStyle: 'full', timeStyle: 'medium' }),
    // The Swedish locale writes 2026-03-10.
    dayKey: create({ dateStyle: 'short' }, 'sv-SE'),
  }
}

export const timeOf = (at) => formats.time.format(at)
export const wholeTimeOf = (at) => formats.whole.format(at)
export const dayKeyOf = (at) => formats.dayKey.format(at)

export function dayOf(at) {
  const key = dayKeyOf(at)
  const today = dayKeyOf(Date.now())
  if (key === today) return 'Today'
  if (Date.parse(today) - Date.parse(key) === 86_400_000) return 'Yesterday'
  return key.slice(0, 4) === today.slice(0, 4) ? formats.day.format(at) : formats.dayOfYear.format(at)
}

/** Short, for the list. */
export function shortTimeOf(at) {
  return dayKeyOf(at) === dayKeyOf(Date.now()) ? timeOf(at) : formats.shortDay.format(at)
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
    case 'note':
      return entry.text
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
