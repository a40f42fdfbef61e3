/** An error as it can be logged or stored: what went wrong and where, without the data involved. */
export type ErrorWithoutData = { message: string; stack: string | undefined }

/**
 * Most errors say what the program did. Two kinds quote its data, which may be what people wrote: a database server
 * shows values and whole rows, and a parser shows the text it could not read.
 */
export function withoutData(error: unknown): ErrorWithoutData {
  if (!(error instanceof Error)) return { message: `a thrown ${typeof error}`, stack: undefined }
  const message = describeServerError(error) ?? describeParseError(error)
  if (message === undefined) return { message: error.message, stack: error.stack }
  return { message, stack: `${error.name}: ${message}${framesOf(error)}` }
}

/** Fields that describe the error, and never contain personal data. */
export function safeFields(error: Error): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const name of safeFieldNames) {
    const value = (error as unknown as Record<string, unknown>)[name]
    if (value !== undefined) fields[name] = value
  }
  return fields
}

const safeFieldNames = ['code', 'constraint', 'errcode', 'syscall', 'address', 'port', 'path', 'status'] as const

/** PostgreSQL errors have a severity and a five-character state. */
function describeServerError(error: Error): string | undefined {
  const { severity, code, constraint } = error as Error & { severity?: unknown; code?: unknown; constraint?: unknown }
  if (severity === undefined || typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return undefined
  const broken = typeof constraint === 'string' ? `, constraint ${constraint}` : ''
  return `the database server refused a statement (${code}${broken})`
}

function describeParseError(error: Error): string | undefined {
  return error instanceof SyntaxError ? 'a text could not be parsed' : undefined
}

/** A stack starts with the message, which may have several lines. */
function framesOf({ stack = '' }: Error): string {
  const frames = stack.search(/\n {4}at /)
  return frames < 0 ? '' : stack.slice(frames)
}

/** The start of a reason that is a bug of ours. The rest may quote anything, such as a text that couldn't be parsed. */
export const bugPrefix = 'an error in this service'

/** A reason as it can be shown to someone without access to any channel. */
export function showReason(reason: string): string {
  return reason.startsWith(bugPrefix) ? bugPrefix : reason
}

/** Without the parentheses at its end: the platform's request id, the number of attempts. */
export function withoutDetails(reason: string): string {
  return showReason(reason).replace(/(\s*\([^()]*\))+$/, '')
}
