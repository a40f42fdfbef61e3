import { badRequest } from './api-error.ts'

/** An uploaded file of a multipart body. */
export type Upload = { bytes: Buffer; fileName: string }

/** The parameters of a call. Bots send them as JSON, as a form, with a file, or in the address. */
export type Parameters = { values: Record<string, unknown>; uploads: Map<string, Upload> }

export function readParameters(
  query: Record<string, string>,
  contentType: string | undefined,
  raw: unknown,
): Parameters {
  const values: Record<string, unknown> = { ...query }
  const uploads = new Map<string, Upload>()
  const bytes = Buffer.isBuffer(raw) ? raw : Buffer.alloc(0)
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (bytes.length === 0) return { values, uploads }
  if (type === 'application/json') Object.assign(values, parseObject(bytes.toString()))
  else if (type === 'application/x-www-form-urlencoded')
    Object.assign(values, Object.fromEntries(new URLSearchParams(bytes.toString())))
  else if (type === 'multipart/form-data') readMultipart(bytes, contentType ?? '', { values, uploads })
  return { values, uploads }
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {}
  throw badRequest("can't parse JSON object")
}

function readMultipart(bytes: Buffer, contentType: string, { values, uploads }: Parameters): void {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const boundary = Buffer.from(`--${quoted ?? plain ?? ''}`)
  for (const part of splitParts(bytes, boundary)) {
    const end = part.indexOf('\r\n\r\n')
    if (end < 0) continue
    const head = part.subarray(0, end).toString()
    const [, name] = /content-disposition:[^\r\n]*[; ]name="?([^";\r\n]+)"?/i.exec(head) ?? []
    const [, fileName] = /filename="?([^";\r\n]*)"?/i.exec(head) ?? []
    const body = part.subarray(end + 4)
    if (name === undefined) continue
    if (fileName === undefined) values[name] = body.toString()
    else uploads.set(name, { bytes: Buffer.from(body), fileName })
  }
}

function splitParts(bytes: Buffer, boundary: Buffer): Buffer[] {
  const parts: Buffer[] = []
  let start = bytes.indexOf(boundary)
  while (start >= 0) {
    const from = start + boundary.length + 2
    const next = bytes.indexOf(boundary, from)
    if (next < 0) break
    parts.push(bytes.subarray(from, next - 2))
    start = next
  }
  return parts
}

/** A whole number; the default if there is none. */
export function readInteger(values: Record<string, unknown>, name: string, otherwise: number): number {
  const value = values[name]
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) ? number : otherwise
}

export function readString(values: Record<string, unknown>, name: string): string | undefined {
  const value = values[name]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value : undefined
}

export function readBoolean(values: Record<string, unknown>, name: string): boolean {
  const value = values[name]
  return value === true || value === 'true' || value === '1' || value === 'True'
}

/** An object or a list, which forms send as JSON in a string. */
export function readJson(values: Record<string, unknown>, name: string): unknown {
  const value = values[name]
  if (typeof value !== 'string') return value
  if (value === '') return undefined
  try {
    return JSON.parse(value)
  } catch {
    throw badRequest(`can't parse ${name.replaceAll('_', ' ')} JSON object`)
  }
}
