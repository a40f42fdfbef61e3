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
