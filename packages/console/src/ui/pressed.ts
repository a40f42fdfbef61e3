/** Longer than a click needs to start a change, which may first validate a form. */
const recentMs = 1_000

let pressed: { element: HTMLElement; at: number } | undefined
const causes = new WeakMap<object, HTMLElement>()

const controls =
  'button, a, input, select, textarea, label, [role="button"], [role="switch"], [role="menuitem"], [role="option"]'

/** Remembers what was pressed last, so that a change that fails can say so there. Call once. */
export function watchPresses(): void {
  document.addEventListener('click', note, { capture: true })
  document.addEventListener('keydown', note, { capture: true })
}

function note({ target, timeStamp }: Event): void {
  if (!(target instanceof Element)) return
  const element = target.closest<HTMLElement>(controls)
  pressed = element ? { element, at: timeStamp } : undefined
}

/** What was pressed to start what starts now; undefined if nothing was pressed just now. */
export function justPressed(): HTMLElement | undefined {
  return pressed && performance.now() - pressed.at < recentMs ? pressed.element : undefined
}

/** Remembers where the change began that failed with this error. */
export function noteCause(error: unknown, element: HTMLElement | undefined): void {
  if (element && typeof error === 'object' && error !== null) causes.set(error, element)
}

/**
 * The control to which the error belongs. What was pressed may be gone by now: the item of a menu that has closed, for which the
 * focus has returned to the button of the menu. Undefined if there is no control left that people can see.
 */
export function placeOf(error: unknown): HTMLElement | undefined {
  const cause = typeof error === 'object' && error !== null ? causes.get(error) : undefined
  if (!cause) return undefined
  if (isShown(cause)) return cause
  const { activeElement } = document
  return activeElement instanceof HTMLElement && activeElement !== document.body && isShown(activeElement)
    ? activeElement
    : undefined
}

function isShown(element: HTMLElement): boolean {
  if (!element.isConnected || element.getClientRects().length === 0) return false
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}
