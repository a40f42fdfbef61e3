import { asked } from '../assistant/matching/likeness-words.ts'
import { foldText, readSearchWord, type SearchWord } from '../search/search-words.ts'
import { isFunctionWord } from './function-words.ts'

/** What kind of thing a question wants to know. */
export type Wanted = 'time' | 'place' | 'person' | 'amount'

/** A word of a question that its answer may contain. */
export type QuestionTerm = {
  /** What is searched for: the word without its ending, so that `keys` also finds `key`. */
  stem: string
  word: SearchWord
}

export type Question = { terms: QuestionTerm[]; wants: ReadonlySet<Wanted> }

/** Longer questions are rarely questions. The first words count. */
const mostTerms = 12

export function readQuestion(text: string): Question {
  const stems = new Set<string>()
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFC'))) {
    if (!isWordLike) continue
    const { units } = foldText(segment).loose
    if (units === '' || isFunctionWord(units) || isSingleLetter(units)) continue
    stems.add(stemOf(units))
  }
  const terms = [...stems].slice(0, mostTerms).map((stem) => ({ stem, word: readSearchWord(stem) }))
  return { terms, wants: wantsOf(text) }
}

/** Finds words in every script, also where there are no spaces between them. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** A letter alone says nothing, but a digit or an ideograph does. */
function isSingleLetter(units: string): boolean {
  return units.length === 1 && !/[\p{N}\p{scx=Han}]/u.test(units)
}

/** Of English words. The stem is a part of the other forms, and search finds parts of words. */
function stemOf(units: string): string {
  if (!/^[a-z]+$/.test(units)) return units
  if (units.length >= 7 && units.endsWith('ing')) return units.slice(0, -3)
  if (units.length >= 6 && units.endsWith('ed')) return units.slice(0, -2)
  if (units.length >= 4 && units.endsWith('s') && !units.endsWith('ss')) return units.slice(0, -1)
  return units
}

const amount =
  /how (?:many|much|far|long)|何[人円個枚本分]|いくつ|いくら|[幾几][個个人]|多少|多遠|多远|多久|กี่|เท่าไห?ร่?|แค่ไหน/
const moreTimes = /\bwhich day\b|\bwhat hour\b|何曜日|星期[幾几]|何分/

function wantsOf(text: string): Set<Wanted> {
  const plain = text.normalize('NFC').toLowerCase()
  const wants = new Set<Wanted>()
  if (asked.time?.test(plain) || moreTimes.test(plain)) wants.add('time')
  if (asked.place?.test(plain)) wants.add('place')
  if (asked.person?.test(plain)) wants.add('person')
  if (amount.test(plain)) wants.add('amount')
  return wants
}

const times =
  /\d{1,2}[:.]\d{2}|\d{1,2}\s*(?:am|pm|h)\b|\d{1,2}時|[一二三四五六七八九十兩两]+點|\d{1,2}[點点]|โมง|ทุ่ม|บ่าย|เช้า|เที่ยง|mon|tues|wednes|thurs|fri|satur|sunday|[月火水木金土日]曜|星期|週[一二三四五六日]|周[一二三四五六日]|วัน(?:จันทร์|อังคาร|พุธ|พฤหัส|ศุกร์|เสาร์|อาทิตย์)|\d+月|\d+日/u
const places = /\b(?:at|in|on|by|near|behind|under|next to) the\b|https?:|に|で|へ|在|ที่/u
const people = /\b(?:i|i'm|i'll|we|me|mine)\b|私|僕|俺|我|是我|เรา|ผม|ฉัน/u

/** Whether a text has what is wanted: a time, a place, someone who speaks of themselves, or a number. */
export function hasWanted(wanted: Wanted, text: string): boolean {
  const plain = text.toLowerCase()
  switch (wanted) {
    case 'time':
      return times.test(plain)
    case 'place':
      return places.test(plain)
    case 'person':
      return people.test(plain)
    case 'amount':
      return /\d|[一二三四五六七八九十百半]|half|dozen|ครึ่ง/u.test(plain)
  }
}
