/** The program files of the console, as the build wrote them. */
export type Shell = {
  /** A hash of everything that belongs to the console. */
  version: string
  /** Scripts, styles and pictures that most screens need. */
  files: string[]
  /** Beside notifications. */
  icon: string
  /** Texts of each language. */
  texts: Record<string, string[]>
}

declare const __SHELL__: Shell

export const shell: Shell = __SHELL__

const ours = 'innkeeper '
const cacheName = `${ours}${shell.version}`

/**
 * Loads the files one after the other and only if the browser has nothing better to do, because someone is looking at a page
 * meanwhile. What an earlier version has kept isn't loaded again: a file with the same name is the same file.
 */
export async function keepShell(language: string): Promise<void> {
  const cache = await caches.open(cacheName)
  const wanted = savesData() ? [] : [...shell.files, ...(shell.texts[language] ?? [])]
  for (const file of wanted) {
    const known = await caches.match(file)
    if (known) await cache.put(file, known)
    else await cache.add(new Request(file, { priority: 'low' }))
  }
}

export async function dropOtherVersions(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(ours) && name !== cacheName)
  await Promise.all(names.map((name) => caches.delete(name)))
}

export async function dropEverything(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(ours))
  await Promise.all(names.map((name) => caches.delete(name)))
}

/**
 * From the cache, or from the service and into the cache. A name contains a hash, so a file with this name never changes. Once a
 * newer version has dropped the cache, a request that was still under way doesn't make it again.
 */
export async function findAsset(request: Request): Promise<Response> {
  const known = await caches.match(request.url, { cacheName })
  if (known) return known
  const response = await fetch(request)
  if (response.ok && response.type === 'basic' && (await caches.has(cacheName))) {
    const cache = await caches.open(cacheName)
    await cache.put(request.url, response.clone()).catch(() => undefined)
  }
  return response
}

function savesData(): boolean {
  const connection = 'connection' in navigator ? navigator.connection : undefined
  return typeof connection === 'object' && connection !== null && 'saveData' in connection && !!connection.saveData
}
