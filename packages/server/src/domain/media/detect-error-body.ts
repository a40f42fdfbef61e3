import type { MediaType } from '@innkeeper/contract'
import { detectInlineType } from './inline-media-types.ts'

/** How many first bytes are enough to recognise a body. */
export const errorBodyHeadBytes = 512

/**
 * What was sent instead of a picture or a recording, if the status was a success but the body is an error page; undefined if it
 * may be what was promised. A file that a member sent may be anything, and so may an unknown format.
 */
export function detectErrorBody(
  promised: MediaType,
  { contentType, head }: { contentType: string; head: Uint8Array },
): string | undefined {
  if (promised === 'file') return undefined
  if (head.length === 0) return 'nothing at all'
  // Whatever the type says, these bytes are media.
  if (detectInlineType(head)) return undefined
  const named = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
  // An SVG image.
  if (named === 'image/svg+xml') return undefined
  if (wordTypes.test(named)) return `text (${named})`
  const text = Buffer.from(head).toString('latin1').replace(byteOrderMark, '').trimStart()
  if (page.test(text)) return 'a web page'
  if (json.test(text)) return 'JSON'
  return undefined
}

const wordTypes = /^(text\/.{1,60}|application\/([\w.-]{1,60}\+)?(json|xml))$/
const byteOrderMark = /^\xef\xbb\xbf/
const page = /^<(!doctype|!--|html|head|body|title|script|\?xml)/i
const json = /^(\{\s*["}]|\[\s*[\]{["])/
