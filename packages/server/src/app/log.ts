import { type Logger, pino } from 'pino'
import { safeFields, withoutData } from '../domain/error-without-data.ts'
import type { RequestLog } from '../http/sending/request-log.ts'
import { toReadableLine } from './readable-log.ts'

export type Log = {
  log: Logger
  requestLog: RequestLog
  /** Writes buffered lines before the process exits. */
  flush(): void
}

export type LogFormat = 'auto' | 'json' | 'text'

/**
 * Writes one line per event to standard output: JSON with the node's name, buffered for at most half a second, or text that people
 * read, at once.
 */
export function createLog(level: string, node: string, format: LogFormat): Log {
  const isText = format === 'text' || (format === 'auto' && process.stdout.isTTY)
  const destination = isText ? readableDestination() : jsonDestination()
  const log = pino({ level, base: { node }, timestamp: logTime, serializers: logSerializers }, destination)
  const ofNode = `,"node":${JSON.stringify(node)}`
  const requests = gather((text) => destination.write(text))
  return {
    log,
    requestLog: log.isLevelEnabled('info') ? { write: requests.add, stamp: () => logTime() + ofNode } : undefined,
    flush() {
      requests.flush()
      destination.flushSync()
    },
  }
}

type Destination = { write(text: string): void; flushSync(): void }

function jsonDestination(): Destination {
  return pino.destination({ dest: 1, sync: false, minLength: 16_000, periodicFlush: 500 })
}

/** Written with the same calls as everything else in the terminal, so that lines stay in order. */
function readableDestination(): Destination {
  const isColored = process.stdout.isTTY && !process.env.NO_COLOR
  return {
    write(text) {
      for (const line of text.split('\n')) if (line !== '') process.stdout.write(toReadableLine(line, { isColored }))
    },
    flushSync() {},
  }
}

/** Replaces the logger's own serializer, which writes every field of an error. */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return withoutData(error)
  const cause = error.cause === undefined ? {} : { cause: serializeError(error.cause) }
  return { type: error.name, ...withoutData(error), ...safeFields(error), ...cause }
}

export const logSerializers = { err: serializeError }

/** The destination measures its whole buffer at every write, so the lines of a turn of the event loop are passed as one. */
function gather(write: (text: string) => void): { add(line: string): void; flush(): void } {
  let gathered = ''
  const flush = () => {
    const text = gathered
    gathered = ''
    if (text !== '') write(text)
  }
  return {
    add(line) {
      if (gathered === '') setImmediate(flush)
      gathered += line
    },
    flush,
  }
}

let second = 0
let secondText = ''

/** The time in pino's own ISO format. The part up to the second is rendered once per second. */
function logTime(): string {
  const now = Date.now()
  const ms = now % 1000
  if (now - ms !== second) {
    second = now - ms
    secondText = new Date(second).toISOString().slice(0, 20)
  }
  return `,"time":"${secondText}${String(ms).padStart(3, '0')}Z"`
}
