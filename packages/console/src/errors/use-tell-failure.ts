import { notifications } from '@mantine/notifications'
import { failureOf } from './failure.ts'
import { useFailureWords } from './use-failure-words.ts'

/** For what people did and what did not work out: `onError: useTellFailure()`. */
export function useTellFailure(): (error: unknown) => void {
  const words = useFailureWords()
  return (error) => {
    const failure = failureOf(error, { opening: false })
    // The sign-in page says it.
    if (failure.kind === 'signed-out') return
    const { title, text } = words(failure)
    const id = failure.kind === 'server' && failure.requestId ? ` (${failure.requestId})` : ''
    notifications.show({ id: failure.kind, color: 'red', title, message: text + id, autoClose: 8000, role: 'alert' })
  }
}
