import { composeMatches } from '../../domain/notifications/compose.ts'
import { searchPath } from '../../domain/notifications/search-path.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ChannelNews, Notification, NotifiedBrowser } from '../../ports/notifications.ts'
import type { CandidateMessage } from '../../ports/reading.ts'
import type { SavedSearchRecord } from '../../ports/records.ts'
import type { Store } from '../../ports/store.ts'
import { accessAsBrowser, accessReadable, reachOf } from '../access.ts'
import { spanOf } from '../search/hit-walk.ts'
import { type SearchChannel, toSearchChannel } from '../search/search-channel.ts'
import { asCriteria, type DatedSearch, readCriteria } from '../search/search-criteria.ts'

export type MatchDeps = {
  store: Pick<Store, 'listReadableChannels' | 'listSavedSearches' | 'listChanges' | 'listCandidatesAt'>
  clock: Clock
  retentionCeilingDays: number | null
}

/** New messages of a channel. `to`: the last change that was looked at. */
type NewMessages = { messages: CandidateMessage[]; to: number }
export type NewsReader = { read(news: ChannelNews): Promise<NewMessages> }

/** Nobody is notified of older messages: a platform can deliver very late. */
const oldestMs = 24 * 60 * 60_000
/** Per channel and round. The rest follows in the next one. */
const mostChanges = 200

/** Reads each part of a channel once, however many people wait for it. */
export function createNewsReader({ store }: Pick<MatchDeps, 'store'>): NewsReader {
  const known = new Map<string, Promise<NewMessages>>()
  const read = async ({ channelNo, from = 0, to }: ChannelNews): Promise<NewMessages> => {
    const changes = await store.listChanges(channelNo, from, mostChanges)
    const places = changes.flatMap(({ change }) =>
      change.kind === 'messages' && !change.isImported ? change.places : [],
    )
    const messages = await store.listCandidatesAt(
      channelNo,
      places.map(([time, seq]) => ({ time, seq })),
    )
    const last = changes.at(-1)?.no
    return { messages, to: last === undefined || changes.length < mostChanges ? Math.max(last ?? 0, to) : last }
  }
  return {
    read(news) {
      const name = `${news.channelNo} ${news.from}`
      const reading = known.get(name) ?? read(news)
      known.set(name, reading)
      return reading
    },
  }
}

export type FoundMatches = { notification: Notification | undefined; changes: { channelNo: number; no: number }[] }

/**
 * New messages that match the person's saved searches. What they can read is decided now, by the same gate and with the same limits as
 * a search: role, backup, history, retention and what was unsent.
 */
export async function findMatches(
  deps: MatchDeps,
  newsReader: NewsReader,
  browser: NotifiedBrowser,
  news: readonly ChannelNews[],
): Promise<FoundMatches> {
  const changes: FoundMatches['changes'] = []
  const grant = accessAsBrowser(browser)
  const readable = await accessReadable(deps, grant)
  const channels = new Map(readable.map((one) => [one.grant.channel.channelNo, toSearchChannel(deps, one)]))
  const searches = (await deps.store.listSavedSearches(reachOf(grant))).flatMap(prepare)
  const found = new Map(searches.map(({ saved }) => [saved, 0]))
  for (const one of news) {
    const channel = channels.get(one.channelNo)
    // What arrived before they could read it, or before we knew that they are there, doesn't count as new.
    if (!channel || one.from === undefined) {
      changes.push({ channelNo: one.channelNo, no: one.to })
      continue
    }
    const { messages, to } = await newsReader.read(one)
    changes.push({ channelNo: one.channelNo, no: to })
    for (const { saved, search } of searches) {
      if (saved.channelId !== null && saved.channelId !== channel.channelId) continue
      const from = Math.max(saved.createdAt, browser.createdAt, deps.clock() - oldestMs)
      const count = countMatches(search, channel, messages, { from, reader: browser.userId })
      found.set(saved, (found.get(saved) ?? 0) + count)
    }
  }
  const hits = [...found].map(([saved, count]) => ({ name: saved.name, count, path: searchPath(saved) }))
  const composed = composeMatches(hits)
  return { notification: composed && { kind: 'matches', ...composed }, changes }
}

function countMatches(
  search: DatedSearch,
  channel: SearchChannel,
  messages: readonly CandidateMessage[],
  { from, reader }: { from: number; reader: string },
): number {
  const { first, end } = spanOf(search, channel)
  return messages.filter((one) => {
    const { time } = one.position
    const isVisible = time >= Math.max(first.time, from) && time < end.time
    return isVisible && one.message.sender.id !== reader && search.matchMessage(one) !== undefined
  }).length
}

/** A search that an earlier release accepted may be nonsense by now. */
function prepare(saved: SavedSearchRecord): { saved: SavedSearchRecord; search: DatedSearch }[] {
  try {
    return [{ saved, search: readCriteria(asCriteria(saved.query)) }]
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}
