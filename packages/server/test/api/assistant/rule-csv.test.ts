import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formats } from '@innkeeper/contract/formats'
import fc from 'fast-check'
import { readRulesCsv, writeRulesCsv } from '../../../src/domain/assistant/rules/assistant-csv.ts'
import { contentOf, type KeptRule } from '../../../src/domain/assistant/rules/assistant-state.ts'
import { isSoak } from '../../support/soak.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const admin = await service.caller('U-admin')
const fresh = async (channel: string) =>
  `/api/channels/${await service.channel(channel, { admins: ['U-admin'] })}/assistant`
const bom = '\ufeff'
const seed = Number(process.env.INNKEEPER_SEED ?? Date.now() % 2 ** 31)

/** Unlikely texts that someone will write anyway: formulas, quotation marks, all kinds of line breaks, other scripts. */
const pieces = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '\r\n',
  "'",
  '"',
  ',',
  ';',
  '[',
  ']',
  '|',
  ' ',
  '\u00a0',
  bom,
  '＝',
  '\0',
]
const hostile = (maxLength: number) =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...pieces),
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('営業', 'ที่', '["a"]', '1e9'),
      ),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((words) => words.join('').slice(0, maxLength).toWellFormed())
    .filter((text) => formats['not-blank'](text))
const seconds = fc.integer({ min: 0, max: 86400 })
const moment = fc.option(fc.constantFrom('2026-01-01T00:00:00Z', '2027-12-31T23:59:59Z'))
const clockTime = fc.constantFrom('00:00', '09:30', '23:59')
const anyRule: fc.Arbitrary<KeptRule> = fc.record({
  id: fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/),
  keywords: fc.array(hostile(200), { minLength: 1, maxLength: 4 }),
  question: hostile(500),
  answer: hostile(5000),
  answers: fc.array(hostile(5000), { maxLength: 3 }),
  pick: fc.constantFrom('random', 'in-order'),
  enabled: fc.boolean(),
  priority: fc.integer({ min: -1000, max: 1000 }),
  match: fc.option(fc.constantFrom('keyword', 'exact', 'regex', 'similar', 'ai')),
  cooldownSeconds: seconds,
  memberCooldownSeconds: seconds,
  schedule: fc.array(fc.record({ days: fc.constant(['mon' as const]), from: clockTime, to: clockTime }), {
    maxLength: 2,
  }),
  activeFrom: moment,
  activeUntil: moment,
  quickReplies: fc.array(fc.record({ label: hostile(20), text: hostile(300) }), { maxLength: 2 }),
  picture: fc.option(fc.constantFrom('https://pictures.example/a,b;c.png')),
  createdAt: fc.constant(0),
  createdBy: fc.constant(''),
})

