import { hasLink } from '@innkeeper/contract/links'
import { isQuestion } from '../assistant/unanswered/is-question.ts'

/** A message of the time that is summed up. */
export type DigestMessage = {
  id: string
  time: number
  senderId: string
  type: string
  text: string
  /** The message it replies to. */
  quotedId: string | undefined
}

export type Digest = {
  /** The messages with the most replies, most first. */
  replied: { id: string; replies: number }[]
  /** Questions that no one else replied to, and after which no one else wrote for a while. */
  questions: string[]
  links: string[]
  files: string[]
}

const mostInDigest = { replied: 5, questions: 5, links: 10, files: 10 } as const

/** Who writes within this time may be answering. */
const answerTimeMs = 30 * 60_000

/** What stood out. In order of time, apart from the messages with the most replies; if there is too much, the latest. */
export function pickDigest(messages: readonly DigestMessage[]): Digest {
  const senders = new Map(messages.map(({ id, senderId }) => [id, senderId]))
  const replies = new Map<string, number>()
  for (const { quotedId, senderId } of messages) {
    if (quotedId === undefined || !senders.has(quotedId) || senders.get(quotedId) === senderId) continue
    replies.set(quotedId, (replies.get(quotedId) ?? 0) + 1)
  }
  const isOpen = ({ id, time, senderId, text }: DigestMessage, at: number) =>
    isQuestion(text) && !replies.has(id) && !isAnswered(messages, at, { time, senderId })
  const latest = (most: number, test: (message: DigestMessage, at: number) => boolean) =>
    messages
      .filter(test)
      .slice(-most)
      .map(({ id }) => id)
  return {
    replied: [...replies]
      .map(([id, count]) => ({ id, replies: count }))
      .toSorted((one, other) => other.replies - one.replies)
      .slice(0, mostInDigest.replied),
    questions: latest(mostInDigest.questions, isOpen),
    links: latest(mostInDigest.links, ({ text }) => hasLink(text)),
    files: latest(mostInDigest.files, ({ type }) => type === 'file'),
  }
}

function isAnswered(
  messages: readonly DigestMessage[],
  at: number,
  asked: Pick<DigestMessage, 'time' | 'senderId'>,
): boolean {
  for (let next = at + 1; next < messages.length; next++) {
    const { time, senderId } = messages[next] as DigestMessage
    if (time - asked.time > answerTimeMs) return false
    if (senderId !== asked.senderId) return true
  }
  return false
}
