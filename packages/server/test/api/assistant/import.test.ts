import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joined } from '../../support/content/chat-events.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const admin = await service.caller('U-admin')
const fresh = async (channel: string) =>
  `/api/channels/${await service.channel(channel, { admins: ['U-admin'], members: ['U-mika'] })}/assistant`
const format = 'innkeeper-assistant/1'
const hours = { id: 'r_hours', keywords: ['hours'], question: 'When are you open?', answer: 'From 9 to 18.' }
const wifi = { id: 'r_wifi', keywords: ['wifi', 'ワイファイ'], question: 'Password?', answer: 'On the board.' }
const rich = {
  id: 'r_rich',
  keywords: ['ที่จอดรถ', 'parking'],
  question: 'Where can I park?',
  answer: 'Behind the house, {name}.',
  answers: ['On the left.', 'Line one\nline two'],
  pick: 'in-order',
  enabled: false,
  priority: -7,
  match: 'exact',
  cooldownSeconds: 60,
  memberCooldownSeconds: 30,
  schedule: [{ days: ['mon', 'sun'], from: '22:00', to: '02:00' }],
  activeFrom: '2026-01-01T00:00:00Z',
  activeUntil: '2027-01-01T00:00:00Z',
  quickReplies: [{ label: 'Map', text: 'Where is it?' }],
  picture: 'https://pictures.example/map.png',
}
const whole = {
  format,
  config: { enabled: true, qa: { enabled: true, mode: 'keyword', cooldownSeconds: 9, memberCooldownSeconds: 3 } },
  welcome: { enabled: true, message: 'Hi {name}', quietHours: { from: '22:00', to: '07:00' }, greetReturning: false },
  groupRules: { enabled: true, content: '1. Be kind.' },
  rules: [hours, wifi, rich],
}
const idsIn = async (path: string) => (await admin.get(`${path}/qa`)).body.rules.map(({ id }: { id: string }) => id)

test('an export imported into a fresh channel gives the same export, byte for byte', async () => {
  const path = await fresh('C-from')
  const first = await admin.post(`${path}/import`, { assistant: whole })
  assert.equal(first.status, 200, first.text)
  const exported = await admin.get(`${path}/export`)
  const copy = await fresh('C-to')
  service.clock.now += 3_600_000
  await admin.post(`${copy}/import`, { assistant: exported.body })
  service.clock.now -= 3_600_000
  assert.equal((await admin.get(`${copy}/export`)).text, exported.text)
  const { id, ...content } = rich
  assert.deepEqual(exported.body.rules[2], { id, ...content })
  assert.deepEqual(Object.keys(exported.body), ['format', 'config', 'welcome', 'groupRules', 'rules'])
  for (const word of ['updatedAt', 'createdAt', 'hits', 'quietUntil']) assert.ok(!exported.text.includes(word), word)
})

test('the same file a second time changes nothing and makes no version', async () => {
  for (const mode of ['replace', 'merge']) {
    const path = await fresh(`C-twice-${mode}`)
    const nameless = { ...whole, rules: [...whole.rules, { ...hours, id: undefined }, { ...wifi, id: undefined }] }
    const first = (await admin.post(`${path}/import`, { assistant: nameless, mode })).body
    assert.deepEqual([first.created, first.version], [5, 1])
    const before = (await admin.get(`${path}/export`)).text
    const again = (await admin.post(`${path}/import`, { assistant: nameless, mode })).body
    assert.deepEqual(again, {
      dryRun: false,
      created: 0,
      changed: 0,
      deleted: 0,
      unchanged: 5,
      kept: 0,
      changes: [],
      keywordsWithComma: [],
      unknownPlaceholders: [],
      version: null,
    })
    assert.equal((await admin.get(`${path}/export`)).text, before)
    assert.equal((await admin.get(`${path}/versions`)).body.versions.length, 1)
  }
})

