type Box = { left: number; top: number; right: number; bottom: number }
type Size = { width: number; height: number }

/** Between the control and the note, and between the note and the edge of the window. */
const gap = 8

/**
 * Where a note about a control is, in the window: below it, or above it if there is no space below. Undefined if the control is
 * out of view, where no one would see the note.
 */
export function placeNote(control: Box, note: Size, view: Size): { left: number; top: number } | undefined {
  if (control.bottom < 0 || control.top > view.height || control.right < 0 || control.left > view.width)
    return undefined
  const middle = (control.left + control.right) / 2 - note.width / 2
  const left = within(middle, gap, view.width - note.width - gap)
  const below = control.bottom + gap
  const above = control.top - gap - note.height
  const fitsBelow = below + note.height + gap <= view.height
  const top = fitsBelow || above < gap ? within(below, gap, view.height - note.height - gap) : above
  return { left, top }
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}
