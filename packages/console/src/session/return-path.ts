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

const place = 'innkeeper.back'

/** Over a platform's pages, which know nothing of where one was. */
export function keepWayBack(path: string | undefined): void {
  try {
    if (path) sessionStorage.setItem(place, path)
    else sessionStorage.removeItem(place)
  } catch {
    // Then one begins at the list of channels.
  }
}

export function takeWayBack(): string | undefined {
  try {
    const path = sessionStorage.getItem(place) ?? undefined
    sessionStorage.removeItem(place)
    return path
  } catch {
    return undefined
  }
}