test('a dry run reports exactly what the run then does, and writes nothing', async () => {
  const path = await fresh('C-dry')
  await admin.post(`${path}/import`, { assistant: whole })
  const before = (await admin.get(`${path}/export`)).text
  const next = {
    format,
    config: { qa: { mode: 'exact' }, rules: { enabled: false } },
    rules: [{ ...hours, answer: 'From 8.' }, wifi, { ...hours, id: undefined, question: 'And on Sunday?' }],
  }
  const standard = {
    keywords: hours.keywords,
    question: 'And on Sunday?',
    answer: hours.answer,
    answers: [],
    pick: 'random',
    enabled: true,
    priority: 0,
    match: null,
    cooldownSeconds: 0,
    memberCooldownSeconds: 0,
    schedule: [],
    activeFrom: null,
    activeUntil: null,
    quickReplies: [],
    picture: null,
  }
  for (const mode of ['merge', 'replace']) {
    const dry = (await admin.post(`${path}/import`, { assistant: next, mode, dryRun: true })).body
    assert.deepEqual([dry.dryRun, dry.version], [true, null])
    assert.equal((await admin.get(`${path}/export`)).text, before)
    assert.equal((await admin.get(`${path}/versions`)).body.versions[0].version, mode === 'merge' ? 1 : 3)
    const rule = { part: 'rule', members: [] }
    const { id: _id, ...richContent } = rich
    assert.deepEqual(dry.changes, [
      {
        part: 'config',
        change: 'changed',
        members: ['qa.mode'],
        before: { qa: { mode: whole.config.qa.mode } },
        after: { qa: { mode: 'exact' } },
      },
      {
        part: 'groupRules',
        change: 'changed',
        members: ['enabled'],
        before: { enabled: true },
        after: { enabled: false },
      },
      {
        ...rule,
        ruleId: 'r_hours',
        change: 'changed',
        question: hours.question,
        members: ['answer'],
        before: { answer: hours.answer },
        after: { answer: 'From 8.' },
        keywords: hours.keywords,
      },
      { ...rule, change: 'created', question: 'And on Sunday?', after: standard },
      ...(mode === 'replace'
        ? [{ ...rule, ruleId: 'r_rich', change: 'deleted', question: rich.question, before: richContent }]
        : []),
    ])
    assert.equal(dry.kept, mode === 'merge' ? 1 : 0)
    const done = (await admin.post(`${path}/import`, { assistant: next, mode })).body
    const drawn = done.changes.find(({ change }: { change: string }) => change === 'created')
    assert.match(drawn.ruleId, /^r_/)
    delete drawn.ruleId
    assert.equal(done.version, mode === 'merge' ? 2 : 4)
    assert.deepEqual({ ...done, dryRun: true, version: null }, dry)
    await admin.post(`${path}/versions/1/restore`)
  }
})

test('the values of a very large import are listed only as far as they fit into the response', async () => {
  const path = await fresh('C-wide')
  const rules = Array.from({ length: 150 }, (_, at) => ({ ...hours, id: `r_${at}`, answer: 'x'.repeat(4000) }))
  const { changes } = (await admin.post(`${path}/import`, { assistant: { format, rules }, dryRun: true })).body
  const shown = changes.filter(({ after }: { after?: object }) => after).length
  assert.equal(changes.length, 150)
  assert.ok(shown > 50 && shown < 70, String(shown))
  assert.ok(changes.slice(0, shown).every(({ after }: { after?: object }) => after))
})

test('new keywords with a comma are pointed out, unless it belongs to a number or a pattern', async () => {
  const path = await fresh('C-commas')
  const keywords = ['wifi, wlan', 'ワイファイ、無線', '1,000', 'plain']
  const pattern = { ...wifi, id: 'r_pattern', keywords: ['a{1,}b'], match: 'regex' }
  const assistant = { format, rules: [{ ...wifi, keywords }, pattern] }
  const { keywordsWithComma, version } = (await admin.post(`${path}/import`, { assistant })).body
  const question = wifi.question
  assert.deepEqual(keywordsWithComma, [
    { question, keyword: 'wifi, wlan' },
    { question, keyword: 'ワイファイ、無線' },
  ])
  assert.equal(version, 1)
  const changed = { format, rules: [{ ...wifi, keywords, answer: 'Ask at the bar.' }, pattern] }
  assert.deepEqual((await admin.post(`${path}/import`, { assistant: changed })).body.keywordsWithComma, [])
})

test('words in braces of new answers that are no placeholders are pointed out', async () => {
  const path = await fresh('C-braces')
  const answer = 'Hi {nmae}, today is {{date}}. {name}, {zzz}'
  const assistant = { format, rules: [{ ...wifi, answer }] }
  const { unknownPlaceholders } = (await admin.post(`${path}/import`, { assistant, dryRun: true })).body
  const question = wifi.question
  assert.deepEqual(unknownPlaceholders, [
    { question, written: '{nmae}', closest: 'name' },
    { question, written: '{{date}}', closest: 'date' },
    { question, written: '{zzz}', closest: null },
  ])
  await admin.post(`${path}/import`, { assistant })
  const same = { format, rules: [{ ...wifi, answer, keywords: ['other'] }] }
  assert.deepEqual((await admin.post(`${path}/import`, { assistant: same })).body.unknownPlaceholders, [])
})

