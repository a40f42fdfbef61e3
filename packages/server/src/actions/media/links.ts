import type { LinkItem, LinkPage, QueryOf, Routes, SearchPage, TimelineMessage } from '@innkeeper/contract'
import { findLinks } from '@innkeeper/contract/links'
import { writtenText } from '../../domain/messages/message-text.ts'
import type { ChannelGrant } from '../access.ts'
import type { Search } from '../search/search.ts'

/**
 * The links of the messages that a search for `has:link` finds. The search index knows them, and what isn't indexed yet is
 * examined, so storing a message costs nothing more.
 */
export async function listLinks(
  { search }: { search: Search },
  grant: ChannelGrant,
  asked: QueryOf<Routes['listLinks']>,
): Promise<LinkPage> {
  const query = { ...asked, hasLink: true, order: 'desc' } as const
  const { hits, isComplete, nextCursor } = JSON.parse(
    String(await search(grant, { kind: 'channel', query })),
  ) as SearchPage
  const items = hits.flatMap(({ item }) => (item.kind === 'message' ? [toItem(item)] : []))
  return { items, timezone: grant.channel.timezone, isComplete, nextCursor }
}

const excerptLength = 200

function toItem(message: TimelineMessage): LinkItem {
  const texts = textsOf(message)
  const links = new Map<string, LinkItem['links'][number]>()
  for (const { text, href: url, realHost = null } of texts.flatMap(findLinks)) {
    if (!links.has(url)) links.set(url, { text, url, realHost })
  }
  const { id, timestamp, sender } = message
  const excerpt = (texts[0] ?? '').slice(0, excerptLength).replace(/[\ud800-\udbff]$/, '')
  return { id, ts: timestamp, sender: sender.name, senderId: sender.id, links: [...links.values()], excerpt }
}

/** Everything that a search looks into. */
function textsOf(message: TimelineMessage): string[] {
  const own = message.type === 'location' ? message.address : message.type === 'file' ? message.fileName : ''
  return [writtenText(message) ?? '', own, message.title ?? ''].filter((text) => text !== '')
}
