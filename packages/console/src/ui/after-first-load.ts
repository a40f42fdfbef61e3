/** If an answer never comes, menus do. */
const longestMs = 15_000
const lookEveryMs = 100
/** Between one answer and what is requested because of it, nothing may be going on for a moment, longest on a slow phone. */
const quietLooks = 3

let firstLoad: Promise<unknown> = Promise.resolve()

/** Called once, by the app. `isLoading`: whether the screen, or anything that it shows, is still missing. */
export function startFirstLoad(isLoading: () => boolean): void {
  firstLoad = Promise.race([waitWhile(isLoading), sleep(longestMs)])
}

/**
 * For menus, tools and everything else that no one uses in the first second: loads it once the screen and its data are there. On a
 * slow network it would take the bandwidth from what people wait for.
 */
export function afterFirstLoad<File>(load: () => Promise<File>): () => Promise<File> {
  return async () => {
    await firstLoad
    return await load()
  }
}

async function waitWhile(isLoading: () => boolean): Promise<void> {
  for (let quiet = 0; quiet < quietLooks; quiet = isLoading() ? 0 : quiet + 1) await sleep(lookEveryMs)
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
