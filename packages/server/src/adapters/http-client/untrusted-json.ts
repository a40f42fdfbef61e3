/**
 * The platform's types before validation: the names are the official SDK's, every value may be anything. The readers below are
 * written by hand, because they run for each event on the event loop.
 */
export type Untrusted<T> = { readonly [Name in keyof T]?: unknown }

/** Why an event can't be processed. Contains nothing that people wrote, because it may be logged. */
export class NotUnderstood extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'NotUnderstood'
  }
}

/** The platform's own limit is 10,000; ten times that can't be a message. */
const mostTextLength = 100_000

/** Year 9999: later, our own timestamps would get another form. */
const latestTime = 253_402_300_799_999

/** The platform's ids have 18 to 68 characters. None is stored as a number: they have more digits than a number can represent. */
const idForm = /^[!-~]{1,128}$/

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function readObject<T>(value: unknown, what: string): Untrusted<T> {
  if (!isObject(value)) throw new NotUnderstood(`${what} ${value === undefined ? 'is missing' : 'is not an object'}`)
  return value as Untrusted<T>
}

export function findId(value: unknown): string | undefined {
  return typeof value === 'string' && idForm.test(value) ? value : undefined
}

export function readId(value: unknown, what: string): string {
  const id = findId(value)
  if (id === undefined) throw new NotUnderstood(`${what} ${value === undefined ? 'is missing' : 'is not an id'}`)
  return id
}

export function findText(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= mostTextLength && value.isWellFormed() ? value : undefined
}

export function readText(value: unknown, what: string): string {
  if (typeof value !== 'string')
    throw new NotUnderstood(`${what} ${value === undefined ? 'is missing' : 'is not text'}`)
  if (value.length > mostTextLength)
    throw new NotUnderstood(`${what} has ${value.length} characters; at most ${mostTextLength} are allowed`)
  if (!value.isWellFormed()) throw new NotUnderstood(`${what} contains half a character (a lone surrogate)`)
  return value
}

export function findTime(value: unknown): number | undefined {
  return isCount(value) && value <= latestTime ? value : undefined
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

export function readDegrees(value: unknown, most: number, what: string): number {
  if (typeof value !== 'number' || !(Math.abs(value) <= most))
    throw new NotUnderstood(`${what} is not a number from -${most} to ${most}`)
  return value
}
