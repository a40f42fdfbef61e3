import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../support/eventually.ts'
import { startLineTestService } from '../../support/line/line.ts'

const { service, line } = await startLineTestService()
const admin = await service.caller('U-admin')
const fresh = async (channel: string) =>
  `/api/channels/${await service.channel(channel, { admins: ['U-admin'] })}/assistant`
const rule = { keywords: ['hello'], question: 'Hello?', answer: 'Hello!' }
const patterns = (count: number) => Array.from({ length: count }, (_, index) => `p${index}+`)
const good = ['^open(ing)?\\s+hours?$', '\\p{Han}{2,}', '(?i)wi-?fi', '[0-9]{3}-[0-9]{4}', '\\S+@\\S+']
const bad = [
  '(?=look)ahead',
  '(?<=look)behind',
  '(?!not)',
  '(a)\\1',
  '(unclosed',
  '*',
  '[z-a]',
  'a{1001}',
  '(?P<n>x',
  '\\',
  '(a{1,100}){1,10}$',
]

test('in regex mode a keyword must be a pattern without look-around and back-references', async () => {
  const path = await fresh('C-mode')
  assert.equal((await admin.put(`${path}/config`, { qa: { mode: 'regex' } })).status, 200)
  const created = await admin.post(`${path}/qa`, { ...rule, keywords: good })
  assert.equal(created.status, 201, created.text)
  for (const keyword of bad) {
    for (const answer of [
      await admin.post(`${path}/qa`, { ...rule, keywords: ['fine', keyword] }),
      await admin.put(`${path}/qa/${created.body.id}`, { keywords: [keyword] }),
    ]) {
      assert.equal(answer.status, 400, keyword)
      const { error } = answer.body
      assert.match(error, /^keywords\[[01]\] ".+" is not a valid pattern: (at character \d+, .+|it expands to .+)$/)
      assert.ok(error.includes(JSON.stringify(keyword)), error)
    }
  }
  assert.deepEqual((await admin.get(`${path}/qa/${created.body.id}`)).body.keywords, good, 'nothing has changed')
})

test('outside regex mode any text is a keyword', async () => {
  const path = await fresh('C-text')
  assert.equal((await admin.post(`${path}/qa`, { ...rule, keywords: bad })).status, 201)
})

test("a rule's own mode takes precedence over the channel's", async () => {
  const path = await fresh('C-own')
  const broken = { ...rule, keywords: ['(unclosed'] }
  assert.equal((await admin.post(`${path}/qa`, { ...broken, match: 'regex' })).status, 400)
  const { id } = (await admin.post(`${path}/qa`, { ...broken, match: 'exact' })).body
  assert.equal((await admin.put(`${path}/config`, { qa: { mode: 'regex' } })).status, 200, 'it matches exactly')
  assert.equal((await admin.put(`${path}/qa/${id}`, { match: null })).status, 400)
  assert.equal((await admin.put(`${path}/qa/${id}`, { match: 'regex' })).status, 400)
  assert.equal((await admin.put(`${path}/qa/${id}`, { match: null, keywords: ['closed'] })).status, 200)
})

test('switching to regex while a stored keyword is not a valid pattern is refused and names the rule', async () => {
  const path = await fresh('C-switch')
  await admin.post(`${path}/qa`, rule)
  const { id } = (await admin.post(`${path}/qa`, { ...rule, keywords: ['(:'], question: 'Sad?' })).body
  const answer = await admin.put(`${path}/config`, { enabled: false, qa: { mode: 'regex' } })
  assert.equal(answer.status, 400)
  assert.match(
    answer.body.error,
    new RegExp(`^qa\\.mode cannot be regex: in rule ${id} \\(Sad\\?\\) keywords\\[0\\] "\\(:" is not a valid`),
  )
  const { body } = await admin.get(`${path}/config`)
  assert.deepEqual([body.enabled, body.qa.mode], [true, 'keyword'], 'nothing has changed')
  await admin.put(`${path}/qa/${id}`, { keywords: ['\\(:'] })
  assert.equal((await admin.put(`${path}/config`, { qa: { mode: 'regex' } })).status, 200)
})

test('a channel can have at most 200 patterns', async () => {
  const path = await fresh('C-200')
  const add = (count: number, match: string) => admin.post(`${path}/qa`, { ...rule, keywords: patterns(count), match })
  for (let round = 0; round < 3; round++) assert.equal((await add(50, 'regex')).status, 201)
  const { id } = (await add(49, 'regex')).body
  const last = (await add(1, 'regex')).body
  const full = await add(1, 'regex')
  assert.equal(full.status, 400)
  assert.match(full.body.error, /^keywords: A channel holds at most 200 patterns, and these would be 201; /)
  assert.equal((await add(50, 'keyword')).status, 201, 'other keywords are not counted')
  assert.equal((await admin.put(`${path}/qa/${id}`, { keywords: patterns(50) })).status, 400)
  assert.equal(
    (await admin.put(`${path}/qa/${id}`, { keywords: patterns(49) })).status,
    200,
    'its own are not counted twice',
  )
  await admin.delete(`${path}/qa/${last.id}`)
  assert.equal((await admin.put(`${path}/qa/${id}`, { keywords: patterns(50) })).status, 200)
})

