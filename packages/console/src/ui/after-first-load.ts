/** If an answer never comes, menus do. */
const longestMs = 15_000

let firstLoad: Promise<unknown> = Promise.resolve()

/** Called once, by the first script, with everything that the page at this URL needs. */
export function startFirstLoad(loads: readonly Promise<unknown>[]): void {
  const tooLong = new Promise((resolve) => setTimeout(resolve, longestMs))
  firstLoad = Promise.race([Promise.allSettled(loads), tooLong])
}

/**
 * For menus, tools and everything else that nobody uses in the first second: loads it once the screen and its data are there. On a
 * slow network it would take the bandwidth from what people wait for.
 */
export function afterFirstLoad<File>(load: () => Promise<File>): () => Promise<File> {
  return async () => {
    await firstLoad
    return await load()
  }
}
