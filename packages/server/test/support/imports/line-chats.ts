import fc from 'fast-check'
import type { Chat, ChatRecord, LineVariant, Said } from './render-line.ts'

const names = [
  'Mika',
  'ミカ',
  '田中 健',
  '田中 花子',
  'สมหญิง',
  'MR.HOME KOH SAMUI',
  '阿明🎉',
  'A',
  '"Bob"',
  'Unknown',
  'メンバーがいません',
  '(unknown)',
  '12:30',
  'Ken & Ana',
  'x: y',
  '小美［book］',
  'O’Hara',
  '[Photo]',
  'Ann-Mary  Lou',
]
/** `Bob` begins the others, so only someone who knows them can tell them apart on a computer. */
const knownNames = [...names, 'Bob', 'Bob Lee', 'Bob Lee Jr.']

const pieces = [
  'hello',
  'おはよう',
  '今日は',
  'สวัสดีค่ะ',
  '早',
  '好',
  '🎉',
  '👨‍👩‍👧',
  ' ',
  '\t',
  '"',
  '""',
  "'",
  ',',
  '(emoji)',
  '[',
  '[Photo',
  ']',
  'https://example.org/?a=1&b=2',
  '９:３１',
  '2026/03/01',
  '月',
  'PM',
  '午後',
  '☎',
  '\u200e',
  '%',
  '\\',
  '\u3000',
  '…',
  'e\u0301',
  'No. 5',
  '-',
  '=1+1',
]

/** Lines that are a date or a record by themselves. Only a form that shows where a message ends can contain them. */
const historyLines = [
  '2009/12/30(水)',
  '2009/12/31(木)\n23:59\tケン\tよいお年を',
  '[LINE] Chat history with Mika',
  '2009.12.30 Wednesday',
  '09:31 Mika hi',
  '',
]

const line = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }).map((found) => found.join(''))

/** The nth text of a file has its number in it, so that names can be found by what comes after them. */
type Texts = { first: string; others: readonly string[]; endsWithMark: boolean }
const texts: fc.Arbitrary<Texts> = fc.record({
  first: line,
  others: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    {
      weight: 2,
      arbitrary: fc.array(fc.oneof(line, fc.constantFrom(...historyLines)), { minLength: 1, maxLength: 5 }),
    },
  ),
  endsWithMark: fc.boolean(),
})

type Draft = { minute: number; person: number } & (
  | { texts: Texts }
  | { type: 'image' | 'video' | 'audio' | 'sticker' | 'file' | 'location' }
  | { event: 'joined' | 'left' | 'unsent' | 'call'; hasEmptyName: boolean }
)
const minute = fc.nat({ max: 24 * 60 - 1 })
const person = fc.nat({ max: 3 })
const draft: fc.Arbitrary<Draft> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ minute, person, texts }) },
  {
    weight: 2,
    arbitrary: fc.record({
      minute,
      person,
      type: fc.constantFrom('image', 'video', 'audio', 'sticker', 'file', 'location' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      minute,
      person,
      event: fc.constantFrom('joined', 'left', 'unsent', 'call' as const),
      hasEmptyName: fc.boolean(),
    }),
  },
)

const variant: fc.Arbitrary<LineVariant> = fc.record({
  locale: fc.constantFrom('en', 'ja', 'zh-TW', 'zh-CN', 'th' as const),
  layout: fc.constantFrom('phone', 'desktop' as const),
  date: fc.nat({ max: 11 }),
  clock: fc.constantFrom('padded', 'short', 'beyond', 'half-day' as const),
  half: fc.nat({ max: 3 }),
  ends: fc.constantFrom('lf', 'crlf', 'mixed' as const),
  hasMark: fc.boolean(),
  hasHead: fc.boolean(),
  hasBlanksBetweenDays: fc.boolean(),
  continued: fc.constantFrom('quoted', 'plain', 'indented' as const),
})

export type LineCase = { chat: Chat; variant: LineVariant; knowsNames: boolean }

/** Any history in any variant, within what that variant can express. */
export const lineCases: fc.Arbitrary<LineCase> = fc
  .record({
    variant,
    knowsNames: fc.boolean(),
    chosen: fc.uniqueArray(fc.nat({ max: knownNames.length - 1 }), { minLength: 4, maxLength: 4 }),
    name: line.map((text) => text.replaceAll(/["\t]/g, '').trim() || 'Club'),
    isGroup: fc.boolean(),
    days: fc.array(fc.array(draft, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 }),
    firstDay: fc.nat({ max: 6000 }),
    steps: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 5, maxLength: 5 }),
  })
  .map(({ variant, knowsNames, chosen, name, isGroup, days, firstDay, steps }) => {
    const pool = knowsNames ? knownNames : names
    const people = [...new Set(chosen.map((index) => pool[index % pool.length] ?? ''))]
    const toRecord = createRecordMaker(variant, people.length)
    let day = firstDay
    const chatDays = days.map((drafts, index) => {
      day += steps[index] ?? 1
      const date = new Date(Date.UTC(2010, 0, 1) + day * 86_400_000).toISOString().slice(0, 10)
      return { date, records: [...(index === 0 ? introduce(variant, people.length) : []), ...drafts.map(toRecord)] }
    })
    return { chat: { name, isGroup, people, days: chatDays }, variant, knowsNames }
  })

/** Each person says two different things. Where line ends differ, the first message shows it. */
function introduce({ ends }: LineVariant, people: number): ChatRecord[] {
  const said = (person: number, text: string): ChatRecord => ({ minute: 0, person, said: { type: 'text', text } })
  const all = Array.from({ length: people }, (_, person) => [
    said(person, `a${person} hi`),
    said(person, `b${person} hi`),
  ])
  return [...(ends === 'mixed' ? [said(0, 'several\nlines')] : []), ...all.flat()]
}

function createRecordMaker(variant: LineVariant, people: number): (draft: Draft) => ChatRecord {
  let count = 0
  return (found) => {
    count++
    const { minute } = found
    const person = found.person % people
    if ('event' in found) return { minute, person, event: found.event, hasEmptyName: found.hasEmptyName }
    return {
      minute,
      person,
      said: 'texts' in found ? sayText(found.texts, count, variant) : sayMedia(found.type, count),
    }
  }
}

function sayMedia(type: Exclude<Said['type'], 'text'>, count: number): Said {
  if (type === 'file') return { type, fileName: `報告 ${count}.pdf` }
  return type === 'location' ? { type, address: `駅前 ${count}` } : { type }
}

function sayText(
  { first, others, endsWithMark }: Texts,
  count: number,
  { ends, layout, continued }: LineVariant,
): Said {
  // Where the end of each record is clear, a text can contain anything.
  const isClear = ends === 'mixed'
  const isQuoted = isClear || (layout === 'phone' && continued === 'quoted')
  const allowed = isQuoted ? others : others.filter((text) => !historyLines.includes(text)).map((text) => `-${text}`)
  const lines = [`n${count}${first}`, ...allowed]
  if (endsWithMark && (isQuoted || lines.length === 1)) lines.push(`${lines.pop() ?? ''}"`)
  // On a computer, a text's first word is what shows where the name ends.
  const beginsWithMark = layout === 'phone' && count % 3 === 0 && (isClear || (isQuoted && lines.length > 1))
  return { type: 'text', text: `${beginsWithMark ? '"' : ''}${lines.join('\n')}` }
}
