import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Row } from '../timeline/rows.ts'

/** This close to the end counts as being there. */
const nearPx = 32

type Following = {
  /** Whether the last row is the end of the conversation. */
  isTail: boolean
  rows: readonly Row[]
  scrollToEnd(): void
}

/**
 * Keeps the list at its end, however fast rows arrive. Checking the scroll position is not enough, because new rows move the
 * end away from it. Only scrolling back stops it.
 */
export function useFollowing(scroller: RefObject<HTMLElement | null>, { isTail, rows, scrollToEnd }: Following) {
  const isFollowing = useRef(false)
  const tail = useRef(isTail)
  tail.current = isTail
  const end = useRef(scrollToEnd)
  end.current = scrollToEnd
  if (!isTail) isFollowing.current = false

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the rows change
  useLayoutEffect(() => {
    if (isFollowing.current) scrollToEnd()
  }, [rows])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const leave = () => {
      // At the top there is nothing to scroll back to.
      if (element.scrollTop > 0) isFollowing.current = false
    }
    const look = () => {
      const left = element.scrollHeight - element.clientHeight - element.scrollTop
      if (tail.current && left <= nearPx) isFollowing.current = true
    }
    const stop = new AbortController()
    const listen = { passive: true, signal: stop.signal }
    let touchedAt = 0
    element.addEventListener('scroll', look, listen)
    element.addEventListener('wheel', (event) => event.deltaY < 0 && leave(), listen)
    element.addEventListener('keydown', (event) => event.key === 'PageUp' && leave(), listen)
    element.addEventListener('touchstart', ({ touches }) => (touchedAt = touches[0]?.clientY ?? 0), listen)
    element.addEventListener('touchmove', ({ touches }) => (touches[0]?.clientY ?? 0) > touchedAt && leave(), listen)
    // A press on the scroll bar.
    element.addEventListener('pointerdown', ({ target }) => target === element && leave(), listen)
    window.addEventListener('pointerup', look, listen)
    const resized = new ResizeObserver(() => isFollowing.current && end.current())
    resized.observe(element)
    return () => {
      stop.abort()
      resized.disconnect()
    }
  }, [scroller])

  return isFollowing
}
