import { visibleFrom } from '../../domain/messages/retention.ts'
import { operatorUrl } from '../../domain/notifications/alerts/compose-mail.ts'
import type { NameOf } from '../../domain/notifications/alerts/describe-finding.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import { linkPath } from '../../domain/webhooks/link-path.ts'
import { describeServiceEvent, type ServiceSubject } from '../../domain/webhooks/service-event.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import type { DeliveryRecord, EventSubject } from '../../ports/webhooks.ts'
import type { ReadingGrant } from '../access.ts'
import type { Pictures } from '../media/pictures.ts'
import { renderTimelineMessage, toTimelineAnswer, toTimelineHappening } from '../messages/timeline.ts'

type Deps = {
  store: Pick<
    Store,
    'findPosition' | 'listStoredMessages' | 'completeMessages' | 'listTimelineAnswers' | 'listHappenings'
  >
  clock: Clock
  pictures: Pictures
  baseUrl: () => string
  retentionCeilingDays: number | null
}

type Told = Pick<DeliveryRecord, 'event' | 'subject' | 'at'>

/** Standard Webhooks recommends at most 20 kB. */
const mostBytes = 20_000

/**
 * The body of an event, from what the owner of the webhook can read now. What is gone, or was never theirs to read, is only its ID and
 * `gone`.
 */
export async function renderEvent(
  deps: Deps,
  grant: ReadingGrant,
  { event, subject, at }: Told,
  contents: 'thin' | 'full',
): Promise<string> {
  const { ids, item } = await readSubject(deps, grant, subject, event === 'message.unsent')
  const { messageId } = ids
  const path = linkPath({ channelId: grant.channelId, ...(typeof messageId === 'string' && { messageId }) })
  const data = { channelId: grant.channelId, ...ids, link: `${deps.baseUrl()}${path}` }
  const envelope = (more: string) =>
    `{"type":"${event}","timestamp":"${toTimestamp(at)}","data":${JSON.stringify(data).slice(0, -1)}${more}}}`
  if (contents === 'thin' || item === undefined) return envelope('')
  const full = envelope(`,"item":${item}`)
  return Buffer.byteLength(full) <= mostBytes ? full : envelope(',"isTooLarge":true')
}

/** The body of an event of the service, which has no messages. */
export function renderServiceEvent(
  { baseUrl, nameOf }: Pick<Deps, 'baseUrl'> & { nameOf: NameOf },
  { event, subject, at }: Told,
): string {
  const data = isOfService(subject) ? describeServiceEvent(subject, nameOf) : {}
  return JSON.stringify({
    type: event,
    timestamp: toTimestamp(at),
    data: { ...data, link: operatorUrl(baseUrl()) },
  })
}

function isOfService(subject: EventSubject): subject is ServiceSubject {
  return 'finding' in subject || 'run' in subject || 'platform' in subject || 'stopped' in subject
}

type Read = { ids: Record<string, string | number | boolean | null>; item: string | undefined }

async function readSubject(
  { store, clock, pictures, retentionCeilingDays }: Deps,
  grant: ReadingGrant,
  subject: EventSubject,
  isUnsent: boolean,
): Promise<Read> {
  const { channelNo } = grant.channel
  const from = visibleFrom(grant, clock(), retentionCeilingDays)
  const view = { pictures, visibleFrom: from }
  if ('messageId' in subject) {
    const { messageId } = subject
    if (isUnsent) return { ids: { messageId }, item: undefined }
    const position = await store.findPosition(channelNo, messageId)
    const stored = position && position.time >= from ? await store.listStoredMessages(channelNo, [position]) : []
    const [record] = await store.completeMessages(channelNo, stored)
    if (!record) return { ids: { messageId, gone: true }, item: undefined }
    const ids = { messageId, senderId: record.message.sender.id, kind: record.message.type }
    return { ids, item: renderTimelineMessage(record, view) }
  }
  if ('sendId' in subject) {
    const [answer] = await store.listTimelineAnswers(channelNo, [subject.sendId])
    const ids = { answerId: String(subject.sendId) }
    if (!answer || answer.at < from) return { ids: { ...ids, gone: true }, item: undefined }
    return { ids, item: JSON.stringify(toTimelineAnswer(answer)) }
  }
  if ('importNo' in subject) return { ids: { importNumber: subject.importNo }, item: undefined }
  if ('happening' in subject) {
    const [time, seq] = subject.happening
    const [record] = time >= from ? await store.listHappenings(channelNo, [{ time, seq }]) : []
    if (!record) return { ids: { gone: true }, item: undefined }
    const ids = { what: record.what, userId: record.person?.userId ?? null }
    return { ids, item: JSON.stringify(toTimelineHappening(record, view)) }
  }
  return { ids: {}, item: undefined }
}
