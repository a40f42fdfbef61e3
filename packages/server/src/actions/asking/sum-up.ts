import { setImmediate as nextTurn } from 'node:timers/promises'
import { type DigestMessage, pickDigest } from '../../domain/asking/pick-digest.ts'
import { searchedTexts } from '../../domain/search/searched-texts.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { MessageRecord, TimelinePosition, TimelineRecord } from '../../ports/reading.ts'
import { renderTimelineItem, renderTimelineMessage } from '../messages/timeline.ts'
import type { SearchChannel } from '../search/search-channel.ts'
import type { SearchDeps } from '../search/search-deps.ts'

export type DigestWork = { kind: 'digest'; from: number; to: number }

const pageSize = 400
/** If more was said, only the latest counts. */
const mostRead = 4_000
const mostPeople = 20

/** What stood out in a channel, as finished JSON. Only what its reader can see is read. */
export async function sumUp(deps: SearchDeps, channel: SearchChannel, work: DigestWork): Promise<Buffer> {
  const { visibleFrom } = channel
  const from = Math.max(work.from, visibleFrom)
  const { records, isWhole } = await readLatest(deps, channel.channelNo, { from, to: work.to })
  const view = { pictures: deps.pictures, visibleFrom }
  const said = records.flatMap((record) => (record.kind === 'message' ? [record.message] : []))
  const byId = new Map(said.map((record) => [record.messageId, renderTimelineMessage(record, view)]))
  const { replied, questions, links, files } = pickDigest(said.map(toDigestMessage))
  const list = (ids: readonly string[]) => `[${ids.flatMap((id) => byId.get(id) ?? []).join(',')}]`
  const people = records.filter((one) => one.kind === 'happening' && /^(?:joined|left)$/.test(one.happening.what))
  const head = {
    from: toTimestamp(isWhole ? from : (said[0]?.position.time ?? from)),
    to: toTimestamp(work.to),
    messages: said.length,
    people: new Set(said.map(({ message }) => message.sender.id)).size,
    isWhole,
  }
  const parts = [
    JSON.stringify(head).slice(1, -1),
    `"replied":[${replied.map(({ id, replies }) => `{"message":${byId.get(id)},"replies":${replies}}`).join(',')}]`,
    `"questions":${list(questions)}`,
    `"links":${list(links)}`,
    `"files":${list(files)}`,
    `"moves":[${people
      .slice(-mostPeople)
      .map((one) => renderTimelineItem(one, view))
      .join(',')}]`,
  ]
  return Buffer.from(`{${parts.join(',')}}`)
}

/** In order of time. */
async function readLatest(
  { store }: SearchDeps,
  channelNo: number,
  span: { from: number; to: number },
): Promise<{ records: TimelineRecord[]; isWhole: boolean }> {
  const records: TimelineRecord[] = []
  for (let after: TimelinePosition | undefined; ; ) {
    const page = await store.readTimeline(channelNo, { ...span, after, order: 'desc', limit: pageSize })
    records.push(...page)
    after = page.at(-1)?.position
    const isEnd = page.length < pageSize
    if (isEnd || records.length >= mostRead) return { records: records.reverse(), isWhole: isEnd }
    await nextTurn()
  }
}

function toDigestMessage({ messageId, message, details, position }: MessageRecord): DigestMessage {
  return {
    id: messageId,
    time: position.time,
    senderId: message.sender.id,
    type: message.type,
    text: searchedTexts(message, details)
      .map(({ text }) => text)
      .join('\n'),
    quotedId: details?.quotedMessageId,
  }
}
