import type { LedgerDay } from '@innkeeper/contract'
import { useQueries } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import type { Row } from '../timeline/rows.ts'
import { ledgerQuery } from './ledger-query.ts'
import { type Gap, noGaps, type Place, type PlacedGaps, placeGaps } from './place-gaps.ts'

export const GapsContext = createContext<PlacedGaps>(noGaps)

export const useGapsBelow = ({ key }: Row): readonly Gap[] | undefined => useContext(GapsContext).get(key)

type Shown = Place & { channelId: string; rows: readonly Row[]; day: string | undefined }

/** The gaps of the months that have been in view. */
export function usePlacedGaps({ channelId, rows, day, dayOf, isToEnd }: Shown): PlacedGaps {
  const [months, setMonths] = useState<readonly string[]>([])
  const month = day?.slice(0, 7)
  useEffect(() => {
    if (month) setMonths((seen) => (seen.includes(month) ? seen : [...seen, month]))
  }, [month])
  const days = useQueries({ queries: months.map((one) => ledgerQuery(channelId, one)), combine: daysOf })
  return useMemo(() => placeGaps(rows, days, { dayOf, isToEnd }), [rows, days, dayOf, isToEnd])
}

function daysOf(answers: readonly { data?: { days: LedgerDay[] } | undefined }[]): LedgerDay[] {
  return answers.flatMap(({ data }) => data?.days ?? [])
}
