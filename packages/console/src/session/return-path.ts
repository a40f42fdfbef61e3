/** Where to go after signing in: a path of this console, and nothing else that an address could smuggle in. */
export function ownPath(wanted: string | undefined, origin: string): string {
  if (!wanted?.startsWith('/')) return '/'
  let url: URL
  try {
    url = new URL(wanted, origin)
  } catch {
    return '/'
  }
  if (url.origin !== origin || !/^\/(account$|channels\/|$)/.test(url.pathname)) return '/'
  return url.pathname + url.search
}

const storageKey = 'innkeeper.back'

/** Over a platform's pages, which know nothing of where one was. */
export function saveReturnPath(path: string | undefined): void {
  try {
    if (path) sessionStorage.setItem(storageKey, path)
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Then one begins at the list of channels.
  }
}

export function takeReturnPath(): string | undefined {
  try {
    const path = sessionStorage.getItem(storageKey) ?? undefined
    sessionStorage.removeItem(storageKey)
    return path
  } catch {
    return undefined
  }
}
