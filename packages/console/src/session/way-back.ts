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
