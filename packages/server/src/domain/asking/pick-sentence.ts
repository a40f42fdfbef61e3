import { foldText } from '../search/search-words.ts'
import type { Question } from './read-question.ts'

/** A shorter text is quoted as it is. */
const shortText = 240

/** Of a text that may answer a question, what to quote: all of a short one, or else the sentence with most of its words. */
export function pickSentence({ terms }: Question, text: string): string {
  const whole = text.trim()
  if (whole.length <= shortText) return whole
  let best = ''
  let most = -1
  for (const { segment } of segmenter.segment(whole)) {
    const sentence = segment.trim()
    const folded = foldText(sentence)
    const count = sentence === '' ? -1 : terms.filter(({ word }) => word.find(folded)).length
    if (count <= most) continue
    most = count
    best = sentence
  }
  return best.length <= shortText
    ? best
    : `${best
        .slice(0, shortText - 1)
        .toWellFormed()
        .trimEnd()}…`
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
