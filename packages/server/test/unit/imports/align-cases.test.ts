import assert from 'node:assert/strict'
import { test } from 'node:test'
import type {
  AlignmentWindow,
  ContentKind,
  FileLine,
  LeftOutRules,
  LiveMessage,
  UnsentNote,
} from '../../../src/domain/imports/alignment/history-side.ts'
import { alignHistory } from '../../support/imports/saved-history.ts'

// Times are written as `10:31` in files and `10:31:07` in the service, on 1 June 2026.

const at = (clock: string) => Date.parse(`2026-06-01T${clock.length === 5 ? `${clock}:00` : clock}Z`)

/** `10:31 U1 text` or `10:31 U1 [image]`. Notes are `10:31 unsent`. */
function readFile(...rows: string[]): (FileLine | UnsentNote)[] {
  return rows.map((row, index) => {
    const { clock, person, ...content } = readRow(row)
    const place = { index, at: at(clock), precisionMs: 60_000 } as const
    return person === 'unsent' ? { ...place, kind: 'unsent-note' } : { ...place, person, ...content }
  })
}

function readLive(...rows: string[]): LiveMessage[] {
  return rows.map((row, number) => {
    const { clock, person, kind, text } = readRow(row)
    return { id: `m${number}`, at: at(clock), seq: number + 1, person, kind, wordings: text.split(' → ') }
  })
}

function readRow(row: string): { clock: string; person: string; kind: ContentKind; text: string } {
  const [clock = '', person = '', ...words] = row.split(' ')
  const rest = words.join(' ')
  const kind = /^\[(image|video|sticker)\]/.exec(rest)?.[1]
  if (kind === 'image' || kind === 'video' || kind === 'sticker')
    return { clock, person, kind, text: rest.slice(kind.length + 3) }
  return { clock, person, kind: 'text', text: rest }
}

type Sides = Partial<Pick<AlignmentWindow, 'entries' | 'live' | 'gaps' | 'sends'>> & { rules?: LeftOutRules }

/** What became of each line: the live message that it is, `new`, or why it's left out. */
function outcomes({ entries = [], live = [], gaps = [], sends = [], rules = {} }: Sides): string[] {
  const { decisions } = alignHistory(
    { entries: [...entries] },
    { live: [...live], gaps: [...gaps], sends: [...sends] },
    { rules },
  )
  return decisions.map((decision) => {
    if (decision.kind === 'matched') return decision.messageId
    if (decision.kind === 'left-out') return decision.why
    if (decision.kind === 'unsent-note') return decision.isKnown ? 'known note' : 'unknown note'
    return 'new'
  })
}

