import { recognizeMedia } from './media-kind.ts'
import type { PageContent, PageMedia } from './platform.ts'

type Fields = Record<string, unknown>

// The longest text that the apps of a platform allow, which is LINE's.
const longestText = 10_000

export function fieldsIn(body: unknown): Fields {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Fields
  throw new PageRefusal(400, 'The body must be a JSON object.')
}

export function readText(fields: Fields, name: string, { most, least = 1 }: { most: number; least?: number }): string {
  const value = fields[name] ?? ''
  if (typeof value !== 'string') throw new PageRefusal(400, `${name} must be a string.`)
  if (value.trim().length < least) throw new PageRefusal(400, `${name} is empty. Enter something first.`)
  if (value.length > most)
    throw new PageRefusal(400, `${name} is ${value.length} characters long. Use at most ${most}.`)
  return value
}

export function readMessageText(fields: Fields): string {
  return readText(fields, 'text', { most: longestText })
}

export function readContent(fields: Fields): PageContent {
  const quote = fields.quotedMessageId === undefined ? {} : { quotedMessageId: String(fields.quotedMessageId) }
  if (fields.type === 'text') return { type: 'text', text: readMessageText(fields), ...quote }
  if (fields.type === 'sticker') {
    const [packageId, stickerId] = [readDigits(fields, 'packageId'), readDigits(fields, 'stickerId')]
    const keyword = readText(fields, 'keyword', { most: 50, least: 0 })
    return { type: 'sticker', packageId, stickerId, ...(keyword ? { keywords: [keyword] } : {}), ...quote }
  }
  if (fields.type === 'location') {
    const [title, address] = ['title', 'address'].map((name) => readText(fields, name, { most: 100, least: 0 }))
    const [latitude, longitude] = [readNumber(fields, 'latitude', 90), readNumber(fields, 'longitude', 180)]
    return { type: 'location', latitude, longitude, ...(title ? { title } : {}), ...(address ? { address } : {}) }
  }
  throw new PageRefusal(400, 'type must be text, sticker or location. Send pictures and files to /media.')
}

/** The bytes and their query parameters. Only several pictures at once form a set. */
export function readMedia(query: Record<string, string>, bytes: Buffer): PageMedia {
  if (bytes.length === 0) throw new PageRefusal(400, 'The file is empty. Choose another one.')
  const { type, contentType } = recognizeMedia(bytes)
  if (type === 'file' || query.asFile === '1')
    return { type: 'file', bytes, contentType, fileName: readText(query, 'fileName', { most: 255 }) }
  if (type !== 'image') return { type, bytes, contentType, ...durationIn(query) }
  const { setId, setIndex, setTotal } = query
  if (setId === undefined) return { type, bytes, contentType, preview: bytes }
  const [index, total] = [Number(setIndex), Number(setTotal)]
  const isSet =
    /^[0-9A-F]{1,64}$/.test(setId) && Number.isInteger(index) && index >= 1 && index <= total && total <= 100
  if (!isSet)
    throw new PageRefusal(400, 'setId, setIndex and setTotal must identify a picture and the set it belongs to.')
  return { type, bytes, contentType, preview: bytes, imageSet: { id: setId, index, total } }
}

function durationIn({ durationMs }: Record<string, string>): { durationMs?: number } {
  const value = Math.round(Number(durationMs))
  return value > 0 ? { durationMs: value } : {}
}

function readDigits(fields: Fields, name: string): string {
  const value = String(fields[name] ?? '')
  if (!/^\d{1,20}$/.test(value)) throw new PageRefusal(400, `${name} must be a number of up to 20 digits.`)
  return value
}

function readNumber(fields: Fields, name: string, most: number): number {
  const value = fields[name]
  if (typeof value !== 'number' || !(Math.abs(value) <= most))
    throw new PageRefusal(400, `${name} must be a number from -${most} to ${most}.`)
  return value
}

/** A refusal whose message is shown to the person who uses the page. */
export class PageRefusal extends Error {
  readonly status: 400 | 403 | 404 | 409 | 413 | 415
  constructor(status: PageRefusal['status'], sentence: string) {
    super(sentence)
    this.status = status
  }
}
