/**
 * What a reader needs of a large JSON file, in its order: the elements of arrays called `messages` (or of the outermost array), one at a
 * time, and the simple members around them. So memory is bounded by one record, and a damaged one doesn't affect the others.
 */
export type JsonEvent =
  /** A string, number, boolean or null outside of records. The path has the names of all members that contain it: `chats.list.name`. */
  | { kind: 'member'; path: string; value: string | number | boolean | null }
  | { kind: 'open'; path: string }
  | { kind: 'record'; text: string; problem?: 'too-long' }

export type JsonScanner = {
  add(text: string): JsonEvent[]
  /** Whether the file ended where it should. */
  close(): { isWhole: boolean }
}

/** A record is the JSON of one message. Nothing longer is kept. */
const mostRecordLength = 8 * 1024 * 1024
const mostScalarLength = 1000
/** No format is this deep. What's deeper is only counted. */
const mostDepth = 100

type Container = { path: string; hasRecords: boolean }

/** A record that isn't complete. */
type OpenRecord = { parts: string[]; length: number; depth: number; isInString: boolean; isEscaped: boolean }

export function createJsonScanner(recordsName = 'messages'): JsonScanner {
  const stack: Container[] = []
  let events: JsonEvent[] = []
  let record: OpenRecord | undefined
  let isInString = false
  let isEscaped = false
  /** The characters of a member's name or value that isn't complete. */
  let scalar = ''
  let name: string | undefined
  let hasBegun = false
  let tooDeep = 0

  const pathOf = (): string => {
    const parent = stack.at(-1)
    return [parent?.path, name].filter((part) => part !== undefined && part !== '').join('.')
  }
  const open = (isArray: boolean): void => {
    const path = pathOf()
    hasBegun = true
    if (stack.length >= mostDepth) {
      tooDeep++
      return
    }
    events.push({ kind: 'open', path })
    stack.push({ path, hasRecords: isArray && (stack.length === 0 || name === recordsName) })
    name = undefined
  }
  const endScalar = (): void => {
    const text = scalar.trim()
    scalar = ''
    if (text === '') return
    const path = pathOf()
    name = undefined
    const value = parseScalar(text)
    if (value !== undefined) events.push({ kind: 'member', path, value })
  }
  const endRecord = ({ parts, length }: OpenRecord): void => {
    events.push(
      length > mostRecordLength
        ? { kind: 'record', text: '', problem: 'too-long' }
        : { kind: 'record', text: parts.join('') },
    )
    record = undefined
  }
  const addToScalar = (character: string): void => {
    if (scalar.length < mostScalarLength) scalar += character
  }
  const inString = (character: string): void => {
    addToScalar(character)
    if (isEscaped) isEscaped = false
    else if (character === '\\') isEscaped = true
    else if (character === '"') isInString = false
  }
  const outside = (character: string): void => {
    switch (character) {
      case '"':
        isInString = true
        addToScalar(character)
        return
      case '{':
      case '[':
        open(character === '[')
        return
      case '}':
      case ']':
        endScalar()
        if (tooDeep > 0) tooDeep--
        else stack.pop()
        name = undefined
        return
      case ',':
        endScalar()
        name = undefined
        return
      case ':':
        name = String(parseScalar(scalar.trim()) ?? '')
        scalar = ''
        return
      default:
        addToScalar(character)
    }
  }
  return {
    add(text) {
      let at = 0
      while (at < text.length) {
        if (record) {
          at = scanRecord(record, text, at)
          if (record.depth === 0) endRecord(record)
          continue
        }
        const character = text.charAt(at)
        if (character === '{' && !isInString && stack.at(-1)?.hasRecords) {
          record = { parts: [], length: 0, depth: 0, isInString: false, isEscaped: false }
          continue
        }
        if (isInString) inString(character)
        else outside(character)
        at++
      }
      const found = events
      events = []
      return found
    },
    close: () => ({ isWhole: hasBegun && stack.length === 0 && !record }),
  }
}

const quote = '"'.charCodeAt(0)
const backslash = '\\'.charCodeAt(0)
/** Brackets and braces differ in this bit. */
const brace = 0x20
const opening = '{'.charCodeAt(0)
const closing = '}'.charCodeAt(0)

/** Keeps the rest of a record, as far as it's in the text, and returns where it ends. Almost all of a file is in records. */
function scanRecord(record: OpenRecord, text: string, start: number): number {
  let { depth, isInString, isEscaped } = record
  let at = start
  while (at < text.length) {
    const code = text.charCodeAt(at++)
    if (isInString) {
      if (isEscaped) isEscaped = false
      else if (code === backslash) isEscaped = true
      else if (code === quote) isInString = false
    } else if (code === quote) isInString = true
    else if ((code | brace) === opening) depth++
    else if ((code | brace) === closing && --depth === 0) break
  }
  record.length += at - start
  if (record.length > mostRecordLength) record.parts = []
  else record.parts.push(text.slice(start, at))
  Object.assign(record, { depth, isInString, isEscaped })
  return at
}

function parseScalar(text: string): string | number | boolean | null | undefined {
  try {
    const value: unknown = JSON.parse(repairEscapes(text))
    return typeof value === 'object' && value !== null ? undefined : (value as string | number | boolean | null)
  } catch {
    return undefined
  }
}

/** Some versions of Telegram Desktop write control characters as `\x1F`, which isn't JSON. */
export function repairEscapes(json: string): string {
  if (!json.includes('\\x')) return json
  return json.replace(/\\(?:x([0-9A-Fa-f]{2})|.)/gs, (found, code: string | undefined) =>
    code ? `\\u00${code}` : found,
  )
}
