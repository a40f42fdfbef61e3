import type { Texts } from '../locales/language.ts'

export type RefusedWhy = keyof WithoutForms<Texts['errors']['values']>

export type RefusedValue = {
  /** The field as the service names it, such as `keywords[0]`; empty if the error concerns no single value. */
  member: string
  why: RefusedWhy
  /** The values to interpolate; `count` selects the plural form. */
  gaps: Record<string, string | number>
}

/**
 * Parses the service's message about an invalid value (`contract/src/validate.ts` and the checks in actions), so that
 * it can be translated. Undefined for an unknown message, which is then shown as it is.
 */
export function findRefusedValue(sentence: string): RefusedValue | undefined {
  for (const [pattern, why] of known) {
    const found = pattern.exec(sentence)
    if (!found) continue
    const { member = '', count, ...gaps } = found.groups ?? {}
    return { member, why, gaps: count === undefined ? gaps : { ...gaps, count: Number(count) } }
  }
  return undefined
}

type WithoutForms<Group> = { [Key in keyof Group as Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : Key]: true }

const about = (rest: string) => new RegExp(`^(?<member>[\\w.[\\]]+) ${rest}`)

const known: readonly [RegExp, RefusedWhy][] = [
  [about('must not be (?:empty|blank)$'), 'empty'],
  [about('is missing'), 'missing'],
  [about('must be at most (?<count>\\d+) characters long'), 'longest'],
  [about('must be at least (?<count>\\d+) characters long'), 'shortest'],
  [about('must hold at most (?<count>\\d+) items'), 'mostItems'],
  [about('must hold at least (?<count>\\d+) items?'), 'leastItems'],
  [about('must be a whole number from (?<least>-?\\d+) to (?<most>-?\\d+)'), 'between'],
  [about('must be at most (?<limit>-?\\d+)'), 'most'],
  [about('must be at least (?<limit>-?\\d+)'), 'least'],
  [about('must be one of (?<choices>.+)'), 'oneOf'],
  [about('must be a calendar day'), 'day'],
  [about('must be a time in UTC'), 'moment'],
  [about('must be a time of day'), 'clock'],
  [about('must be an IANA time zone'), 'zone'],
  [about('must be an address that begins with https'), 'address'],
  [about('must be in the future'), 'future'],
  [about('must not be after to'), 'order'],
  [/^from and to must be at most (?<count>\d+) days apart/, 'span'],
  [/^(?<member>activeUntil) must be later than activeFrom/, 'activeOrder'],
  [/^(?<member>keywords\[\d+\]) .* is not a valid pattern: (?<reason>.+)$/s, 'pattern'],
  [/^A channel holds at most (?<count>\d+) rules/, 'mostRules'],
  [/^A channel holds at most (?<count>\d+) patterns/, 'mostPatterns'],
  [/^(?:(?<member>keywords): )?The keywords of a channel hold at most (?<count>\d+) characters/, 'mostKeywords'],
  [about('cannot be ai: no language model'), 'noModel'],
  [/^(?<member>status) cannot be active while the bot is not in the chat/, 'botAway'],
  [/^(?<member>confirm) must be the channel's name/, 'confirm'],
  [/^Body is too large; at most (?<limit>\d+) MiB/, 'tooLarge'],
  [/^Looking for rules took too long/, 'slow'],
]
