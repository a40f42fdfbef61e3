/** If an answer never comes, menus do. */
const longestMs = 15_000
const lookEveryMs = 100

let firstLoad: Promise<unknown> = Promise.resolve()
let isAsking = () => false

/** Called once, by the first script, with everything that the page at this URL needs. */
export function startFirstLoad(loads: readonly Promise<unknown>[]): void {
  firstLoad = withinReason(Promise.allSettled(loads))
}

/** Called once, by the app: a screen may ask for more when it's shown. */
export function alsoWaitWhile(isFetching: () => boolean): void {
  isAsking = isFetching
  firstLoad = withinReason(firstLoad.then(waitForAnswers))
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

async function waitForAnswers(): Promise<void> {
  do await sleep(lookEveryMs)
  while (isAsking())
}

function withinReason(loaded: Promise<unknown>): Promise<unknown> {
  return Promise.race([loaded, sleep(longestMs)])
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