test('parts that a file leaves out stay, as do rules in merge mode and fields that a rule in the file leaves out', async () => {
  const path = await fresh('C-parts')
  await admin.post(`${path}/import`, { assistant: whole })
  await admin.post(`${path}/import`, { assistant: { format, welcome: { message: 'New' } } })
  const { body } = await admin.get(`${path}/export`)
  assert.deepEqual(body.welcome, { ...whole.welcome, message: 'New' })
  assert.deepEqual([body.config, body.groupRules, body.rules.length], [whole.config, whole.groupRules, 3])
  const { keywords, question } = rich
  const shorter = { id: 'r_rich', keywords, question, answer: 'Nowhere.' }
  await admin.post(`${path}/import`, { assistant: { format, rules: [shorter] }, mode: 'merge' })
  const merged = (await admin.get(`${path}/export`)).body.rules
  assert.deepEqual([merged.length, merged[2]], [3, { ...rich, answer: 'Nowhere.' }])
  await admin.post(`${path}/import`, { assistant: { format, rules: [shorter] } })
  assert.deepEqual(await idsIn(path), ['r_rich'])
})

test('an existing rule keeps its age, author and hits; new ones are ordered by age as in the file', async () => {
  const path = await fresh('C-age')
  const { id, createdAt } = (await admin.post(`${path}/qa`, { ...hours, priority: 0 })).body
  service.clock.now += 60_000
  const other = await service.caller('U-other')
  await service.receive([joined('C-age', service.clock.now, 'U-other')])
  await service.store.write<'change-role'>({
    kind: 'change-role',
    by: { kind: 'operator' },
    at: service.clock.now,
    channelId: 'C-age',
    userId: 'U-other',
    role: 'admin',
  })
  const drafts = [wifi, { ...hours, id }, { ...rich, priority: 0 }]
  await other.post(`${path}/import`, { assistant: { format, rules: drafts } })
  service.clock.now -= 60_000
  assert.deepEqual(await idsIn(path), [id, 'r_wifi', 'r_rich'])
  const { rules } = (await admin.get(`${path}/qa`)).body
  assert.deepEqual([rules[0].createdAt, rules[0].createdBy, rules[0].updatedAt], [createdAt, 'U-admin', createdAt])
  assert.deepEqual([rules[1].createdAt, rules[1].createdBy], ['2026-03-10T12:01:00Z', 'U-other'])
})

test('a rule without an id is matched with the only rule with its question, and is new if that is ambiguous', async () => {
  const path = await fresh('C-nameless')
  const { id: _, ...plain } = hours
  await admin.post(`${path}/import`, {
    assistant: { format, rules: [hours, wifi, { ...wifi, id: 'r_wifi2', answer: 'Ask.' }] },
  })
  const edited = { ...plain, answer: 'From 8.' }
  const first = (await admin.post(`${path}/import`, { assistant: { format, rules: [edited] }, mode: 'merge' })).body
  assert.deepEqual([first.created, first.changed, first.changes[0].ruleId], [0, 1, 'r_hours'])
  const unclear = { ...wifi, id: undefined, answer: 'In the drawer.' }
  const second = (await admin.post(`${path}/import`, { assistant: { format, rules: [unclear] }, mode: 'merge' })).body
  assert.deepEqual([second.created, second.changed], [1, 0])
})

test('ten thousand identical rules are each matched with an existing one', async () => {
  const path = await fresh('C-alike')
  const rules = Array.from({ length: 10_000 }, () => ({ keywords: ['a'], question: 'Q', answer: 'A' }))
  const first = (await admin.post(`${path}/import`, { assistant: { format, rules } })).body
  const again = (await admin.post(`${path}/import`, { assistant: { format, rules }, mode: 'merge' })).body
  assert.deepEqual([first.created, again.unchanged, again.version], [10_000, 10_000, null])
})

