import type { Random } from '@innkeeper/testdata'
import type { MessageContent } from '../../../src/domain/messages/message-json.ts'
import { findNaively } from './naive-search.ts'

// Random messages and searches, and which of them match, decided in the simplest way. Written without looking at the service's
// matching, which is compared with it.

export type NaiveMessage = {
  id: string
  at: number
  from: string
  name: string
  content: MessageContent
  /** Earlier texts, the latest first. */
  earlier: string[]
}

/** A search before it is written as a query. */
export type NaiveSearch = {
  words: string[]
  without: string[]
  from: string[]
  type: 'image' | 'file' | 'text' | 'sticker' | undefined
  hasLink: boolean
  /** Days. */
  before: string | undefined
  after: string | undefined
}

const people = [
  ['U1', 'Mika'],
  ['U1', 'Mika Tanaka'],
  ['U2', 'José'],
  ['U3', '美香'],
  ['U4', 'ณัฐ'],
  ['U5', 'Łukasz Lake'],
] as const

/** Few of them, with many shared parts, so that there are hits and near misses. */
const pieces = (
  'keys key boathouse boat house lake Lake mika café cafe CAFÉ cafe\u0301 resume résumé naïve naive Straße strasse łódź lodz ' +
  '写真 真写 明日 明日の写真 がんばって かんばって パーティー ﾊﾟｰﾃｨｰ 八點 點八 帶傘 ร้าน ราน ร้านเดิม น้ำแข็ง مَرْحَبًا مرحبا القارب אשָׁלוֹם שלום ' +
  'ёлка елка мой мои 🎉 tea team eat meat 7pm 12 a I'
).split(' ')
const links = [
  'https://boat.example/keys',
  'http://x.example',
  'www.lake.example',
  'HTTPS://Tea.example',
  'mika@lake.example',
]
const daysBack = 8
const dayMs = 86_400_000

export function createMessage(random: Random, index: number, start: number): NaiveMessage {
  const [from, name] = random.pick(people)
  const at = start - random.below(daysBack) * dayMs + random.below(3_600_000)
  const text = () => createText(random)
  const kind = random.below(20)
  const content: MessageContent =
    kind === 0
      ? { type: 'image' }
      : kind === 1
        ? { type: 'file', fileName: `${random.pick(pieces)}-${random.pick(pieces)}.pdf` }
        : { type: 'text', text: text() }
  const edits = content.type === 'text' && random.chance(8) ? random.between(1, 3) : 0
  return { id: `m${index}`, at, from, name, content, earlier: Array.from({ length: edits }, text) }
}

function createText(random: Random): string {
  const parts = Array.from({ length: random.between(1, 7) }, () => random.pick(pieces))
  const text = parts.join(random.pick([' ', ' ', ', ', '', '\n']))
  // Where a link begins and ends inside a word has tests of its own.
  return random.chance(5) ? `${text} ${random.pick(links)}` : text
}

export function createSearch(random: Random, start: number): NaiveSearch {
  const dayOf = () => new Date(start - random.below(daysBack + 2) * dayMs).toISOString().slice(0, 10)
  const search: NaiveSearch = {
    words: Array.from({ length: random.pick([0, 1, 1, 2, 2, 2, 3, 4]) }, () => createWord(random)),
    without: random.chance(25) ? [createWord(random)] : [],
    from: random.chance(20) ? [random.pick(['mika', 'U1', 'jose', '美', 'ณ', 'lukasz', 'Lake', 'nobody'])] : [],
    type: random.chance(15) ? random.pick(['image', 'file', 'text', 'sticker'] as const) : undefined,
    hasLink: random.chance(12),
    before: random.chance(12) ? dayOf() : undefined,
    after: random.chance(12) ? dayOf() : undefined,
  }
  const isEmpty = writeSearch(search).trim() === ''
  return isEmpty ? { ...search, words: [random.pick(pieces)] } : search
}

/** A piece, a part of one, or two in a row. */
function createWord(random: Random): string {
  const characters = [...random.pick(pieces)]
  if (random.chance(20)) return `${random.pick(pieces)} ${random.pick(pieces)}`
  if (random.chance(40) && characters.length > 2) {
    const from = random.below(characters.length - 1)
    return characters.slice(from, from + random.between(2, 4)).join('')
  }
  return characters.join('')
}

/** In the query language. */
export function writeSearch({ words, without, from, type, hasLink, before, after }: NaiveSearch): string {
  const quoted = (text: string) => (/\s/.test(text) ? `"${text}"` : text)
  return [
    ...from.map((name) => `from:${quoted(name)}`),
    ...words.map(quoted),
    ...without.map((word) => `-${quoted(word)}`),
    ...(type ? [`type:${type}`] : []),
    ...(hasLink ? ['has:link'] : []),
    ...(before ? [`before:${before}`] : []),
    ...(after ? [`after:${after}`] : []),
  ].join(' ')
}

const has = (text: string, word: string) => findNaively(text, word).length > 0

export function matchesNaively(message: NaiveMessage, search: NaiveSearch): boolean {
  const { content, from, name, at, earlier } = message
  const day = new Date(at).toISOString().slice(0, 10)
  if (search.type && content.type !== search.type) return false
  if (search.before && day >= search.before) return false
  if (search.after && day <= search.after) return false
  if (search.from.length > 0 && !search.from.some((one) => one === from || has(name, one))) return false
  const text = content.type === 'text' ? content.text : content.type === 'file' ? content.fileName : undefined
  if (search.hasLink && !/ (?:https?:|www\.|\w+@)\S+$/i.test(text ?? '')) return false
  const excludes = (one: string) => search.without.some((word) => has(one, word))
  if (excludes(text ?? '')) return false
  const isNarrow = search.hasLink || (search.type !== undefined && search.type !== 'text')
  const holds = (one: string) => {
    const own = search.words.filter((word) => has(one, word))
    const named = search.words.filter((word) => !own.includes(word) && has(name, word))
    const isAll = own.length + named.length === search.words.length
    return isAll && (search.words.length === 0 || isNarrow || own.length > 0)
  }
  if (holds(text ?? '')) return true
  // An earlier version has to say something itself.
  return earlier.some((one) => !excludes(one) && search.words.some((word) => has(one, word)) && holds(one))
}
