import { checkSize, checkText, type Destination, type Fields, fieldsIn, type Problem } from './problems.ts'

const longestText = 5_000

/** `text`: emoji replace dollar signs. */
export function checkPlainText(message: Fields, at: string): Problem[] {
  const problems = checkText(message.text, `${at}.text`, longestText)
  const { emojis } = message
  if (emojis === undefined) return problems
  problems.push(...checkSize(emojis, `${at}.emojis`, 0, 20))
  const text = String(message.text)
  for (const [position, emoji] of (Array.isArray(emojis) ? emojis : []).entries()) {
    const { index } = fieldsIn(emoji)
    if (typeof index === 'number' && text[index] === '$') continue
    problems.push({ message: 'Invalid index for an emoji', property: `${at}.emojis[${position}].index` })
  }
  return problems
}

/** `textV2`: placeholders such as `{name}` are mentions and emoji; doubled braces are literal braces. */
export function checkTextV2(message: Fields, at: string, destination: Destination | undefined): Problem[] {
  const problems = checkText(message.text, `${at}.text`, longestText)
  if (problems.length > 0) return problems
  const names = findPlaceholders(String(message.text))
  if (!names) return [{ message: 'Invalid placeholder', property: `${at}.text` }]
  const substitution = fieldsIn(message.substitution)
  const keys = Object.keys(substitution)
  if (keys.length > 100) problems.push({ message: 'Size must be between 0 and 100', property: `${at}.substitution` })
  for (const name of new Set(names))
    if (!keys.includes(name))
      problems.push({ message: `No substitution for {${name}}`, property: `${at}.substitution` })
  for (const key of keys)
    problems.push(...checkSubstitution(key, fieldsIn(substitution[key]), `${at}.substitution`, destination))
  return [...problems, ...checkCounts(names, substitution, at)]
}

/** The names between single braces; undefined if braces do not match. */
function findPlaceholders(text: string): string[] | undefined {
  const plain = text.replaceAll('{{', '').replaceAll('}}', '')
  const names: string[] = []
  const rest = plain.replace(/\{([0-9A-Za-z_]{1,20})\}/g, (_, name: string) => {
    names.push(name)
    return ''
  })
  return /[{}]/.test(rest) ? undefined : names
}

function checkSubstitution(key: string, value: Fields, at: string, destination: Destination | undefined): Problem[] {
  const property = `${at}.${key}`
  if (!/^[0-9A-Za-z_]{1,20}$/.test(key)) return [{ message: 'Invalid substitution key', property }]
  if (value.type === 'emoji')
    return [
      ...checkText(value.productId, `${property}.productId`, 100),
      ...checkText(value.emojiId, `${property}.emojiId`, 100),
    ]
  if (value.type !== 'mention')
    return [{ message: 'Must be one of the following values: [emoji, mention]', property: `${property}.type` }]
  return checkMentionee(fieldsIn(value.mentionee), `${property}.mentionee`, destination)
}

/** Only members of a group or room can be mentioned; bots never. */
function checkMentionee(mentionee: Fields, at: string, destination: Destination | undefined): Problem[] {
  if (mentionee.type !== 'user' && mentionee.type !== 'all')
    return [{ message: 'Must be one of the following values: [all, user]', property: `${at}.type` }]
  if (destination?.type === 'user') return [{ message: 'Mentions can be used only in group chats', property: at }]
  if (mentionee.type === 'all') return []
  const problems = checkText(mentionee.userId, `${at}.userId`, 33)
  if (problems.length > 0 || !destination || destination.isMember(String(mentionee.userId))) return problems
  return [{ message: 'The user is not a member of the chat', property: `${at}.userId` }]
}

/** Each use in the text counts. */
function checkCounts(names: string[], substitution: Fields, at: string): Problem[] {
  const count = (type: string) => names.filter((name) => fieldsIn(substitution[name]).type === type).length
  return ['mention', 'emoji'].flatMap((type) =>
    count(type) > 20 ? [{ message: `At most 20 ${type}s can be used`, property: `${at}.substitution` }] : [],
  )
}
