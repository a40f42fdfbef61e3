import { Alert } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle } from '../ui/icons/icons.ts'
import { failureOf } from './failure.ts'
import { failurePlace } from './failure-place.ts'
import { useFailureText } from './use-failure-text.ts'

/**
 * Tells people that their action failed: `onError: useNotifyFailure()`. Beside the control that started it, if that is still
 * there; otherwise as a notification.
 */
export function useNotifyFailure(): (error: unknown) => void {
  const failureText = useFailureText()
  return (error) => {
    const failure = failureOf(error, { opening: false })
    // The sign-in page says so.
    if (failure.kind === 'signed-out') return
    const { title, text } = failureText(failure)
    const id = failure.kind === 'server' && failure.requestId ? ` (${failure.requestId})` : ''
    if (failurePlace.show?.(error, { title, text: text + id })) return
    notifications.show({ id: failure.kind, color: 'red', title, message: text + id, autoClose: 8000, role: 'alert' })
  }
}

/** Why a change could not be saved, shown where it was made. */
export function FailureNote({ error }: { error: unknown }) {
  const { title, text } = useFailureText()(failureOf(error, { opening: false }))
  return (
    <Alert color="red" variant="outline" role="alert" icon={<IconAlertTriangle size={18} />} title={title}>
      {text}
    </Alert>
  )
}
