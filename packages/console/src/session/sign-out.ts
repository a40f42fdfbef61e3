/** By choice, because a request was rejected, or in another tab. */
export type SignOutCause = 'chosen' | 'refused' | 'elsewhere'

const listeners = new Set<(cause: SignOutCause) => void>()

/** Called by the code that sends requests; the app then shows the sign-in page. */
export function announceSignOut(cause: SignOutCause): void {
  for (const listener of listeners) listener(cause)
}

export function onSignedOut(listener: (cause: SignOutCause) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Remembers whether someone was signed in here: then a rejected request means that the session has ended, otherwise that
 * there was none.
 */
const storageKey = 'innkeeper.signed-in'

export function rememberSignedIn(): void {
  try {
    localStorage.setItem(storageKey, '1')
  } catch {
    // If storage is blocked, the message is less precise.
  }
}

export function forgetSignedIn(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // As above.
  }
}

/** Someone signed out in another tab. */
export function onSignedOutElsewhere(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    // Without a key, the whole storage was cleared.
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
