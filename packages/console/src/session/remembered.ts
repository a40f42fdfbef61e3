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

/** In another tab of this browser. */
export function onForgottenElsewhere(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    // Without a key, everything was forgotten at once.
    if ((key === place || key === null) && newValue === null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(place) !== null
  } catch {
    return false
  }
}