test(`any rules survive a round trip through a table (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(anyRule, { maxLength: 5 }), fc.constantFrom('keyword', 'regex'), (rules, mode) => {
      const { drafts, rows } = readRulesCsv([...writeRulesCsv(rules)].join(''), { mode, rules })
      assert.equal(rows.length, rules.length)
      assert.deepEqual(
        drafts,
        rules.map((rule) => ({ id: rule.id, ...contentOf(rule) })),
      )
    }),
    { seed, numRuns: isSoak ? 20_000 : 500 },
  )
})

test(`no text cell is a formula to a spreadsheet (seed ${seed})`, () => {
  fc.assert(
    fc.property(anyRule, (rule) => {
      const text = [...writeRulesCsv([{ ...rule, priority: 1 }])].join('')
      assert.ok(text.startsWith(`${bom}id,keywords,question,answer,`))
      // Every cell, whether quoted or not. A formula only counts at the start of a cell.
      for (const cell of text.slice(1).matchAll(/(?<=^|,|\r\n)("(?:[^"]|"")*"|[^",\r\n]*)(?=,|\r\n|$)/g)) {
        assert.doesNotMatch(cell[0].replace(/^"/, ''), /^[=+\-@\t\r\n＝＋－＠]/)
      }
    }),
    { seed, numRuns: 300 },
  )
})

test('a table from a spreadsheet is accepted, whatever separates its cells and lines', async () => {
  const head = ['keywords', 'question', 'answer', 'enabled', 'priority', 'match']
  const row = ['"営業時間\nhours"', 'When?', '"From 9; to ""18"", daily"', 'FALSE', '-5', 'EXACT']
  const expected = {
    keywords: ['営業時間', 'hours'],
    answer: 'From 9; to "18", daily',
    enabled: false,
    priority: -5,
    match: 'exact',
  }
  for (const [index, delimiter] of [',', ';', '\t'].entries()) {
    for (const [end, lineBreak] of ['\n', '\r\n', '\r'].entries()) {
      for (const mark of ['', bom]) {
        const path = await fresh(`C-${index}-${end}-${mark.length}`)
        const csv =
          mark + [head, row, ['', '', '', '', '', '']].map((cells) => cells.join(delimiter) + lineBreak).join('')
        const answer = await admin.post(`${path}/import`, { csv })
        assert.deepEqual([answer.status, answer.body.created], [200, 1], answer.text)
        const [rule] = (await admin.get(`${path}/qa`)).body.rules
        const { keywords, answer: said, enabled, priority, match } = rule
        assert.deepEqual({ keywords, answer: said, enabled, priority, match }, expected)
      }
    }
  }
})

test('an empty cell means the same as in a new rule; a missing column leaves the value as it is', async () => {
  const path = await fresh('C-empty')
  const rule = { keywords: ['wifi'], question: 'Password?', answer: 'On the board.', priority: 5, cooldownSeconds: 60 }
  const { id } = (await admin.post(`${path}/qa`, rule)).body
  await admin.post(`${path}/import`, { csv: `id,keywords,question,answer,priority\n${id},wifi,Password?,Ask us.,\n` })
  const changed = (await admin.get(`${path}/qa/${id}`)).body
  assert.deepEqual([changed.answer, changed.priority, changed.cooldownSeconds], ['Ask us.', 0, 60])
})

test('keywords in a cell are split at commas, semicolons and line breaks, unless they are patterns', async () => {
  const path = await fresh('C-separators')
  const keywordsOf = async (cell: string, more: Record<string, string> = {}) => {
    const names = ['keywords', 'question', 'answer', ...Object.keys(more)]
    const cells = [cell, 'Password?', 'On the board.', ...Object.values(more)]
    const csv = `${names.join()}\n${cells.map((text) => `"${text.replaceAll('"', '""')}"`).join()}\n`
    const { status, text } = await admin.post(`${path}/import`, { csv })
    assert.equal(status, 200, text)
    return (await admin.get(`${path}/qa`)).body.rules[0].keywords
  }
  assert.deepEqual(await keywordsOf('wifi, wlan'), ['wifi', 'wlan'])
  assert.deepEqual(await keywordsOf('無線、電波，LAN;net\nnetwork'), ['無線', '電波', 'LAN', 'net', 'network'])
  assert.deepEqual(await keywordsOf('1,000'), ['1,000'])
  assert.deepEqual(await keywordsOf('["hello, world"]'), ['hello, world'])
  const { body } = await admin
    .get(`${path}/export.csv`)
    .then(({ bytes }) => admin.post(`${path}/import`, { csv: bytes.toString() }))
  assert.deepEqual([body.unchanged, body.version], [1, null], 'an export keeps a keyword with a comma')
  // A pattern: by its own mode, by that of the rule it changes, or by that of the channel.
  assert.deepEqual(await keywordsOf('a{1,}b; c', { match: 'regex' }), ['a{1,}b; c'])
  assert.deepEqual(await keywordsOf('a{2,}b; c'), ['a{2,}b; c'])
  assert.deepEqual(await keywordsOf('wifi; wlan', { match: '' }), ['wifi', 'wlan'])
  await admin.put(`${path}/config`, { qa: { mode: 'regex' } })
  assert.deepEqual(await keywordsOf('wi[,;]?fi'), ['wi[,;]?fi'])
})

test('column names are accepted in any case, as spreadsheets capitalize them', async () => {
  const path = await fresh('C-headings')
  const { status } = await admin.post(`${path}/import`, {
    csv: 'Keywords,QUESTION,Answer,cooldownseconds\nhi,Hi?,Hello,5\n',
  })
  assert.equal(status, 200)
  const [rule] = (await admin.get(`${path}/qa`)).body.rules
  assert.deepEqual([rule.keywords, rule.question, rule.answer, rule.cooldownSeconds], [['hi'], 'Hi?', 'Hello', 5])
  const twice = await admin.post(`${path}/import`, { csv: 'keywords,question,answer,Answer\nhi,Hi?,Hello,Hello\n' })
  assert.match(twice.body.error, /^Row 1: column answer appears twice$/)
})

test('an error in a table is refused with its row and column, and nothing is written', async () => {
  const path = await fresh('C-bad')
  const head = 'keywords,question,answer'
  const refused: [csv: string, error: RegExp][] = [
    ['', /^The table is empty; its first row must name the columns$/],
    ['keywords,question\nhi,Hi?', /^Row 1: column answer is missing$/],
    [
      'keywords,question,answer,anser\n',
      /^Row 1: unknown column "anser"\. Did you mean "answer"\? Allowed are id, keywords, question, answer/,
    ],
    ['Keyword,question,answer\n', /^Row 1: unknown column "Keyword"\. Did you mean "keywords"\? Allowed are id,/],
    ['keywords,question,answer,notes\n', /^Row 1: unknown column "notes"; allowed are id, keywords, question, answer/],
    ['keywords,question,answer,\n', /^Row 1: column 4 has no name; allowed are id,/],
    ['keywords,question,answer,answer\n', /^Row 1: column answer appears twice$/],
    [`${head}\nhi,Hi?,Hello\nhi,Hi?\n`, /^Row 3: it has 2 cells, but there are 3 columns$/],
    [`${head}\nhi,Hi?,Hello,more\n`, /^Row 2: it has 4 cells, but there are 3 columns$/],
    [`${head}\n"hi\r\nho",Hi?,Hello\nhi,Hi?,\n`, /^Row 3, column answer: answer must not be empty$/],
    [`${head}\n,Hi?,Hello\n`, /^Row 2, column keywords: keywords must not be empty$/],
    [`${head}\n"a\na",Hi?,Hello\n`, /^Row 2, column keywords: keywords\[1\] is the same as keywords\[0\]/],
    [
      `${head},priority\nhi,Hi?,Hello,high\n`,
      /^Row 2, column priority: "high" isn't allowed\. Use a whole number from -1000 to 1000, or leave it empty\.$/,
    ],
    [
      `${head},priority\nhi,Hi?,Hello,5000\n`,
      /^Row 2, column priority: "5000" isn't allowed\. Use a whole number from -1000 to 1000, or leave it empty\.$/,
    ],
    [
      `${head},enabled\nhi,Hi?,Hello,maybe\n`,
      /^Row 2, column enabled: "maybe" isn't allowed\. Use true or false, or leave it empty\.$/,
    ],
    [
      `${head},match\nhi,Hi?,Hello,keywrd\n`,
      /^Row 2, column match: "keywrd" isn't allowed\. Use keyword, exact, regex, similar or ai, or leave it empty\.$/,
    ],
    [
      `id,${head}\nno spaces,hi,Hi?,Hello\n`,
      /^Row 2, column id: "no spaces" isn't allowed\. Use only letters, digits, _ and -, or leave it empty\.$/,
    ],
    [
      `${head},answers\nhi,Hi?,Hello,${'x'.repeat(5001)}\n`,
      /^Row 2, column answers: answers\[0\] must be at most 5000/,
    ],
    [`${head},match\n(hi,Hi?,Hello,regex\n`, /^Row 2, column keywords: keywords\[0\] "\(hi" is not a valid pattern/],
    [
      `${head},schedule\nhi,Hi?,Hello,weekdays\n`,
      /^Row 2, column schedule: "weekdays" isn't allowed\. Use a list such as \[\{"days"/,
    ],
    [
      `${head},activeFrom\nhi,Hi?,Hello,tomorrow\n`,
      /^Row 2, column activeFrom: "tomorrow" isn't allowed\. Use a time in UTC such/,
    ],
    [
      `${head},picture\nhi,Hi?,Hello,http://x.example\n`,
      /^Row 2, column picture: "http:\/\/x\.example" isn't allowed\. Use an address that begins with https/,
    ],
    [
      `${head},quickReplies\nhi,Hi?,Hello,"[{""label"":""\\ud800"",""text"":""x""}]"\n`,
      /^Row 2, column quickReplies: .+ half of a surrogate pair/,
    ],
    [`id,${head}\nr_1,a,A?,A\n\nr_1,b,B?,B\n`, /^Row 4, column id: r_1 is already used in row 2; use each id once$/],
    [
      `id,${head}\nr_1,"a\nb",A?,"A\nB\nC"\n\nr_1,b,B?,B\n`,
      /^Row 4, column id: r_1 is already used in row 2; use each id once$/,
    ],
    [`${head}\n"hi,Hi?,Hello\n`, /^The table cannot be read: a quotation mark opens a cell, but none closes it$/],
    [`${head}\nhi,Hi?,"Hello" you\n`, /^Row 2: a quotation mark is in the middle of a cell\. Write it twice, and put/],
    [
      `${head}\n"hi\nho",Hi?,"To\n\nyou"\nhi,Hi?,"Hello" you\n`,
      /^Row 3: a quotation mark is in the middle of a cell\./,
    ],
    [`${head}\nhi,Hi?,Say "Hello"\n`, /^Row 2: a quotation mark is in the middle of a cell\. Write it twice, and put/],
  ]
  for (const [csv, error] of refused) {
    const answer = await admin.post(`${path}/import`, { csv })
    assert.equal(answer.status, 400, csv)
    assert.match(answer.body.error, error)
  }
  assert.deepEqual((await admin.get(`${path}/versions`)).body.versions, [])
})