const cases: Record<string, Sides & { expected: string[] }> = {
  'the same text a minute later is the same message': {
    entries: readFile('10:31 U1 hello'),
    live: readLive('10:32:00 U1 hello'),
    expected: ['m0'],
  },
  'two minutes later it is another one': {
    entries: readFile('10:31 U1 hello'),
    live: readLive('10:33:00 U1 hello'),
    expected: ['new'],
  },
  'someone else who says the same says something else': {
    entries: readFile('10:31 U2 hello'),
    live: readLive('10:31:00 U1 hello'),
    expected: ['new'],
  },
  'neighbours that changed places are both found': {
    entries: readFile('10:31 U1 first', '10:31 U2 second', '10:31 U1 third'),
    live: readLive('10:31:01 U2 second', '10:31:02 U1 first', '10:31:09 U1 third'),
    expected: ['m1', 'm0', 'm2'],
  },
  'of equal texts, the order says which one is missing': {
    entries: readFile('10:31 U1 ok', '10:31 U2 a', '10:31 U1 ok'),
    live: readLive('10:31:20 U2 a', '10:31:30 U1 ok'),
    expected: ['new', 'm0', 'm1'],
  },
  'an edited message is found by any of its wordings': {
    entries: readFile('10:31 U1 at eight', '10:35 U1 see you'),
    live: readLive('10:31:00 U1 at nine → at eight', '10:35:00 U1 see you → see you all'),
    expected: ['m0', 'm1'],
  },
  'media are found by their type': {
    entries: readFile('10:31 U1 [image]', '10:31 U1 [sticker]', '10:31 U1 [image]'),
    live: readLive('10:31:00 U1 [image]beach.jpg', '10:31:05 U1 [sticker]'),
    expected: ['m0', 'm1', 'new'],
  },
  'line ends, trailing spaces and composed letters make no difference': {
    entries: readFile('10:31 U1 cafe\u0301\r\nat 9 '),
    live: readLive('10:31:00 U1 café\nat 9'),
    expected: ['m0'],
  },
  "LINE's emoji are wildcards, but only if nothing fits better": {
    entries: readFile('10:31 U1 (emoji) good', '10:31 U1 (moon) fine', '10:31 U1 (sun) fine'),
    live: readLive('10:31:00 U1 (brown) good', '10:31:01 U1 (sun) fine', '10:31:02 U1 (moon) fine'),
    expected: ['m0', 'm2', 'm1'],
  },
  'a word that may be media is found as either': {
    entries: readFile('10:31 U1 [image]', '10:31 U2 [image]').map((entry) => ({
      ...entry,
      alternatives: [{ kind: 'text' as const, text: 'Photos' }],
    })),
    live: readLive('10:31:00 U1 Photos', '10:31:10 U2 [image]'),
    expected: ['m0', 'm1'],
  },
  'IDs come first, whatever the text': {
    entries: readFile('10:31 U1 ok', '10:31 U1 ok', '10:31 U1 changed since').map((entry, place) => ({
      ...entry,
      sourceId: ['other', 'm1', 'm0'][place] ?? '',
    })),
    live: readLive('10:31:00 U1 before', '10:31:10 U1 ok'),
    expected: ['new', 'm1', 'm0'],
  },
  'the bot is left out by its name, and by what it sent': {
    entries: readFile(
      '10:31 UBOT Welcome!',
      '10:31 Inn We open at 9.',
      '10:31 U1 We open at 9.',
      '10:40 Inn We open at 9.',
    ),
    sends: [{ at: at('10:31:30'), text: 'We open at 9.' }],
    rules: { ownId: 'UBOT', known: new Set(['U1']) },
    expected: ['bot', 'bot', 'new', 'new'],
  },
  'an unsent message stays out': {
    entries: readFile('10:30 U1 before', '10:31 U1 taken back', '10:31 U2 after'),
    live: readLive('10:30:00 U1 before', '10:31:40 U2 after'),
    gaps: [{ at: at('10:31:20') }],
    expected: ['m0', 'unsent', 'm1'],
  },
  'if it could be one of two lines, neither comes in': {
    entries: readFile('10:30 U1 before', '10:31 U1 one', '10:31 U1 two', '10:31 U2 after', '10:31 U1 three'),
    live: readLive('10:30:00 U1 before', '10:31:40 U2 after'),
    gaps: [{ at: at('10:31:20') }],
    expected: ['m0', 'unsent', 'unsent', 'm1', 'new'],
  },
  'where the service was away since, only the first line is the unsent one': {
    entries: readFile('10:31 U1 before', '10:31 U1 one', '10:31 U1 two', '13:31 U2 after'),
    live: readLive('10:31:00 U1 before', '13:31:40 U2 after'),
    gaps: [{ at: at('10:31:20') }],
    expected: ['m0', 'unsent', 'new', 'm1'],
  },
  'the clocks of an unsent message may be a minute apart': {
    entries: readFile('10:30 U1 before', '10:31 U1 taken back', '10:32 U2 after'),
    live: readLive('10:30:00 U1 before', '10:32:03 U2 after'),
    gaps: [{ at: at('10:32:01') }],
    expected: ['m0', 'unsent', 'm1'],
  },
  'a note about an unsent message explains it, so other lines come in': {
    entries: readFile('10:31 unsent', '10:31 U1 missing', '10:50 unsent'),
    gaps: [{ at: at('10:31:20') }],
    expected: ['known note', 'new', 'unknown note'],
  },
  'an unsent message with an ID is only that one': {
    entries: readFile('10:31 U1 taken back', '10:31 U1 missing').map((entry, place) => ({
      ...entry,
      sourceId: `t${place}`,
    })),
    gaps: [
      { at: at('10:31:20'), id: 't0' },
      { at: at('10:31:40'), id: 't7' },
    ],
    expected: ['unsent', 'new'],
  },
  'erasures, privacy and expiry count from a minute before, because clocks differ': {
    entries: readFile('10:00 U1 a', '10:30 U2 b', '10:31 U2 c', '10:31 U3 d', '10:30 U3 e', '10:28 U3 f', '10:33 U2 g'),
    rules: {
      expiredBefore: at('10:00:30'),
      erasedUntil: new Map([['U2', at('10:31:30')]]),
      privateSince: new Map([['U3', at('10:31:30')]]),
    },
    expected: ['expired', 'erased', 'erased', 'private', 'private', 'out-of-order', 'new'],
  },
  'people whom the owner excluded stay out, but what is here already is recognized': {
    entries: readFile('10:31 U1 here', '10:31 U1 missing'),
    live: readLive('10:31:01 U1 here'),
    rules: { excluded: new Set(['U1']) },
    expected: ['m0', 'excluded'],
  },
  'lines that go far back are left out, because what they could be is behind': {
    entries: readFile('10:31 U1 here', '09:00 U1 earlier', '10:29 U1 a little earlier'),
    live: readLive('09:00:01 U1 earlier', '10:29:09 U1 a little earlier', '10:31:01 U1 here'),
    expected: ['m2', 'out-of-order', 'm1'],
  },
}

