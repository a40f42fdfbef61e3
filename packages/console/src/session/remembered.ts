/** Whether somebody was signed in here: then a refusal means that it has ended, and else only that nobody is yet. */
const place = 'innkeeper.signed-in'

export function rememberSignedIn(): void {
  try {
    localStorage.setItem(place, '1')
  } catch {
    // A browser that keeps nothing is told less precisely.
  }
}

export function forgetSignedIn(): void {
  try {
    localStorage.removeItem(place)
  } catch {
    // As above.
  }
}

export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(place) !== null
  } catch {
    return false
  }
}
