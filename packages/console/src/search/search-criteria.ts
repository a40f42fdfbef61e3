import { type MessageType, messageTypes } from '@innkeeper/contract'

/** The search and its filters, as they are in the URL. Empty means any. */
export type SearchCriteria = { q: string; from: string; to: string; sender: string; type: MessageType | '' }

const longest = 200

/** Anyone can edit a URL: invalid values are dropped. */
export function readCriteria(search: Record<string, unknown>): SearchCriteria {
  const text = (name: string) => {
    const value = search[name]
    return typeof value === 'string' ? value.slice(0, longest) : ''
  }
  const day = (name: string) => (isDay(text(name)) ? text(name) : '')
  const [from, to] = [day('from'), day('to')]
  const type = messageTypes.find((one) => one === text('type')) ?? ''
  return {
    q: text('q'),
    from: from && to && from > to ? to : from,
    to: from && to && from > to ? from : to,
    sender: text('sender'),
    type,
  }
}

/** Surrounding spaces come from typing; spaces inside count. */
export const termOf = ({ q }: SearchCriteria): string => q.trim()

export const isFiltered = ({ from, to, sender, type }: SearchCriteria): boolean => `${from}${to}${sender}${type}` !== ''

/** Shorter terms are not searched for. */
export const isLongEnough = (term: string): boolean => [...term].length >= 2

function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
