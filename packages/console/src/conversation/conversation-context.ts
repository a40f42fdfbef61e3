import type { TimelineMessage } from '@innkeeper/contract'
import type { TFunction } from 'i18next'
import { createContext, useContext } from 'react'
import type { Format } from '../ui/format/format.ts'
import type { Join } from '../ui/format/join.ts'

/** What every row may need. It is the same object as long as the conversation is open. */
export type ConversationContextValue = {
  channelId: string
  /** Passed down, because calling `useTranslation` in each row costs more than rendering it. */
  t: TFunction
  format: Format
  join: Join
  /** The channel's time zone, if it differs from the browser's. */
  foreignZone: string | undefined
  /** The person's own time, if it differs. */
  ownTime(at: string): string | undefined
  /** The caller's id; their own messages are on the right. */
  myId: string | undefined
  goTo(messageId: string): void
  openPicture(messageId: string): void
  findMessage(messageId: string): TimelineMessage | undefined
}

export const ConversationContext = createContext<ConversationContextValue | undefined>(undefined)

export function useConversationContext(): ConversationContextValue {
  const context = useContext(ConversationContext)
  if (!context) throw new Error('useConversationContext() is used outside of a conversation')
  return context
}
