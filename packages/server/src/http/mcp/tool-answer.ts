import { randomBytes } from 'node:crypto'
import { mcpLimits } from '@innkeeper/contract'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { frameItems } from '../../domain/mcp/frame-items.ts'
import { shortenTexts } from '../../domain/mcp/shorten-texts.ts'

/** What a tool read: a page of a list, and what belongs to all of it. */
export type ToolPage = {
  items: readonly unknown[]
  more?: object
  /** Where the next page begins; null: this is the last one. */
  cursor: string | null
  image?: { data: string; mimeType: string }
}

/** `limit`: how many items, at most. The same page can be read again with a smaller one. */
export type ReadPage = (limit: number) => Promise<ToolPage>

/** Texts of a page that has only one item and is still too long. */
const textLengths = [8_000, 3_000, 1_000, 300, 80, 20]

/** As many items as fit into an answer. The rest of the list follows with its cursor, so nothing is left out. */
export async function answerWith(list: string, read: ReadPage): Promise<CallToolResult> {
  const word = randomBytes(6).toString('hex')
  let limit: number = mcpLimits.items
  for (;;) {
    const page = await read(limit)
    const answer = toResult(list, page, word)
    const length = lengthOf(answer)
    if (length <= mcpLimits.answer) return withImage(answer, page)
    if (limit === 1) return withImage(shortenToFit(list, page, word), page)
    limit = Math.max(1, Math.min(limit - 1, Math.floor((page.items.length * mcpLimits.answer * 0.9) / length)))
  }
}

function shortenToFit(list: string, page: ToolPage, word: string): CallToolResult {
  for (const most of textLengths) {
    const items = page.items.map((item) => shortenTexts(item, most))
    const more = page.more && (shortenTexts(page.more, most) as object)
    const answer = toResult(list, { ...page, items, ...(more && { more }) }, word)
    if (lengthOf(answer) <= mcpLimits.answer) return answer
  }
  // No single item has that many members.
  throw new Error('an answer of one item is too long')
}

function toResult(list: string, { items, more, cursor }: ToolPage, word: string): CallToolResult {
  const end = { isComplete: cursor === null, cursor }
  const shown = more && Object.keys(more).length > 0 ? [more, ...items] : items
  return {
    content: [{ type: 'text', text: frameItems({ word, items: shown, end }) }],
    structuredContent: { ...more, [list]: items, ...end },
  }
}

/** Of what a model reads as text. */
function lengthOf(result: CallToolResult): number {
  return JSON.stringify(result).length
}

function withImage(result: CallToolResult, { image }: ToolPage): CallToolResult {
  return image ? { ...result, content: [...result.content, { type: 'image', ...image }] } : result
}
