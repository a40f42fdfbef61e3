import type { TimelineMessage } from '@innkeeper/contract'
import type { TFunction } from 'i18next'
import { createContext, useContext } from 'react'
import type { Format } from '../ui/format/format.ts'

/** What every line of the conversation may need. It stays the same object while one reads. */
export type ConversationContextValue = {
  channelId: string
  /** Here, because each line asking for itself would cost more than drawing it. */
  t: TFunction
  format: Format
  /** The channel's time zone, where it is not that of the browser. */
  foreignZone: string | undefined
  /** What the reader's own clock showed, where it differs. */
  ownTime(at: string): string | undefined
  /** Of the reader; their own messages stand on the right. */
  myId: string | undefined
  goTo(messageId: string): void
  openPicture(messageId: string): void
  findMessage(messageId: string): TimelineMessage | undefined
}

export const ConversationContext = createContext<ConversationContextValue | undefined>(undefined)

export function useConversationContext(): ConversationContextValue {
  const context = useContext(ConversationContext)
  if (!context) throw new Error('This stands in no reader')
  return context
}
