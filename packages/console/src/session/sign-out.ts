/** Of one's own will, told by an answer that nobody is signed in any more, or in another tab. */
export type SignOutCause = 'chosen' | 'refused' | 'elsewhere'

const listeners = new Set<(cause: SignOutCause) => void>()

/** Called by whatever asks the service; heard by what shows the sign-in page. */
export function announceSignOut(cause: SignOutCause): void {
  for (const listener of listeners) listener(cause)
}

export function onSignedOut(listener: (cause: SignOutCause) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether somebody was signed in here: then a refusal means that it has ended, and else only that nobody is yet. */
const storageKey = 'innkeeper.signed-in'

export function rememberSignedIn(): void {
  try {
    localStorage.setItem(storageKey, '1')
  } catch {
    // A browser that keeps nothing is told less precisely.
  }
}

export function forgetSignedIn(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // As above.
  }
}

/** In another tab of this browser. */
export function onSignedOutElsewhere(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    // Without a key, everything was forgotten at once.
    if ((key === storageKey || key === null) && newValue === null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null
  } catch {
    return false
  }
}
