import assert from 'node:assert/strict'
import { test } from 'node:test'
import { message } from '../../support/content/events.ts'
import { idsOf } from '../../support/http/walk.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const admin = await service.caller('U-admin')
const mika = await service.caller('U-mika')
const fresh = async (channel: string) =>
  `/api/channels/${await service.channel(channel, { admins: ['U-admin'], members: ['U-mika'] })}/assistant/qa`
const rule = { keywords: ['opening hours', '営業時間'], question: 'When are you open?', answer: 'From 9 to 18.' }

test('a rule can be created, read, changed and deleted', async () => {
  const path = await fresh('C-life')
  const created = await admin.post(path, rule)
  assert.equal(created.status, 201)
  const { id } = created.body
  assert.equal(created.headers.get('location'), `${path}/${id}`)
  const whole = {
    id,
    ...rule,
    enabled: true,
    priority: 0,
    match: null,
    answers: [],
    pick: 'random',
    cooldownSeconds: 0,
    memberCooldownSeconds: 0,
    schedule: [],
    activeFrom: null,
    activeUntil: null,
    quickReplies: [],
    picture: null,
    lastFailure: null,
    hits: 0,
    lastHitAt: null,
    createdAt: '2026-03-10T12:00:00Z',
    updatedAt: '2026-03-10T12:00:00Z',
    createdBy: 'U-admin',
  }
  assert.deepEqual(created.body, whole)
  assert.deepEqual((await mika.get(created.headers.get('location') ?? '')).body, whole)
  assert.deepEqual((await mika.get(path)).body, { rules: [whole] })

  service.clock.now += 60_000
  const changed = await admin.put(`${path}/${id}`, { answer: 'From 8 to 20.' })
  const after = { ...whole, answer: 'From 8 to 20.', updatedAt: '2026-03-10T12:01:00Z' }
  assert.deepEqual([changed.status, changed.body], [200, after])
  assert.deepEqual((await mika.get(`${path}/${id}`)).body, after)
  service.clock.now -= 60_000

  const deleted = await admin.delete(`${path}/${id}`)
  assert.deepEqual([deleted.status, deleted.body], [200, { success: true }])
  assert.deepEqual((await mika.get(path)).body, { rules: [] })
})

test('a change only sets the fields it names', async () => {
  const path = await fresh('C-merge')
  const created = (await admin.post(path, { ...rule, enabled: false, priority: 5, match: 'exact' })).body
  assert.deepEqual([created.enabled, created.priority, created.match], [false, 5, 'exact'])
  const changes = { keywords: ['new'], question: 'New?', answer: 'New.', enabled: true, priority: -5, match: null }
  let expected = created
  for (const [name, value] of Object.entries(changes)) {
    expected = { ...expected, [name]: value }
    assert.deepEqual((await admin.put(`${path}/${created.id}`, { [name]: value })).body, expected, name)
  }
  assert.deepEqual((await admin.put(`${path}/${created.id}`, {})).body, expected)
})

test('what was read can be edited and written back, and posted as a new rule', async () => {
  const path = await fresh('C-back')
  const { body } = await admin.post(path, rule)
  const forged = { ...body, hits: 99, lastHitAt: '1999-01-01T00:00:00Z', createdBy: 'U-forged', id: 'r_forged' }
  const back = await admin.put(`${path}/${body.id}`, { ...forged, answer: 'Edited.' })
  assert.deepEqual([back.status, back.body], [200, { ...body, answer: 'Edited.' }])
  const copy = await admin.post(path, forged)
  assert.equal(copy.status, 201, copy.text)
  assert.notEqual(copy.body.id, body.id)
  assert.deepEqual([copy.body.hits, copy.body.createdBy], [0, 'U-admin'])
})

test('a rule that does not exist is not found', async () => {
  const path = await fresh('C-none')
  const other = await fresh('C-none-other')
  const { id } = (await admin.post(other, rule)).body
  for (const target of ['r_none', id]) {
    for (const answer of [
      await admin.get(`${path}/${target}`),
      await admin.put(`${path}/${target}`, { answer: 'x' }),
      await admin.delete(`${path}/${target}`),
    ]) {
      assert.deepEqual([answer.status, answer.body], [404, { error: 'Rule not found' }], target)
    }
  }
  assert.equal((await admin.get(`${other}/${id}`)).status, 200, 'the rule of the other channel is untouched')
})

