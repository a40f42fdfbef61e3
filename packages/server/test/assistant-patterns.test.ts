import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInn } from './support/inn.ts'

const inn = await openInn()
const admin = await inn.caller('U-admin')
const fresh = async (channel: string) =>
  `/api/channels/${await inn.channel(channel, { admins: ['U-admin'] })}/assistant`
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
      assert.ok(answer.body.error.startsWith(`keywords: ${JSON.stringify(keyword)} is not a valid pattern: `), keyword)
    }
  }
  assert.deepEqual((await admin.get(`${path}/qa/${created.body.id}`)).body.keywords, good, 'nothing has changed')
})

test('outside regex mode any text is a keyword', async () => {
  const path = await fresh('C-text')
  assert.equal((await admin.post(`${path}/qa`, { ...rule, keywords: bad })).status, 201)
})

test("a rule's own mode counts before the channel's", async () => {
  const path = await fresh('C-own')
  const broken = { ...rule, keywords: ['(unclosed'] }
  assert.equal((await admin.post(`${path}/qa`, { ...broken, match: 'regex' })).status, 400)
  const { id } = (await admin.post(`${path}/qa`, { ...broken, match: 'exact' })).body
  assert.equal((await admin.put(`${path}/config`, { qa: { mode: 'regex' } })).status, 200, 'it matches exactly')
  assert.equal((await admin.put(`${path}/qa/${id}`, { match: null })).status, 400)
  assert.equal((await admin.put(`${path}/qa/${id}`, { match: 'regex' })).status, 400)
  assert.equal((await admin.put(`${path}/qa/${id}`, { match: null, keywords: ['closed'] })).status, 200)
})

test('switching to regex while a stored keyword is no pattern is refused and names the rule', async () => {
  const path = await fresh('C-switch')
  await admin.post(`${path}/qa`, rule)
  const { id } = (await admin.post(`${path}/qa`, { ...rule, keywords: ['(:'], question: 'Sad?' })).body
  const answer = await admin.put(`${path}/config`, { enabled: false, qa: { mode: 'regex' } })
  assert.equal(answer.status, 400)
  assert.match(
    answer.body.error,
    new RegExp(`^qa\\.mode cannot be regex: in rule ${id} \\(Sad\\?\\) "\\(:" is not a valid`),
  )
  const { body } = await admin.get(`${path}/config`)
  assert.deepEqual([body.enabled, body.qa.mode], [true, 'keyword'], 'nothing has changed')
  await admin.put(`${path}/qa/${id}`, { keywords: ['\\(:'] })
  assert.equal((await admin.put(`${path}/config`, { qa: { mode: 'regex' } })).status, 200)
})

test('a channel holds at most 200 patterns', async () => {
  const path = await fresh('C-200')
  const add = (count: number, match: string) => admin.post(`${path}/qa`, { ...rule, keywords: patterns(count), match })
  for (let round = 0; round < 3; round++) assert.equal((await add(50, 'regex')).status, 201)
  const { id } = (await add(49, 'regex')).body
  const last = (await add(1, 'regex')).body
  const full = await add(1, 'regex')
  assert.deepEqual([full.status, full.body.error], [400, 'keywords: a channel holds at most 200 patterns'])
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

test('switching to regex is refused where the rules hold too many patterns', async () => {
  const path = await fresh('C-too-many')
  for (let round = 0; round < 4; round++) await admin.post(`${path}/qa`, { ...rule, keywords: patterns(50) })
  assert.equal((await admin.put(`${path}/config`, { qa: { mode: 'regex' } })).status, 200, '200 are allowed')
  await admin.put(`${path}/config`, { qa: { mode: 'keyword' } })
  await admin.post(`${path}/qa`, rule)
  const answer = await admin.put(`${path}/config`, { qa: { mode: 'regex' } })
  assert.equal(answer.body.error, 'qa.mode cannot be regex: the rules hold more than 200 patterns')
})
