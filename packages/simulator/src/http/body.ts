import { type Answer, refuse } from './answer.ts'

type Parsed = { body: unknown; refusal?: Answer }

/** Reads a body in the format of the route. An empty one counts as no body: the official client sends those, too. */
export function parseBody(accepts: 'json' | 'form' | undefined, contentType: string | undefined, raw: unknown): Parsed {
  const text = Buffer.isBuffer(raw) ? raw.toString('utf8') : ''
  if (!accepts || text === '') return { body: undefined }
  const wanted = accepts === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
  const given = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (given !== wanted)
    return { body: undefined, refusal: refuse(415, `The content type, ${contentType ?? ''}, is not supported`) }
  if (accepts === 'form') return { body: Object.fromEntries(new URLSearchParams(text)) }
  try {
    return { body: JSON.parse(text) }
  } catch (error) {
    const { line, column } = locate(text, error)
    const message = `The request body could not be parsed as JSON (line: ${line}, column: ${column})`
    return { body: undefined, refusal: refuse(400, message) }
  }
}

/** Where a text stops being JSON, counted from one; its end if the parser gives no position. */
function locate(text: string, error: unknown): { line: number; column: number } {
  const [, position] = /position (\d+)/.exec(String(error)) ?? []
  const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