for (const [name, { expected, ...sides }] of Object.entries(cases))
  test(name, () => assert.deepEqual(outcomes(sides), expected))

test('what is new is placed between its neighbours in the file, inside its minute', () => {
  const entries = readFile(
    '10:30 U1 a',
    '10:31 U1 b',
    '10:31 U1 c',
    '10:31 U1 d',
    '10:31 U1 e',
    '10:32 U1 f',
    '10:34 U1 g',
  )
  const live = readLive('10:31:10 U1 b', '10:31:40 U1 e', '10:32:00 U1 f')
  const { decisions } = alignHistory({ entries }, { live, gaps: [], sends: [] })
  const times = decisions.map((decision) =>
    decision.kind === 'new' ? new Date(decision.time).toISOString().slice(11, 19) : '',
  )
  assert.deepEqual(times, ['10:30:30', '', '10:31:20', '10:31:30', '', '', '10:34:30'])
})

test('between live messages of the same moment, what is new stays in its minute and in order', () => {
  const entries = readFile('10:31 U1 a', '10:31 U1 b', '10:31 U1 c', '10:31 U1 d', '10:32 U1 e', '10:32 U1 f')
  const live = readLive('10:31:59 U1 a', '10:31:59 U1 d', '10:33:00 U1 e')
  const { decisions } = alignHistory({ entries }, { live, gaps: [], sends: [] })
  const times = decisions.flatMap((decision) => (decision.kind === 'new' ? decision.time : []))
  assert.deepEqual(times, [at('10:31:59'), at('10:31:59'), at('10:32:59') + 999])
})

test('a new text is marked if its sender sent a similar one in that minute which the file does not have', () => {
  const live = readLive('10:31:10 U1 the bus leaves at ten', '10:31:20 U2 明日9時に集合', '10:31:30 U1 [image]')
  const similarTo = (...rows: string[]) =>
    alignHistory({ entries: readFile(...rows) }, { live, gaps: [], sends: [] }).decisions.map((decision) =>
      decision.kind === 'new' ? (decision.similarTo ?? 'new') : decision.kind,
    )
  const bus = 'the bus leaves at ten'
  assert.deepEqual(similarTo('10:31 U1 The bus leaves at 10!', '10:31 U2 明日10時に集合'), [bus, '明日9時に集合'])
  assert.deepEqual(
    similarTo('10:31 U1 the bus leaves at eleven', '10:31 U1 the bus leaves at ten'),
    ['new', 'matched'],
    'the file has both, so they are two messages',
  )
  assert.deepEqual(
    similarTo(
      '10:31 U2 the bus leaves at eleven',
      '10:31 U1 who brings the map',
      '10:31 U1 ok',
      '10:31 U1 …',
      '10:32 U1 the bus leaves at eleven',
    ),
    ['new', 'new', 'new', 'new', 'new'],
    'someone else, something else, and another minute',
  )
})

test('equal new messages of a minute are numbered, and those that are here already are not', () => {
  const entries = readFile('10:31 U1 ok', '10:31 U1 ok', '10:31 U1 ok ', '10:32 U1 ok', '10:31 U2 ok')
  const { decisions } = alignHistory({ entries }, { live: readLive('10:31:10 U1 ok'), gaps: [], sends: [] })
  const ordinals = decisions.map((decision) => (decision.kind === 'new' ? decision.ordinal : 'here'))
  assert.deepEqual(ordinals.toSorted(), [0, 0, 0, 1, 'here'])
})
