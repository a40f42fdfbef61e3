/** Walks a paged list to its end, one page at a time. */
export async function* pages<Page extends { nextCursor?: string | null }>(
  read: (cursor: { cursor?: string }) => Promise<Page>,
): AsyncGenerator<Page> {
  let cursor: string | null | undefined
  do {
    const page: Page = await read(cursor ? { cursor } : {})
    yield page
    cursor = page.nextCursor
  } while (cursor)
}

/** The same, one item at a time, such as `page.messages`. A page is only read when its first item is needed. */
export async function* items<Page extends { nextCursor?: string | null }, Item>(
  read: (cursor: { cursor?: string }) => Promise<Page>,
  listOf: (page: Page) => Iterable<Item>,
): AsyncGenerator<Item> {
  for await (const page of pages(read)) yield* listOf(page)
}
