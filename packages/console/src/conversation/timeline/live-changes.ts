import type { ChannelEvent, TimelineItem } from '@innkeeper/contract'
import { type Conversation, edgeOf, findEntry, insert, isShown, keyOf, mapEntries, trim } from './conversation.ts'

/** What happened in the channel, as far as the conversation shows it. */
export type LiveChange = { kind: 'came' | 'changed'; item: TimelineItem } | { kind: 'unsent'; id: string }

/** Undefined for what the conversation does not show. */
export function toChange(event: ChannelEvent): LiveChange | undefined {
  switch (event.event) {
    case 'message':
    case 'happening':
      return isShown(event.item) ? { kind: 'came', item: event.item } : undefined
    case 'edited':
    case 'media':
      return { kind: 'changed', item: event.item }
    case 'unsent':
      return { kind: 'unsent', id: event.id }
    case 'member':
    case 'settings':
    case 'reset':
      return undefined
  }
}

/** A change may arrive twice; the second time it does nothing. */
export function applyChange(conversation: Conversation, change: LiveChange): Conversation {
  if (change.kind === 'unsent') return takeBack(conversation, change.id)
  const key = keyOf(change.item, new Set())
  const found = findEntry(conversation, key)
  // An unsent message stays unsent, however late other events about it arrive.
  if (found?.item.kind === 'gap') return conversation
  if (found) {
    const { item } = change
    return mapEntries(conversation, (entry) => (entry.key === key ? { key, item } : entry))
  }
  if (change.kind === 'changed') return conversation
  const grown = insert(conversation, change.item)
  return edgeOf(grown, 'newer') ? grown : trim(grown, 'older')
}

function takeBack(conversation: Conversation, id: string): Conversation {
  return mapEntries(conversation, (entry) => {
    const { key, item } = entry
    if (item.kind !== 'message') return entry
    if (item.id === id) return { key, item: { kind: 'gap', at: item.timestamp } }
    if (item.quoted?.id !== id || item.quoted.type === null) return entry
    return { key, item: { ...item, quoted: { id, sender: null, type: null, excerpt: '' } } }
  })
}

/**
 * The latest changes by event number. A page that was read before them and arrives after them is brought up to date with
 * these.
 */
export type RecentChanges = { since: number; changes: readonly { no: number; change: LiveChange }[] }

export const noChanges = (since: number): RecentChanges => ({ since, changes: [] })

const remembered = 500

export function remember(recent: RecentChanges, no: number, change: LiveChange): RecentChanges {
  const changes = [...recent.changes, { no, change }]
  if (changes.length <= remembered) return { since: recent.since, changes }
  const recentChanges = changes.slice(-remembered / 2)
  return { since: changes[changes.length - recentChanges.length - 1]?.no ?? recent.since, changes: recentChanges }
}

/** Undefined if more has happened since the page was read than is remembered. */
export function catchUp(conversation: Conversation, recent: RecentChanges, pageNo: number): Conversation | undefined {
  if (pageNo < recent.since) return undefined
  // Later events with the same number may be missing on the page, so that number is included.
  return recent.changes
    .filter(({ no }) => no >= pageNo)
    .reduce((now, { change }) => applyChange(now, change), conversation)
}
