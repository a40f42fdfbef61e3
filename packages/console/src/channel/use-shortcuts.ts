import { useEffect, useRef } from 'react'
import { chordMs, readKey, type Wish } from './shortcuts.ts'

/** Keys for the whole screen, except where one types or something lies over it. `onWish` says whether it did something. */
export function useShortcuts(onWish: (wish: Wish) => boolean): void {
  const latest = useRef(onWish)
  latest.current = onWish
  useEffect(() => {
    let gAt = Number.NEGATIVE_INFINITY
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isElsewhere(event.target)) return
      const wish = readKey(event, performance.now() - gAt < chordMs)
      gAt = wish === 'wait' ? performance.now() : Number.NEGATIVE_INFINITY
      if (wish === undefined || wish === 'wait') return
      if (latest.current(wish)) event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT|VIDEO|AUDIO)$/.test(target.tagName)) return true
  return (
    target.closest('[role=dialog], [role=menu], [role=listbox], [data-own-keys]') !== null ||
    document.querySelector('.yarl__root') !== null
  )
}
