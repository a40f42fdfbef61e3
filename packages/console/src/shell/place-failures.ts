import type { MutationCache } from '@tanstack/react-query'
import { failurePlace } from '../errors/failure-place.ts'
import { shownFailure } from '../errors/shown-failure.ts'
import { justPressed, noteCause, placeOf, watchPresses } from '../ui/pressed.ts'

/** From now on, a change that fails says so beside the control that started it, which is known only when it starts. */
export function placeFailures({ config }: MutationCache): void {
  watchPresses()
  const startedBy = new WeakMap<object, HTMLElement>()
  const { onError } = config
  config.onMutate = (_input, mutation) => {
    const pressed = justPressed()
    if (pressed) startedBy.set(mutation, pressed)
  }
  config.onError = (...failed) => {
    const [error, , , mutation] = failed
    noteCause(error, startedBy.get(mutation))
    return onError?.(...failed)
  }
  failurePlace.show = (error, shown) => {
    const control = placeOf(error)
    if (control) shownFailure.set({ control, ...shown })
    return control !== undefined
  }
}
