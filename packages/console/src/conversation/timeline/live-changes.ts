import type { ChannelEvent, TimelineItem } from '@innkeeper/contract'
import { type Conversation, edgeOf, findEntry, insert, keyOf, mapEntries, trim } from './conversation.ts'

/** What happened in the channel, as far as the conversation shows it. */
export type LiveChange = { kind: 'came' | 'changed'; item: TimelineItem } | { kind: 'unsent'; id: string }

/** Undefined for what the conversation does not show. */
export function toChange(event: ChannelEvent): LiveChange | undefined {
  switch (event.event) {
    case 'message':
      return { kind: 'came', item: event.item }
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

/** The same change may come twice, and does nothing the second time. */
export function applyChange(conversation: Conversation, change: LiveChange): Conversation {
  if (change.kind === 'unsent') return takeBack(conversation, change.id)
  const key = keyOf(change.item, new Set())
  const found = findEntry(conversation, key)
  // What was unsent stays so, however late news of it comes.
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
 * The latest changes, by the number of their event. A page that was read before them and arrives after them is brought up to
 * date with these.
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

/** Undefined where more happened since the page was read than is remembered. */
export function catchUp(conversation: Conversation, recent: RecentChanges, pageNo: number): Conversation | undefined {
  if (pageNo < recent.since) return undefined
  // Later events of one number may be missing on the page too, so its own number counts.
  return recent.changes
    .filter(({ no }) => no >= pageNo)
    .reduce((now, { change }) => applyChange(now, change), conversation)
}