test('a program that asks for problem details gets a code and values for each line of the sentence', async () => {
  const path = await fresh('C-codes')
  const problemsOf = async (csv: string) => {
    const { status, body } = await admin.request('POST', `${path}/import`, {
      body: { csv },
      headers: { accept: 'application/problem+json' },
    })
    assert.equal(status, 400)
    const { problems } = body.details
    assert.equal(problems.map(({ sentence }: { sentence: string }) => sentence).join('\n'), body.error)
    return problems.map(({ code, row, values }: { code: string; row: number | null; values: object }) => [
      code,
      row,
      Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'allowed')),
    ])
  }
  assert.deepEqual(await problemsOf(''), [['empty-table', null, {}]])
  assert.deepEqual(await problemsOf('Frage\n'), [['unknown-column', 1, { column: 'Frage' }]])
  assert.deepEqual(await problemsOf('anser\n'), [['unknown-column', 1, { column: 'anser', closest: 'answer' }]])
  assert.deepEqual(await problemsOf('question,,answer\n'), [['unnamed-column', 1, { position: 2 }]])
  assert.deepEqual(await problemsOf('answer,answer\n'), [['repeated-column', 1, { column: 'answer' }]])
  assert.deepEqual(await problemsOf('keywords,question\n'), [['missing-column', 1, { column: 'answer' }]])
  const head = 'keywords,question,answer,priority\n'
  assert.deepEqual(await problemsOf(`${head}hi,Hi?\nhi,Hi?,Hello,high\n`), [
    ['wrong-cell-count', 2, { cells: 2, columns: 4 }],
    ['invalid-cell', 3, { column: 'priority' }],
  ])
  assert.deepEqual(await problemsOf(`${head}"hi\n`), [['quote-not-closed', null, {}]])
  assert.deepEqual(await problemsOf(`${head}hi,"Hi"?,Hello,1\n`), [['stray-quote', 2, {}]])
  const many = await problemsOf(`${head}${'hi,Hi?\n'.repeat(30)}`)
  assert.deepEqual([many.length, many.at(-1)], [21, ['more-problems', null, {}]])
})

