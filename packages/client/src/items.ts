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

/** Names of the lists in a page. */
type ListName<Page> = { [Name in keyof Page]: Page[Name] extends readonly unknown[] ? Name : never }[keyof Page]
type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never

/** The same, one item at a time. A page is only read when its first item is needed. */
export async function* items<Page extends { nextCursor?: string | null }, Name extends ListName<Page>>(
  read: (cursor: { cursor?: string }) => Promise<Page>,
  name: Name,
): AsyncGenerator<ItemOf<Page[Name]>> {
  for await (const page of pages(read)) yield* page[name] as Iterable<ItemOf<Page[Name]>>
}
