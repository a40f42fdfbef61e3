import type { MemberAnswers, QueryOf, Routes } from '@innkeeper/contract'
import type { Cursor } from '../../domain/cursor.ts'
import { isSubscriber } from '../../domain/members/permission.ts'
import { ownFrom, visibleFrom } from '../../domain/messages/retention.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import { accessRole, type ChannelGrant } from '../access.ts'
import { readSendPage } from '../assistant/send-log.ts'
import { nextCursor, readCursor, standardPageSize } from '../list-page.ts'
import { findMember } from './member-detail.ts'

type Deps = { store: Store; clock: Clock; retentionCeilingDays: number | null }

/** What a person asked and what the bot answered: for themselves, and for those who can read the send log. */
export async function listMemberAnswers(
  { store, clock, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
  userId: string,
  asked: QueryOf<Routes['listMemberAnswers']>,
): Promise<MemberAnswers> {
  const { channel, channelId } = grant
  const isSelf = userId === grant.userId
  if (!isSelf) accessRole(grant, 'admin')
  const list = { list: 'member-answers', channelId, secret: store.secret }
  const { query, after } = readCursor(asked.cursor, { userId }, list)
  const { privateSince } = await findMember(store, grant, userId)
  const from = (isSelf ? ownFrom : visibleFrom)(grant, clock(), retentionCeilingDays)
  const limit = asked.limit ?? standardPageSize
  const { sends, last } = await readSendPage(store, channel.channelNo, {
    since: from,
    after: isSelf ? after : notSince(privateSince, after),
    limit,
    state: undefined,
    ruleId: undefined,
    messageId: undefined,
    askedBy: userId,
  })
  const { role, subscribedAt } = grant
  const canRead = isSelf || isSubscriber({ role, subscribedAt, backupPolicy: channel.backupPolicy })
  const answers: MemberAnswers['answers'] = []
  for (const send of sends) {
    const message =
      canRead && send.messageId !== null ? await store.findSentMessage(channel.channelNo, send.messageId) : undefined
    answers.push({ send, question: message && message.sentAt >= from ? message.text : null })
  }
  return { answers, nextCursor: nextCursor(last, query, list) }
}

/** What someone asked while they are private says when they posted, so others see it no more than when they were last seen. */
function notSince(privateSince: number | null, after: Cursor['after'] | undefined): Cursor['after'] | undefined {
  if (privateSince === null || (after && Number(after[0]) < privateSince)) return after
  return [String(privateSince), '0']
}
