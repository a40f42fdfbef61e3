import { areSimilar } from '../similar-texts.ts'
import type { OpenLine, OpenLive } from './open-entries.ts'

/** Live messages of a person and minute that a line is compared with. More would take long and say little. */
const mostCompared = 20

/**
 * Marks new texts if the same person sent a similar one in that minute which the file doesn't have. It may be the same message in another
 * wording, but no one can tell. So both stay, and people who read them are told.
 */
export function markSimilar(lines: readonly OpenLine[], live: readonly OpenLive[]): void {
  const isText = ({ line, decision }: OpenLine) => decision?.kind === 'new' && line.kind === 'text'
  const added = lines.filter(isText)
  if (added.length === 0) return
  const free = live.filter(({ isMatched, message }) => !isMatched && message.kind === 'text')
  const byPlace = Map.groupBy(free, ({ message, minute }) => `${minute} ${message.person}`)
  for (const { line, minute, decision } of added) {
    const near = byPlace.get(`${minute} ${line.person}`)?.slice(0, mostCompared) ?? []
    const similar = near.find(({ message }) => message.wordings.some((wording) => areSimilar(wording, line.text)))
    if (similar && decision?.kind === 'new') decision.similarTo = similar.message.wordings[0] ?? ''
  }
}