test('rules are ordered by priority, then age', async () => {
  const path = await fresh('C-order')
  const create = async (priority: number) => (await admin.post(path, { ...rule, priority })).body.id as string
  const [zero, high, low, zeroAgain, highAgain] = [
    await create(0),
    await create(1000),
    await create(-1000),
    await create(0),
    await create(1000),
  ]
  assert.deepEqual(idsOf(await admin.get(path)), [high, highAgain, zero, zeroAgain, low])
  await admin.put(`${path}/${zeroAgain}`, { priority: 500 })
  assert.deepEqual(idsOf(await admin.get(path)), [high, highAgain, zeroAgain, zero, low])
})

test('the fields of a rule have limits', async () => {
  const path = await fresh('C-limits')
  const good: object[] = [
    { keywords: Array.from({ length: 50 }, (_, index) => `k${index}`) },
    { keywords: ['x'.repeat(200)] },
    { keywords: ['🦊'.repeat(100)] },
    { question: 'x'.repeat(500) },
    { answer: 'x'.repeat(5000) },
    { priority: 1000 },
    { priority: -1000 },
  ]
  const bad: [part: object, error: RegExp][] = [
    [{ keywords: [] }, /^keywords must hold at least 1 item$/],
    [{ keywords: Array.from({ length: 51 }, () => 'k') }, /^keywords must hold at most 50 items$/],
    [{ keywords: ['ok', ''] }, /^keywords\[1\] must not be empty$/],
    [{ keywords: ['x'.repeat(201)] }, /^keywords\[0\] must be at most 200 characters long$/],
    [{ keywords: ['🦊'.repeat(101)] }, /^keywords\[0\] must be at most 200 characters long$/],
    [{ keywords: 'k' }, /^keywords must be a list$/],
    [{ keywords: [1] }, /^keywords\[0\] must be a text$/],
    [{ question: '' }, /^question must not be empty$/],
    [{ question: 'x'.repeat(501) }, /^question must be at most 500 characters long$/],
    [{ answer: '' }, /^answer must not be empty$/],
    [{ answer: 'x'.repeat(5001) }, /^answer must be at most 5000 characters long$/],
    [{ priority: 1001 }, /^priority must be a whole number from -1000 to 1000$/],
    [{ priority: -1001 }, /^priority must be a whole number from -1000 to 1000$/],
    [{ priority: 0.5 }, /^priority must be a whole number$/],
    [{ match: 'fuzzy' }, /^match must be one of keyword, exact, regex, similar, ai, null$/],
    [{ enabled: null }, /^enabled must be true or false$/],
    [{ answr: 'x' }, /^Unknown field "answr"\. Did you mean "answer"\?$/],
  ]
  const { id } = (await admin.post(path, rule)).body
  for (const part of good) {
    assert.equal((await admin.post(path, { ...rule, ...part })).status, 201, JSON.stringify(part).slice(0, 60))
    assert.equal((await admin.put(`${path}/${id}`, part)).status, 200, JSON.stringify(part).slice(0, 60))
  }
  for (const [part, error] of bad) {
    for (const answer of [await admin.post(path, { ...rule, ...part }), await admin.put(`${path}/${id}`, part)]) {
      assert.equal(answer.status, 400, JSON.stringify(part).slice(0, 60))
      assert.match(answer.body.error, error)
    }
  }
  for (const name of ['keywords', 'question', 'answer'] as const) {
    const { [name]: _, ...rest } = rule
    assert.equal((await admin.post(path, rest)).body.error, `${name} is missing`)
  }
})

test('a channel can have at most 10,000 rules', async () => {
  const path = await fresh('C-many')
  const { id } = (await admin.post(path, rule)).body
  await service.environment.withSql((sql) =>
    sql.run(
      `insert into rules (channel, rule_id, keywords, question, answer, enabled, priority, created_at, updated_at, created_by)
       with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 9998)
       select channel, 'r_' || n, keywords, question, answer, 1, 0, created_at + n, updated_at, created_by
       from rules, numbers where rule_id = ?`,
      id,
    ),
  )
  assert.equal((await admin.post(path, rule)).status, 201, 'the last one that fits')
  const answer = await admin.post(path, rule)
  assert.deepEqual([answer.status, answer.body.error], [400, 'A channel holds at most 10000 rules'])
  assert.equal((await admin.get(path)).body.rules.length, 10_000, 'all of them are listed at once')
  await admin.delete(`${path}/${id}`)
  assert.equal((await admin.post(path, rule)).status, 201)
})