test('switching to regex is refused if the rules have too many patterns', async () => {
  const path = await fresh('C-too-many')
  for (let round = 0; round < 4; round++) await admin.post(`${path}/qa`, { ...rule, keywords: patterns(50) })
  assert.equal((await admin.put(`${path}/config`, { qa: { mode: 'regex' } })).status, 200, '200 are allowed')
  await admin.put(`${path}/config`, { qa: { mode: 'keyword' } })
  await admin.post(`${path}/qa`, rule)
  const answer = await admin.put(`${path}/config`, { qa: { mode: 'regex' } })
  assert.match(
    answer.body.error,
    /^qa\.mode cannot be regex: A channel holds at most 200 patterns, and these would be 201/,
  )
})

test('blank keywords, duplicate keywords and times that never occur are refused with their position', async () => {
  const path = `${await fresh('C-senseless')}/qa`
  const { id } = (await admin.post(path, rule)).body
  const monday = { activeFrom: '2026-03-02T08:00:00Z', activeUntil: '2026-03-02T12:00:00Z' }
  const cases: [part: object, error: RegExp][] = [
    [{ keywords: ['hi', ' \u3000'] }, /^keywords\[1\] is blank; /],
    [{ keywords: ['Wi-Fi', 'ＷＩ-ＦＩ'] }, /^keywords\[1\] is the same as keywords\[0\]; /],
    [{ activeFrom: monday.activeUntil, activeUntil: monday.activeFrom }, /^activeUntil must be later than activeFrom/],
    [{ ...monday, schedule: [{ days: ['wed'], from: '09:00', to: '10:00' }] }, /^schedule never falls between /],
    [{ schedule: [{ days: ['wed', 'wed'], from: '09:00', to: '10:00' }] }, /^schedule\[0\]\.days contains wed twice/],
  ]
  for (const [part, error] of cases) {
    for (const answer of [await admin.post(path, { ...rule, ...part }), await admin.put(`${path}/${id}`, part)]) {
      assert.equal(answer.status, 400, JSON.stringify(part))
      assert.match(answer.body.error, error)
    }
  }
  assert.deepEqual((await admin.get(path)).body.rules.length, 1, 'nothing was saved')
})

async function openGroup(name: string) {
  const mai = line.addUser({ displayName: 'Mai' })
  const group = line.addGroup({ name, members: [mai] })
  await group.invite()
  await group.say(mai, '/claim')
  const answers = () =>
    line.sent
      .filter(({ chatId }) => chatId === group.groupId)
      .flatMap(({ messages }) => messages.map((message) => ('text' in message ? message.text : '')))
  await line.until(() => answers().length >= 2)
  const before = answers().length
  const caller = await service.caller(mai.userId)
  return {
    caller,
    path: `/api/channels/${group.groupId}/assistant`,
    say: (text: string) => group.say(mai, text),
    answers: () => answers().slice(before),
  }
}

test('a message that matches a pattern is answered, whatever its case and width; the longest match wins', async () => {
  const { caller, path, say, answers } = await openGroup('Patterns')
  await caller.put(`${path}/config`, { qa: { mode: 'regex' } })
  await caller.post(`${path}/qa`, { ...rule, keywords: ['wi-?fi'], answer: 'inn-guest' })
  await caller.post(`${path}/qa`, { ...rule, keywords: ['wi-?fi.*slow'], answer: 'Restart it.' })
  await caller.post(`${path}/qa`, { ...rule, keywords: ['breakfast'], match: 'exact', answer: 'At 8.' })
  for (const text of ['Is there Ｗｉ－Ｆｉ?', 'breakfast, and wife', 'WIFI is so slow', 'breakfast']) await say(text)
  await line.until(() => answers().length >= 3)
  assert.deepEqual(answers(), ['inn-guest', 'Restart it.', 'At 8.'])
})

test('a message that takes too long to match gets no answer, and the next one is answered', async () => {
  const { caller, path, say, answers } = await openGroup('Slow')
  const letters = Array.from({ length: 20 }, (_, index) => String.fromCodePoint(0x3041 + index))
  const evil = letters.map((letter) => `([\\p{L}${letter}]{1,10}\\s?){1,20}$`)
  const add = async (keywords: string[], answer: string, priority = 0) =>
    (await caller.post(`${path}/qa`, { ...rule, keywords, match: 'regex', answer, priority })).body.id
  const evilId = await add(evil, 'Evil.')
  await add(['^a+$'], 'Long.')
  await add(['^done$'], 'Done.', 1)
  const long = 'a'.repeat(5000)
  await say(long)
  await say('done')
  const upTo = (count: number) =>
    eventually(
      async () => answers(),
      (all) => all.length >= count,
    )
  assert.deepEqual(await upTo(1), ['Done.'])
  // Control: the evil patterns were what kept it silent.
  await caller.delete(`${path}/qa/${evilId}`)
  await say(long)
  assert.deepEqual(await upTo(2), ['Done.', 'Long.'])
})
