/** Where to go after signing in: only a path of this console, so that a crafted URL cannot redirect elsewhere. */
export function ownPath(wanted: string | undefined, origin: string): string {
  if (!wanted?.startsWith('/')) return '/'
  let url: URL
  try {
    url = new URL(wanted, origin)
  } catch {
    return '/'
  }
  if (url.origin !== origin || !/^\/((account|operator(\/(setup|settings))?|usage)$|channels\/|$)/.test(url.pathname))
    return '/'
  return url.pathname + url.search
}

const storageKey = 'innkeeper.back'

/** Survives the visit to a platform's sign-in page, which does not know where people came from. */
export function saveReturnPath(path: string | undefined): void {
  try {
    if (path) sessionStorage.setItem(storageKey, path)
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Without it, people start at the list of channels.
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
