import type { McpArguments, McpToolName } from '@innkeeper/contract'
import type { ChannelGrant } from '../../actions/access.ts'
import { nextCursor, readCursor } from '../../actions/list-page.ts'
import { previewType } from '../../domain/media/picture.ts'
import type { RouteCalls } from './route-calls.ts'
import type { ToolPage } from './tool-answer.ts'

/** What tools need besides the routes they read. */
export type ToolDeps = {
  calls: RouteCalls
  /** Signs the cursors of lists that the API returns whole. */
  secret: string
  userId: string
  baseUrl: string
  /** Undefined if there is none that fits. */
  readPreview(grant: ChannelGrant, messageId: string): Promise<Buffer | undefined>
}

type Tool<N extends McpToolName> = (deps: ToolDeps, given: McpArguments<N>, limit: number) => Promise<ToolPage>

/** Each tool returns what a route of the API returns to the same key. */
export const readWithTool: { [N in McpToolName]: Tool<N> } = {
  async list_channels({ calls, secret, userId }, { cursor }, limit) {
    const { channels } = await calls.read('getOverview', {}, {})
    const scope = { list: 'mcp channels', channelId: userId, secret }
    const { after } = readCursor(cursor, {}, scope)
    const cards = channels
      .map(({ picture: _, activity: __, keepers: ___, ...card }) => card)
      .sort((one, other) => compare(one.name, other.name) || compare(one.channelId, other.channelId))
    const rest = cards.filter(({ name, channelId }) => {
      return !after || (compare(name, after[0] ?? '') || compare(channelId, after[1] ?? '')) > 0
    })
    const items = rest.slice(0, limit)
    const last = rest.length > limit ? items.at(-1) : undefined
    return { items, cursor: nextCursor(last && [last.name, last.channelId], {}, scope) }
  },

  async read_day({ calls }, { channel: channelId, date, cursor }, limit) {
    const { messages, nextCursor } = await calls.read('listMessages', { channelId }, { date, cursor, limit })
    return { items: messages, cursor: nextCursor }
  },

  async read_around({ calls }, { channel: channelId, message: around, cursor }, limit) {
    const page = await calls.read('getTimeline', { channelId }, { around, cursor, limit })
    const { items, nextCursor, previousCursor, timezone } = page
    return { items, more: { timezone, previousCursor }, cursor: nextCursor }
  },

  async search_messages({ calls }, { query: q, channel: channelId, ...filters }, limit) {
    const query = { q, ...filters, limit }
    if (channelId === undefined) {
      const { hits, nextCursor, isComplete, channels } = await calls.read('searchChannels', {}, query)
      return { items: hits, more: { isIndexComplete: isComplete, channels }, cursor: nextCursor }
    }
    const { hits, nextCursor, isComplete } = await calls.read('searchMessages', { channelId }, query)
    return { items: hits, more: { isIndexComplete: isComplete }, cursor: nextCursor }
  },

  async get_message({ calls, secret }, { channel: channelId, message: messageId, cursor }, limit) {
    const params = { channelId, messageId }
    const message = await calls.read('getMessage', params, {})
    const { versions } = await calls.read('listVersions', params, {})
    const scope = { list: `mcp versions ${messageId}`, channelId, secret }
    const from = Number(readCursor(cursor, {}, scope).after?.[0] ?? 0)
    const end = from + limit
    const next = versions.length > end ? [end] : undefined
    return { items: versions.slice(from, end), more: { message }, cursor: nextCursor(next, {}, scope) }
  },

  async list_media({ calls }, { channel: channelId, ...filters }, limit) {
    const { items, timezone, nextCursor } = await calls.read('listGallery', { channelId }, { ...filters, limit })
    return { items, more: { timezone }, cursor: nextCursor }
  },

  async get_media({ calls, baseUrl, readPreview }, { channel: channelId, message: messageId }) {
    const params = { channelId, messageId }
    const grant = await calls.enter('getPreview', params)
    const preview = await readPreview(grant as ChannelGrant, messageId)
    const message = await calls.read('getMessage', params, {})
    const path = `/api/channels/${encodeURIComponent(channelId)}/backup/media/${encodeURIComponent(messageId)}`
    const image = preview && { data: preview.toString('base64'), mimeType: previewType }
    return { items: [message], more: { download: baseUrl + path }, cursor: null, ...(image && { image }) }
  },

  async get_ledger({ calls, secret }, { channel: channelId, cursor, ...asked }, limit) {
    const scope = { list: 'mcp ledger', channelId, secret }
    const { query, after } = readCursor(cursor, asked, scope)
    const { days, ...more } = await calls.read('getLedger', { channelId }, query)
    const rest = after ? days.filter(({ date }) => date > (after[0] ?? '')) : days
    const items = rest.slice(0, limit)
    const last = rest.length > limit ? items.at(-1) : undefined
    return { items, more, cursor: nextCursor(last && [last.date], query, scope) }
  },
}

/** In the order of their bytes, which is the same everywhere. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
