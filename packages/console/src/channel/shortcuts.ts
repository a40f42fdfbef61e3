import { useEffect, useRef } from 'react'

/**
 * Shortcuts for the whole screen, except while typing or when an overlay is open. `onCommand` returns whether it did
 * something.
 */
export function useShortcuts(onCommand: (command: Command) => boolean): void {
  const latest = useRef(onCommand)
  latest.current = onCommand
  useEffect(() => {
    let gAt = Number.NEGATIVE_INFINITY
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isElsewhere(event.target)) return
      const command = readKey(event, performance.now() - gAt < chordMs)
      gAt = command === 'wait' ? performance.now() : Number.NEGATIVE_INFINITY
      if (command === undefined || command === 'wait') return
      if (latest.current(command)) event.preventDefault()
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

/** What a key press means. */
export type Command =
  | 'next'
  | 'previous'
  | 'first'
  | 'latest'
  | 'unread'
  | 'open'
  | 'search'
  | 'date'
  | 'help'
  | 'close'

type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

const single: Record<string, Command> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'latest',
  Enter: 'open',
  '/': 'search',
  '?': 'help',
  Escape: 'close',
}
const afterG: Record<string, Command> = { d: 'date', e: 'latest', g: 'first', u: 'unread' }

const chordMs = 1500

/** `g` waits for a second key. Combinations with modifiers belong to the browser. */
export function readKey(press: KeyPress, isAfterG: boolean): Command | 'wait' | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined
  if (isAfterG) return afterG[press.key]
  if (press.key === 'g') return 'wait'
  return Object.hasOwn(single, press.key) ? single[press.key] : undefined
}
