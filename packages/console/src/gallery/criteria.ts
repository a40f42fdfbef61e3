import type { GalleryCount, MediaType } from '@innkeeper/contract'
import { mediaTypes } from '@innkeeper/contract'
import { isDay } from '@innkeeper/contract/formats'
import type { GroupedBy } from './sections.ts'

/** What the page shows. Empty texts don't limit it. It is in the URL, so that it can be shared and returned to. */
export type Criteria = {
  kind: MediaType | 'all' | 'link'
  sender: string
  from: string
  to: string
  by: GroupedBy
}

export const kinds = ['all', ...mediaTypes, 'link'] as const

type Search = { [Name in 'type' | 'sender' | 'from' | 'to' | 'month' | 'by']?: string | undefined }

export function readCriteria({ type, sender = '', from, to, month, by }: Search): Criteria {
  const day = (text: string | undefined) => (text !== undefined && isDay(text) ? text : '')
  return {
    kind: kinds.find((one) => one === type) ?? 'all',
    sender,
    from: day(from),
    // Links of earlier releases: that month and earlier ones.
    to: day(to) || (month !== undefined && isMonth(month) ? lastDayOf(month) : ''),
    by: by === 'day' ? 'day' : 'month',
  }
}

/** As short as possible: what isn't set isn't in the URL. */
export function toSearch({ kind, sender, from, to, by }: Criteria): Search {
  return {
    type: kind === 'all' ? undefined : kind,
    sender: sender || undefined,
    from: from || undefined,
    to: to || undefined,
    by: by === 'month' ? undefined : by,
  }
}

/** Whether it shows less than everything of its kind. */
export const isNarrowed = ({ sender, from, to }: Criteria) => sender !== '' || from !== '' || to !== ''

export type WayOut = 'allTypes' | 'anyTime' | 'noFilters'

/** What an empty page offers to show more, if it can. The counts are those with its filters. */
export function waysOut(criteria: Criteria, counts: GalleryCount | undefined): WayOut[] {
  const { kind, sender, from, to } = criteria
  const hasDates = from !== '' || to !== ''
  return [
    ...(kind !== 'all' && countOf('all', counts) !== 0 ? (['allTypes'] as const) : []),
    ...(hasDates ? (['anyTime'] as const) : []),
    ...(sender !== '' ? (['noFilters'] as const) : []),
  ]
}

/** The same filters for the service. */
export function filterOf({ sender, from, to }: Criteria): { sender?: string; from?: string; to?: string } {
  return { ...(sender && { sender }), ...(from && { from }), ...(to && { to }) }
}

/** How many files a kind has; undefined if that isn't counted. */
export function countOf(kind: Criteria['kind'], counts: GalleryCount | undefined): number | undefined {
  if (!counts || kind === 'link') return undefined
  return kind === 'all' ? counts.image + counts.video + counts.audio + counts.file : counts[kind]
}

/** The last day of a month such as 2026-02. */
function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= '1000'
