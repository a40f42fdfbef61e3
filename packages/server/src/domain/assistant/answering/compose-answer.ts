import { createHash } from 'node:crypto'
import type { OutgoingMessage } from '../outgoing-message.ts'
import type { AnsweringRule, Assistant, Question } from './assistant.ts'
import { dateAndTime, fillIn } from './variables.ts'

/** What an answer can refer to. `memberCount` and `groupName` are loaded only if the answer uses them. */
export type Surroundings = { groupName: string; memberCount: number }

/** One of several answers: by a hash of the message, so that a retry gives the same one, or in order, by the number of hits. */
export function pickAnswer(
  rule: Pick<AnsweringRule, 'id' | 'answer' | 'answers' | 'pick'>,
  messageId: string,
  hits: number,
) {
  const all = [rule.answer, ...rule.answers]
  if (all.length === 1) return rule.answer
  const number = rule.pick === 'in-order' ? hits : hashOf(`${messageId} ${rule.id}`)
  return all[number % all.length] ?? rule.answer
}

export function composeAnswer(
  assistant: Pick<Assistant, 'timezone' | 'language' | 'groupRules'>,
  rule: AnsweringRule,
  answer: string,
  question: Pick<Question, 'at' | 'name'>,
  { groupName, memberCount }: Surroundings,
): OutgoingMessage {
  const text = fillIn(answer, {
    name: question.name,
    group: groupName,
    count: String(memberCount),
    rules: assistant.groupRules,
    ...dateAndTime(answer, question.at, assistant),
  }).join('')
  return {
    parts: [
      { kind: 'text', pieces: [text] },
      ...(rule.picture === null ? [] : [{ kind: 'picture' as const, url: rule.picture }]),
    ],
    ...(rule.quickReplies.length > 0 && { choices: rule.quickReplies }),
  }
}

function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE()
}
