import type { messagingApi } from '@line/bot-sdk'

/** One problem of a request: the platform's message, and the property. */
export type Problem = messagingApi.ErrorDetail
export type Fields = Record<string, unknown>

/** An object's fields; none if it is something else. */
export function fieldsIn(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

export function missing(property: string): Problem[] {
  return [{ message: 'May not be empty', property }]
}

/** A text that must be there. Lengths are in UTF-16 units. */
export function checkText(value: unknown, property: string, most: number): Problem[] {
  if (typeof value !== 'string' || value === '') return missing(property)
  return checkLength(value, property, most)
}

/** A text that may be left out. */
export function checkLength(value: unknown, property: string, most: number): Problem[] {
  if (typeof value !== 'string' || value.length <= most) return []
  return [{ message: `Length must be between 0 and ${most}`, property }]
}

export function checkSize(value: unknown, property: string, least: number, most: number): Problem[] {
  const size = Array.isArray(value) ? value.length : 0
  return size >= least && size <= most ? [] : [{ message: `Size must be between ${least} and ${most}`, property }]
}

export function checkUrl(value: unknown, property: string): Problem[] {
  if (typeof value !== 'string' || value === '') return missing(property)
  const isGood = /^https:\/\/\S+$/.test(value) && URL.canParse(value)
  return isGood ? checkLength(value, property, 2_000) : [{ message: 'Invalid URI scheme', property }]
}

export function checkNumber(value: unknown, property: string, least: number, most: number): Problem[] {
  if (typeof value === 'number' && value >= least && value <= most) return []
  return [{ message: `Must be between ${least} and ${most}`, property }]
}

export function checkChoice(value: unknown, property: string, choices: readonly string[]): Problem[] {
  if (typeof value === 'string' && choices.includes(value)) return []
  return [{ message: `Must be one of the following values: [${choices.join(', ')}]`, property }]
}

/** The chat that messages go to, as far as the checks need it. */
export type Destination = {
  type: 'user' | 'group' | 'room'
  isMember(userId: string): boolean
  isQuotable(quoteToken: string): boolean
}
