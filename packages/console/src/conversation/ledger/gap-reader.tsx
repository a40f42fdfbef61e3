import type { LedgerDay } from '@innkeeper/contract'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useConversationContext } from '../conversation-context.ts'
import { type Conversation, edgeOf } from '../timeline/conversation.ts'
import type { Row } from '../timeline/rows.ts'
import { ledgerQuery } from './ledger-query.ts'
import { placeGaps } from './place-gaps.ts'
import type { PlacedGaps } from './placed-gaps.ts'

type Props = {
  conversation: Conversation
  rows: readonly Row[]
  /** The day in view. */
  day: string
  onGaps(gaps: PlacedGaps): void
}

/** Reads the gaps of the months that have been in view, and says where they're shown. Loaded after the conversation. */
export default function GapReader({ conversation, rows, day, onGaps }: Props) {
  const { channelId, format } = useConversationContext()
  const { dayOf } = format
  const isToEnd = edgeOf(conversation, 'newer') === null
  const [months, setMonths] = useState<readonly string[]>([])
  const month = day.slice(0, 7)
  useEffect(() => setMonths((seen) => (seen.includes(month) ? seen : [...seen, month])), [month])
  const days = useQueries({ queries: months.map((one) => ledgerQuery(channelId, one)), combine: daysOf })
  useEffect(() => onGaps(placeGaps(rows, days, { dayOf, isToEnd })), [rows, days, dayOf, isToEnd, onGaps])
  return null
}

function daysOf(answers: readonly { data?: { days: LedgerDay[] } | undefined }[]): LedgerDay[] {
  return answers.flatMap(({ data }) => data?.days ?? [])
}
