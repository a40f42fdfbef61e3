/** What a key asks for. */
export type Wish = 'next' | 'previous' | 'first' | 'latest' | 'open' | 'search' | 'date' | 'help' | 'close'

type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

const single: Record<string, Wish> = {
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
const afterG: Record<string, Wish> = { d: 'date', e: 'latest', g: 'first' }

export const chordMs = 1500

/** `g` waits for a second key; what else is held down is the browser's. */
export function readKey(press: KeyPress, isAfterG: boolean): Wish | 'wait' | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined
  if (isAfterG) return afterG[press.key]
  if (press.key === 'g') return 'wait'
  return Object.hasOwn(single, press.key) ? single[press.key] : undefined
}
