import { styleText } from 'node:util'

type Line = Record<string, unknown> & { level: number; time: string; msg?: string }

const levels: Record<number, [name: string, style: Parameters<typeof styleText>[0]]> = {
  10: ['trace', 'gray'],
  20: ['debug', 'gray'],
  30: ['info', 'green'],
  40: ['WARN', 'yellow'],
  50: ['ERROR', 'red'],
  60: ['FATAL', 'red'],
}
/** On every line, or shown in another way. */
const shown = new Set(['level', 'time', 'msg', 'node', 'err', 'requestId', 'keyId', 'method', 'route', 'status', 'ms'])

/**
 * A line of the log as people read it in a terminal: the local time, the level, the message, and what belongs to it. `line` is JSON as
 * it would be written to a file. A line that can't be parsed stays as it is.
 */
export function toReadableLine(line: string, { isColored }: { isColored: boolean }): string {
  let entry: Line
  try {
    entry = JSON.parse(line)
  } catch {
    return line
  }
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    isColored ? styleText(style, text, { validateStream: false }) : text
  const [name, style] = levels[entry.level] ?? ['info', 'green']
  const time = new Date(entry.time).toTimeString().slice(0, 8)
  const facts = Object.entries(entry).flatMap(([key, value]) => (shown.has(key) ? [] : [`${key}=${valueText(value)}`]))
  const details = facts.length > 0 ? `  ${paint('gray', facts.join(' '))}` : ''
  return `${paint('gray', time)} ${paint(style, name.padEnd(5))} ${visible(messageOf(entry))}${details}${errorOf(entry)}\n`
}

function messageOf({ msg = '', method, route, status, ms }: Line): string {
  return msg === 'request' ? `${method} ${route} ${status} in ${ms} ms` : msg
}

function errorOf({ err }: Line): string {
  if (typeof err !== 'object' || err === null) return ''
  const { type = 'Error', message = '', stack } = err as { type?: string; message?: string; stack?: string }
  const text = typeof stack === 'string' ? stack : `${type}: ${message}`
  return `\n${visible(text, { keepsBreaks: true }).replace(/^/gm, '    ')}`
}

function valueText(value: unknown): string {
  return visible(typeof value === 'string' && /^[^\s"]+$/.test(value) ? value : JSON.stringify(value))
}

/** Names and ids may come from callers, and control characters could rewrite the terminal. */
function visible(text: string, { keepsBreaks = false } = {}): string {
  const hidden = keepsBreaks ? /[\p{Cc}\p{Cf}](?<!\n)/gu : /[\p{Cc}\p{Cf}]/gu
  return text.replace(hidden, (one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)
}