test('an error in a file is refused with its position, and nothing of the file is written', async () => {
  const path = await fresh('C-bad')
  await admin.post(`${path}/import`, { assistant: { format, rules: [hours, { ...wifi, keywords: ['(open'] }] } })
  const before = (await admin.get(`${path}/export`)).text
  const rules = (third: object) => ({ format, rules: [hours, wifi, { ...rich, ...third }] })
  const refused: [assistant: object, error: RegExp][] = [
    [{ rules: [] }, /^assistant\.format is missing$/],
    [{ format: 'innkeeper-assistant/2' }, /^assistant\.format must be/],
    [{ format, people: [] }, /^Unknown field "assistant\.people"$/],
    [{ format, ruels: [] }, /^Unknown field "assistant\.ruels"\. Did you mean "assistant\.rules"\?$/],
    [{ format, config: { qa: { mode: 'fuzzy' } } }, /^assistant\.config\.qa\.mode must be one of keyword, exact/],
    [rules({ keywords: ['ok', ''] }), /^assistant\.rules\[2\]\.keywords\[1\] must not be empty$/],
    [rules({ keywords: ['Same', 'ｓａｍｅ'] }), /^assistant\.rules\[2\]\.keywords\[1\] is the same as keywords\[0\]/],
    [rules({ answer: 'x'.repeat(5001) }), /^assistant\.rules\[2\]\.answer must be at most 5000 characters long$/],
    [rules({ id: 'no spaces' }), /^assistant\.rules\[2\]\.id must be letters, digits, _ and - alone$/],
    [
      rules({ id: 'r_wifi' }),
      /^assistant\.rules\[2\]\.id r_wifi is already used in assistant\.rules\[1\]; use each id once$/,
    ],
    [
      rules({ match: 'regex', keywords: ['a', '(?=b)'] }),
      /^assistant\.rules\[2\]\.keywords\[1\] "\(\?=b\)" is not a valid pattern/,
    ],
    [rules({ match: 'ai' }), /^assistant\.rules\[2\]\.match cannot be ai: no language model is configured/],
    [
      { format, config: { qa: { mode: 'ai' } } },
      /^assistant\.config\.qa\.mode cannot be ai: no language model is configured/,
    ],
    [
      rules({ schedule: [{ days: ['mon'], from: '25:00', to: '26:00' }] }),
      /^assistant\.rules\[2\]\.schedule\[0\]\.from must be a time of day/,
    ],
    [
      { format, config: { qa: { mode: 'regex' } } },
      /^assistant\.config\.qa\.mode cannot be regex: in rule r_wifi \(Password\?\) keywords\[0\]/,
    ],
    [
      { format, config: { welcome: { enabled: true } }, welcome: { enabled: false } },
      /^assistant\.config\.welcome\.enabled and assistant\.welcome\.enabled are the same switch/,
    ],
  ]
  for (const [assistant, error] of refused) {
    for (const dryRun of [true, false]) {
      const answer = await admin.post(`${path}/import`, { assistant, mode: 'merge', dryRun })
      assert.equal(answer.status, 400, JSON.stringify(assistant).slice(0, 200))
      assert.match(answer.body.error, error)
    }
  }
  for (const body of [{}, { assistant: whole, csv: 'keywords,question,answer' }]) {
    assert.equal((await admin.post(`${path}/import`, body)).body.error, 'Send either assistant or csv, but not both')
  }
  assert.equal((await admin.get(`${path}/export`)).text, before)
  assert.equal((await admin.get(`${path}/versions`)).body.versions.length, 1)
})

test('an import keeps a channel within its limits, whatever the channel already has', async () => {
  const path = await fresh('C-limits')
  const many = (from: number, count: number) =>
    [
      'keywords,question,answer',
      ...Array.from({ length: count }, (_, index) => `w${from + index},Q${from + index},A`),
    ].join('\n')
  assert.equal((await admin.post(`${path}/import`, { csv: many(0, 10_000) })).body.created, 10_000)
  const beyond = await admin.post(`${path}/import`, { csv: many(10_000, 1), mode: 'merge' })
  assert.deepEqual(
    [beyond.status, beyond.body.error],
    [400, 'A channel holds at most 10000 rules; after this import it would hold 10001'],
  )
  assert.equal((await admin.post(`${path}/import`, { csv: many(10_000, 1) })).body.deleted, 10_000)
  const patterns = Array.from({ length: 201 }, (_, index) => `w${index},Q${index},A,regex`)
  const answer = await admin.post(`${path}/import`, { csv: ['keywords,question,answer,match', ...patterns].join('\n') })
  assert.equal(answer.status, 400)
  assert.match(answer.body.error, /at most 200 patterns/)
})

test('a file that exceeds the limit of a request is refused with a hint what to do', async () => {
  const path = await fresh('C-large')
  const answer = await admin.post(`${path}/import`, { csv: 'x'.repeat(1024 * 1024) })
  assert.deepEqual(
    [answer.status, answer.body.error],
    [
      400,
      'Body is too large; at most 1 MiB is allowed; import the rules in parts with mode merge, or with the command ' +
        'innkeeper assistant import',
    ],
  )
})

test('imported rules answer at once', async () => {
  const path = await fresh('C-live')
  await admin.post(`${path}/import`, { assistant: { format, rules: [hours] } })
  const channelNo = await service.store.findChannelNo('C-live')
  assert.ok(channelNo)
  const before = await service.store.getAssistant(channelNo)
  await admin.post(`${path}/import`, { assistant: { format, rules: [wifi] } })
  const after = await service.store.getAssistant(channelNo)
  assert.ok(after.version > before.version, 'everything derived from the rules is rebuilt')
  assert.deepEqual(
    after.assistant.rules.map(({ id }) => id),
    ['r_wifi'],
  )
})