test('a deleted rule can be brought back for a day, with its ID, age, hits and position', async () => {
  const path = await fresh('C-undo')
  const create = async (question: string) => (await admin.post(path, { ...rule, question })).body.id as string
  const [first, second, third] = [await create('First?'), await create('Second?'), await create('Third?')]
  await admin.put(`${path}/${second}`, { keywords: ['parking'] })
  const event = message('C-undo', service.clock.now, { from: 'U-mika', content: { type: 'text', text: 'parking?' } })
  const reply = { token: 'token', expiresAt: null, isOneUse: true, cost: 'free' } as const
  await service.receive([{ ...event, reply }])
  const before = (await admin.get(path)).body
  assert.equal(before.rules[1].hits, 1)
  assert.deepEqual(idsOf(await admin.get(path)), [first, second, third])

  await admin.delete(`${path}/${second}`)
  assert.deepEqual(idsOf(await admin.get(path)), [first, third])
  assert.equal((await mika.post(`${path}/${second}/restore`)).status, 403)
  const restored = await admin.post(`${path}/${second}/restore`)
  assert.deepEqual([restored.status, restored.body], [200, before.rules[1]])
  assert.deepEqual((await admin.get(path)).body, before)
  const again = await admin.post(`${path}/${second}/restore`)
  assert.deepEqual([again.status, again.body], [200, before.rules[1]], 'restoring what is there changes nothing')
  const versions = (await admin.get(path.replace('/qa', '/versions'))).body.versions
  assert.deepEqual(
    versions.slice(0, 2).map(({ changes: [one] }: { changes: { change: string }[] }) => one?.change),
    ['created', 'deleted'],
  )

  await admin.delete(`${path}/${second}`)
  service.clock.now += 24 * 60 * 60_000
  const late = await admin.post(`${path}/${second}/restore`)
  assert.deepEqual([late.status, late.body], [404, { error: 'Rule not found' }])
  await service.store.write<'forget-rules'>({ kind: 'forget-rules', at: service.clock.now })
  const hits = await service.environment.withSql((sql) =>
    sql.all('select rule_id from rule_hits where rule_id = ?', second),
  )
  assert.deepEqual(hits, [], 'its statistics are gone, too')
  service.clock.now -= 24 * 60 * 60_000
})

test('a rule is only brought back if the channel could have it now', async () => {
  const path = await fresh('C-undo-limits')
  const { id } = (await admin.post(path, { ...rule, keywords: ['a(b'] })).body
  await admin.delete(`${path}/${id}`)
  await admin.put(path.replace('/qa', '/config'), { qa: { mode: 'regex' } })
  const refused = await admin.post(`${path}/${id}/restore`)
  assert.equal(refused.status, 400)
  assert.match(refused.body.error, /^keywords\[0\] "a\(b" is not a valid pattern/)
  await admin.put(path.replace('/qa', '/config'), { qa: { mode: 'keyword' } })
  assert.equal((await admin.post(`${path}/${id}/restore`)).status, 200)
  assert.equal((await admin.post(`${path}/r_none/restore`)).status, 404)
  const other = await fresh('C-undo-other')
  await admin.delete(`${path}/${id}`)
  assert.equal((await admin.post(`${other}/${id}/restore`)).status, 404, 'not in another channel')
})

test('a rule that an import deleted and a restored version brings back has its hits again', async () => {
  const path = await fresh('C-undo-import')
  const { id } = (await admin.post(path, { ...rule, keywords: ['parking'] })).body
  const event = message('C-undo-import', service.clock.now, {
    from: 'U-mika',
    content: { type: 'text', text: 'parking' },
  })
  await service.receive([{ ...event, reply: { token: 't', expiresAt: null, isOneUse: true, cost: 'free' } }])
  const assistant = { format: 'innkeeper-assistant/1', rules: [] }
  await admin.post(path.replace('/qa', '/import'), { assistant, mode: 'replace' })
  assert.deepEqual(idsOf(await admin.get(path)), [])
  await admin.post(path.replace('/qa', '/versions/1/restore'))
  const back = (await admin.get(`${path}/${id}`)).body
  assert.equal(back.hits, 1)
})
