import type { MediaType } from '@innkeeper/contract'
import { detectInlineType } from './inline-media-types.ts'

/** As many first bytes as tell what a body is. */
export const errorBodyHeadBytes = 512

/**
 * What came in the place of a picture or a recording, where the answer was "here it is" and what followed is a page of
 * errors; undefined where it may be what was promised. A file that somebody sent may be anything, and so may a format
 * that we do not know.
 */
export function detectErrorBody(
  promised: MediaType,
  { contentType, head }: { contentType: string; head: Uint8Array },
): string | undefined {
  if (promised === 'file') return undefined
  if (head.length === 0) return 'nothing at all'
  // Whatever it is called: these bytes are media.
  if (detectInlineType(head)) return undefined
  const named = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
  // A drawing in words.
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