test('every wrong cell of a table is listed, up to twenty', async () => {
  const path = await fresh('C-many-bad')
  const head = 'keywords,question,answer,priority,match'
  const rows = ['hi,Hi?,Hello,0,keyword', 'hi,Hi?,,high,fuzzy', 'hi,Hi?,Hello', 'hi,Hi?,Hello,1.5,exact']
  const { status, body } = await admin.post(`${path}/import`, { csv: [head, ...rows].join('\n') })
  assert.equal(status, 400)
  assert.deepEqual(
    body.error.split('\n').map((line: string) => line.replace(/(isn't allowed).*/, '$1')),
    [
      'Row 3, column answer: answer must not be empty',
      `Row 3, column priority: "high" isn't allowed`,
      `Row 3, column match: "fuzzy" isn't allowed`,
      'Row 4: it has 3 cells, but there are 5 columns',
      `Row 5, column priority: "1.5" isn't allowed`,
    ],
  )
  const many = Array.from({ length: 300 }, () => 'hi,Hi?,Hello,high,fuzzy')
  const long = (await admin.post(`${path}/import`, { csv: [head, ...many].join('\n') })).body.error.split('\n')
  assert.deepEqual([long.length, long.at(-1)], [21, 'There may be more.'])
  assert.match(long[19], /^Row 11, column match: /)
})

test('an export as a table is a download, and importing it again changes nothing', async () => {
  const path = await fresh('C-download')
  const rules = [
    { keywords: ['=1+1', 'two\nlines'], question: '-What?', answer: '@all {name}' },
    { keywords: ['ที่จอดรถ'], question: 'ที่ไหน?', answer: 'หลังบ้าน', answers: ['x', 'y'], priority: -3 },
  ]
  for (const rule of rules) await admin.post(`${path}/qa`, rule)
  const { headers, bytes } = await admin.get(`${path}/export.csv`)
  assert.deepEqual(
    [headers.get('content-type'), headers.get('content-disposition')],
    ['text/csv; charset=utf-8', 'attachment; filename="rules.csv"'],
  )
  const csv = bytes.toString()
  assert.ok(csv.startsWith(bom), 'without it a spreadsheet garbles other scripts')
  assert.match(csv, /,'-What\?,'@all \{name\},/, 'neither starts a formula')
  const again = (await admin.post(`${path}/import`, { csv })).body
  assert.deepEqual([again.unchanged, again.version], [2, null])
})
