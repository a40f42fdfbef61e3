/** A change that failed, and the control that started it. */
export type ShownFailure = { control: HTMLElement; title: string; text: string }

let shown: ShownFailure | undefined
const listeners = new Set<() => void>()

/** One at a time: the latest is what people are waiting for. */
export const shownFailure = {
  get: () => shown,
  set(failure: ShownFailure | undefined): void {
    shown = failure
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
