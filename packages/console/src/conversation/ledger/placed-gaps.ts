import type { LedgerDay } from '@innkeeper/contract'
import { createContext, useContext } from 'react'
import type { Row } from '../timeline/rows.ts'

export type Gap = LedgerDay['gaps'][number]

/** Gaps by the key of the row they're shown below. */
export type PlacedGaps = ReadonlyMap<string, readonly Gap[]>

/** Always the same, so that rows aren't rendered again. */
export const noGaps: PlacedGaps = new Map()

export const GapsContext = createContext(noGaps)

export const useGapsBelow = ({ key }: Row): readonly Gap[] | undefined => useContext(GapsContext).get(key)
