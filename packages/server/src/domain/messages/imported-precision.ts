import type { MessageDetails } from './message-json.ts'

/** How exact the time of a message is. A chat history may only have minutes. */
export function precisionOf(details: MessageDetails | null): 'minute' | 'second' | 'exact' {
  const { precisionMs = 1 } = details?.imported ?? {}
  return precisionMs >= 60_000 ? 'minute' : precisionMs >= 1_000 ? 'second' : 'exact'
}
