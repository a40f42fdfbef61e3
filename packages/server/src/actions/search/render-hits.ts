import type { TimelineItem } from '@innkeeper/contract'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { MessageRecord, TimelinePosition, TimelineRecord } from '../../ports/reading.ts'
import type { Store } from '../../ports/store.ts'
import type { Pictures } from '../media/pictures.ts'
import { renderTimelineItem, renderTimelineMessage, type TimelineView, toTimelineAnswer } from '../messages/timeline.ts'
import type { ChannelHit } from './hit-walk.ts'
import type { SearchChannel } from './search-channel.ts'

type Deps = { store: Pick<Store, 'completeMessages' | 'readTimeline'>; pictures: Pictures }
type Asked = { withContext: boolean; namesChannel: boolean }

/** As JSON, in the same order. Each is put together piece by piece: strings are copied only once, when the response is. */
export async function renderHits(
  { store, pictures }: Deps,
  hits: readonly ChannelHit[],
  { withContext, namesChannel }: Asked,
): Promise<string[]> {
  const records = await completeAll(store, hits)
  const texts: string[] = []
  for (const hit of hits) {
    const view = { pictures, visibleFrom: hit.channel.visibleFrom }
    const record = records.get(hit)
    let text = namesChannel ? `{"channelId":${JSON.stringify(hit.channel.channelId)},"item":` : '{"item":'
    text += record ? renderTimelineMessage(record, view) : renderAnswer(hit)
    text += renderMatch(hit)
    if (withContext) text += await renderContext(store, hit, view)
    texts.push(`${text}}`)
  }
  return texts
}

/** One read per channel for all its messages. */
async function completeAll(store: Deps['store'], hits: readonly ChannelHit[]): Promise<Map<ChannelHit, MessageRecord>> {
  const records = new Map<ChannelHit, MessageRecord>()
  const byChannel = Map.groupBy(
    hits.filter(({ item }) => item.kind === 'message'),
    ({ channel }) => channel,
  )
  for (const [{ channelNo }, own] of byChannel as Map<SearchChannel, ChannelHit[]>) {
    const stored = own.flatMap(({ item }) => (item.kind === 'message' ? [item.message] : []))
    const complete = await store.completeMessages(channelNo, stored)
    for (const [at, hit] of own.entries()) {
      const record = complete[at]
      if (record) records.set(hit, record)
    }
  }
  return records
}

function renderAnswer({ item }: ChannelHit): string {
  if (item.kind !== 'answer') throw new Error('A message was not completed')
  return JSON.stringify(toTimelineAnswer(item.answer) satisfies TimelineItem)
}

function renderMatch({ match }: ChannelHit): string {
  const { field, bubble, highlights, more, exact, version } = match
  const places = highlights.map(({ start, length }) => `{"start":${start},"length":${length}}`).join(',')
  return (
    `,"field":${field === null ? 'null' : `"${field}"`},"bubble":${bubble},"highlights":[${places}]` +
    `,"more":${more.length === 0 ? '[]' : JSON.stringify(more)},"exact":${exact}` +
    `,"version":${version ? JSON.stringify({ content: version.content, at: toTimestamp(version.at) }) : 'null'}`
  )
}

async function renderContext(store: Deps['store'], hit: ChannelHit, view: TimelineView): Promise<string> {
  const { channelNo, visibleFrom } = hit.channel
  const { time, rank, seq } = hit.position
  const after: TimelinePosition = { time, rank, seq }
  const look = async (order: 'asc' | 'desc'): Promise<TimelineRecord | undefined> => {
    const span = { from: visibleFrom, to: Number.MAX_SAFE_INTEGER }
    const [record] = await store.readTimeline(channelNo, { ...span, after, order, limit: 1, isSaidOnly: true })
    return record
  }
  const render = (record: TimelineRecord | undefined) => (record ? renderTimelineItem(record, view) : 'null')
  return `,"before":${render(await look('desc'))},"after":${render(await look('asc'))}`
}
