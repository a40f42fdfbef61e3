import assert from 'node:assert/strict'
import type { Caller } from './caller.ts'

type Item = { id: string }
type Page = { messages?: Item[]; items?: Item[]; rules?: Item[]; entries?: Item[] }

/** More than any list in these tests has. */
const mostPages = 5000

/** The ids on a page of any list. */
export function idsOf({ body }: { body: Page }): string[] {
  const list = body.messages ?? body.items ?? body.rules ?? body.entries
  assert.ok(list, 'the page contains a list')
  return list.map(({ id }) => id)
}

/** Reads a list from its first page to the end; `between` runs before every page after the first. */
export async function walk(
  caller: Caller,
  path: string,
  options: { limit?: number; between?: (page: number) => Promise<void> | void } = {},
): Promise<string[]> {
  const ids: string[] = []
  const limit = options.limit === undefined ? '' : `limit=${options.limit}`
  let next = limit ? `${path}${path.includes('?') ? '&' : '?'}${limit}` : path
  for (let page = 1; ; page++) {
    const answer = await caller.get(next)
    assert.equal(answer.status, 200, answer.text)
    ids.push(...idsOf(answer))
    const { nextCursor } = answer.body
    if (nextCursor === null) return ids
    assert.ok(page < mostPages, 'the walk ends')
    await options.between?.(page)
    next = `${path.split('?')[0]}?${[limit, `cursor=${nextCursor}`].filter(Boolean).join('&')}`
  }
}

export function assertEachOnce(ids: string[], what = 'ids'): void {
  assert.equal(new Set(ids).size, ids.length, `${what}: no duplicates`)
}
