import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finishErasures } from '../../support/finish-erasures.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const admin = await service.caller('U-admin')
const mika = await service.caller('U-mika')
const fresh = async (channel: string) =>
  `/api/channels/${await service.channel(channel, { admins: ['U-admin'], members: ['U-mika'] })}/assistant`
const rule = { keywords: ['hours', '営業時間'], question: 'When are you open?', answer: 'From 9 to 18.' }

test('every change is a version that says who changed what, and the newest comes first', async () => {
  const path = await fresh('C-list')
  assert.deepEqual((await mika.get(`${path}/versions`)).body, { versions: [], nextCursor: null })
  await admin.put(`${path}/config`, { qa: { mode: 'exact', cooldownSeconds: 5 }, welcome: { enabled: true } })
  await admin.put(`${path}/welcome`, { message: 'Hi', quietHours: { from: '22:00', to: '07:00' } })
  await admin.put(`${path}/rules`, { content: 'Be kind.' })
  const { id } = (await admin.post(`${path}/qa`, rule)).body
  await admin.put(`${path}/qa/${id}`, { answer: 'From 8.', priority: 3 })
  await admin.put(`${path}/config`, { quietUntil: '2026-03-10T13:00:00Z' })
  await admin.delete(`${path}/qa/${id}`)
  const { versions } = (await mika.get(`${path}/versions`)).body
  const ofRule = { part: 'rule', ruleId: id, question: rule.question }
  assert.deepEqual(
    versions.map((one: { version: number; changes: object[] }) => [one.version, one.changes]),
    [
      [7, [{ ...ofRule, change: 'deleted', members: [] }]],
      [6, [{ part: 'config', change: 'changed', members: ['quietUntil'] }]],
      [5, [{ ...ofRule, change: 'changed', members: ['answer', 'priority'] }]],
      [4, [{ ...ofRule, change: 'created', members: [] }]],
      [3, [{ part: 'groupRules', change: 'changed', members: ['content'] }]],
      [2, [{ part: 'welcome', change: 'changed', members: ['message', 'quietHours'] }]],
      [
        1,
        [
          { part: 'config', change: 'changed', members: ['qa.mode', 'qa.cooldownSeconds'] },
          { part: 'welcome', change: 'changed', members: ['enabled'] },
        ],
      ],
    ],
  )
  for (const { at, by, changes, changeCount } of versions) {
    assert.deepEqual([at, by, changeCount], ['2026-03-10T12:00:00Z', 'U-admin', changes.length])
  }
})

test('a change that changes nothing makes no version', async () => {
  const path = await fresh('C-same')
  const { id } = (await admin.post(`${path}/qa`, rule)).body
  await admin.put(`${path}/qa/${id}`, { answer: rule.answer })
  await admin.put(`${path}/config`, { enabled: true, qa: { mode: 'keyword' } })
  await admin.put(`${path}/welcome`, {})
  assert.equal((await admin.get(`${path}/versions`)).body.versions.length, 1)
})

test('versions can be read page by page', async () => {
  const path = await fresh('C-pages')
  for (let cooldownSeconds = 1; cooldownSeconds <= 7; cooldownSeconds++) {
    await admin.put(`${path}/config`, { qa: { cooldownSeconds } })
  }
  const seen: number[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const from: string = cursor && `&cursor=${encodeURIComponent(cursor)}`
    const { body } = await mika.get(`${path}/versions?limit=3${from}`)
    seen.push(...body.versions.map(({ version }: { version: number }) => version))
    cursor = body.nextCursor
  }
  assert.deepEqual(seen, [7, 6, 5, 4, 3, 2, 1])
  const other = (await admin.get(`${path}/versions?limit=3`)).body.nextCursor
  const foreign = await fresh('C-pages-other')
  assert.equal((await admin.get(`${foreign}/versions?cursor=${encodeURIComponent(other)}`)).status, 400)
})

test('a version shows the whole assistant as it was then', async () => {
  const path = await fresh('C-whole')
  const exports: object[] = []
  const keep = async () => exports.push((await admin.get(`${path}/export`)).body)
  const create = async (part: object) => (await admin.post(`${path}/qa`, { ...rule, ...part })).body.id as string
  const first = await create({})
  await keep()
  const second = await create({ schedule: [{ to: '18:00', from: '09:00', days: ['mon'] }], priority: 7 })
  await keep()
  await admin.put(`${path}/qa/${first}`, { keywords: ['one'], quickReplies: [{ text: 'Where?', label: 'Where' }] })
  await keep()
  await admin.put(`${path}/config`, { enabled: false, qa: { mode: 'similar' }, rules: { enabled: true } })
  await keep()
  await admin.put(`${path}/welcome`, { quietHours: { from: '22:00', to: '06:00' }, greetReturning: false })
  await keep()
  await admin.delete(`${path}/qa/${second}`)
  await keep()
  for (const [index, whole] of exports.entries()) {
    const answer = await mika.get(`${path}/versions/${index + 1}`)
    assert.deepEqual(answer.body.assistant, whole, `version ${index + 1}`)
    assert.equal(JSON.stringify(answer.body.assistant), JSON.stringify(whole))
  }
})

test('a version that does not exist is not found', async () => {
  const path = await fresh('C-none')
  await admin.put(`${path}/config`, { enabled: false })
  for (const version of ['0', '2', '-1', '01', '1.0', 'x', '99999999999999999999']) {
    for (const answer of [
      await admin.get(`${path}/versions/${version}`),
      await admin.post(`${path}/versions/${version}/restore`),
    ]) {
      assert.deepEqual([answer.status, answer.body], [404, { error: 'Version not found' }], version)
    }
  }
})

test('restoring a version brings the assistant back as it was and creates a new version', async () => {
  const path = await fresh('C-restore')
  const made = (await admin.post(`${path}/qa`, rule)).body
  service.clock.now += 60_000
  const younger = (await admin.post(`${path}/qa`, { ...rule, question: 'The younger?' })).body
  await admin.put(`${path}/welcome`, { enabled: true, message: 'Hello {name}' })
  const then = (await admin.get(`${path}/export`)).body
  await admin.put(`${path}/qa/${younger.id}`, { answer: 'Changed.' })
  await admin.delete(`${path}/qa/${made.id}`)
  await admin.post(`${path}/qa`, { ...rule, question: 'The third?' })
  await admin.put(`${path}/welcome`, { enabled: false })
  await admin.put(`${path}/config`, { quietUntil: '2026-03-10T20:00:00Z' })
  const now = (await admin.get(`${path}/export`)).body

  const foreseen = await admin.post(`${path}/versions/3/restore`, { dryRun: true })
  assert.deepEqual((await admin.get(`${path}/export`)).body, now, 'a dry run writes nothing')
  const done = await admin.post(`${path}/versions/3/restore`)
  assert.deepEqual({ ...done.body, dryRun: true, version: null }, foreseen.body)
  const { dryRun, created, changed, deleted, unchanged, version } = done.body
  assert.deepEqual([dryRun, created, changed, deleted, unchanged, version], [false, 1, 1, 1, 0, 9])
  assert.deepEqual((await admin.get(`${path}/export`)).body, then)

  const back = (await admin.get(`${path}/qa/${made.id}`)).body
  assert.deepEqual(
    [back.createdAt, back.createdBy, back.updatedAt],
    [made.createdAt, 'U-admin', '2026-03-10T12:01:00Z'],
    'it has its age again, which breaks ties',
  )
  const { rules } = (await admin.get(`${path}/qa`)).body
  assert.deepEqual(
    rules.map(({ id }: { id: string }) => id),
    [made.id, younger.id],
  )
  assert.equal((await admin.get(`${path}/config`)).body.quietUntil, '2026-03-10T20:00:00Z', 'muting is not restored')

  const again = await admin.post(`${path}/versions/9/restore`, {})
  assert.deepEqual([again.body.version, again.body.changes, again.body.unchanged], [null, [], 2])
  const undone = await admin.post(`${path}/versions/8/restore`)
  assert.equal(undone.body.version, 10)
  assert.deepEqual((await admin.get(`${path}/export`)).body, now, 'and back again')
  service.clock.now -= 60_000
})

test('a version stays the same whatever happens later, including restores', async () => {
  const path = await fresh('C-lasting')
  const wholes: object[] = []
  const steps = [
    () => admin.post(`${path}/qa`, rule),
    () => admin.post(`${path}/versions/1/restore`).then(() => admin.put(`${path}/rules`, { content: '1. Be kind.' })),
    () => admin.post(`${path}/import`, { assistant: { format: 'innkeeper-assistant/1', rules: [] } }),
    () => admin.post(`${path}/versions/1/restore`),
    () =>
      admin.post(`${path}/import`, { csv: 'keywords,question,answer\nwifi,Password?,On the board.', mode: 'merge' }),
  ]
  for (const step of steps) {
    await step()
    wholes.push((await admin.get(`${path}/export`)).body)
    for (const [index, whole] of wholes.entries()) {
      assert.deepEqual((await admin.get(`${path}/versions/${index + 1}`)).body.assistant, whole, `version ${index + 1}`)
    }
  }
})

test('restoring is refused if the old assistant is no longer valid, and changes nothing', async () => {
  const path = await fresh('C-refused')
  await admin.put(`${path}/config`, { qa: { mode: 'regex' } })
  const { id } = (await admin.post(`${path}/qa`, { ...rule, keywords: ['ho+urs'] })).body
  await admin.put(`${path}/qa/${id}`, { keywords: ['(hours'], match: 'keyword' })
  const old = JSON.stringify({ keywords: ['(?=x)'], match: null })
  const rewritten = await service.environment.withSql((sql) =>
    sql.run('update assistant_changes set before = ? where version = 3 and rule_id = ?', old, id),
  )
  assert.equal(rewritten, 1, 'what an earlier release may have accepted as a pattern')
  const before = (await admin.get(`${path}/export`)).body
  for (const dryRun of [true, false]) {
    const answer = await admin.post(`${path}/versions/2/restore`, { dryRun })
    assert.equal(answer.status, 400)
    assert.match(
      answer.body.error,
      new RegExp(`^Version 2 cannot be restored: in rule ${id} \\(When are you open\\?\\) keywords\\[0\\]`),
    )
  }
  assert.deepEqual((await admin.get(`${path}/export`)).body, before)
  assert.equal((await admin.get(`${path}/versions`)).body.versions.length, 3)
})

test('a version with thousands of rules is as complete as a small one', async () => {
  const path = await fresh('C-large')
  const rows = Array.from({ length: 4321 }, (_, index) => `word${index},Question ${index}?,Answer ${index}.`)
  const csv = ['keywords,question,answer', ...rows].join('\n')
  assert.deepEqual((await admin.post(`${path}/import`, { csv })).body.created, 4321)
  const whole = (await admin.get(`${path}/export`)).body
  assert.equal((await admin.post(`${path}/import`, { csv: 'keywords,question,answer' })).body.deleted, 4321)
  await admin.put(`${path}/config`, { enabled: false })
  const { assistant, changes } = (await mika.get(`${path}/versions/1`)).body
  assert.deepEqual([assistant, changes.length], [whole, 1000])
  const { versions } = (await mika.get(`${path}/versions`)).body
  assert.deepEqual(
    versions.map((one: { changeCount: number; changes: object[] }) => [one.changeCount, one.changes.length]),
    [
      [1, 1],
      [4321, 20],
      [4321, 20],
    ],
  )
  assert.equal((await admin.post(`${path}/versions/1/restore`)).body.created, 4321)
  assert.deepEqual((await admin.get(`${path}/export`)).body, whole)
})

test('versions name the operator, and the audit log names imports and restores', async () => {
  const path = await fresh('C-audit')
  const owner = await service.caller('U-boss')
  await service.channel('C-audit', { owner: 'U-boss', admins: ['U-admin'] })
  await service.store.write<'change-welcome'>({
    kind: 'change-welcome',
    by: { kind: 'operator' },
    at: service.clock.now,
    channelId: 'C-audit',
    change: { message: 'From the operator' },
  })
  assert.equal((await admin.get(`${path}/versions/1`)).body.by, 'operator')
  await admin.post(`${path}/import`, { csv: 'keywords,question,answer\nwifi,Password?,On the board.' })
  await admin.post(`${path}/versions/1/restore`)
  const { entries } = (await owner.get('/api/channels/C-audit/audit')).body
  assert.deepEqual(
    entries.slice(0, 2).map(({ action, detail }: { action: string; detail: object }) => [action, detail]),
    [
      ['assistant.restored', { version: 3, restored: 1, parts: ['rule'] }],
      ['assistant.imported', { version: 2, parts: ['rule'], rules: { created: 1, changed: 0, deleted: 0 } }],
    ],
  )
})

test('an erased person is named in no version and in no restored rule', async () => {
  const path = await fresh('C-erased')
  await service.channel('C-erased', { admins: ['U-gone'] })
  const gone = await service.caller('U-gone')
  const { id } = (await gone.post(`${path}/qa`, rule)).body
  await gone.delete(`${path}/qa/${id}`)
  const { now: at } = service.clock
  await service.store.write<'erase-person'>({
    kind: 'erase-person',
    by: { kind: 'operator' },
    at,
    userId: 'U-gone',
    channelId: null,
  })
  await finishErasures(service.store, at)
  const { versions } = (await admin.get(`${path}/versions`)).body
  assert.deepEqual(
    versions.map(({ by }: { by: string }) => by),
    ['erased', 'erased'],
  )
  await admin.post(`${path}/versions/1/restore`)
  assert.equal((await admin.get(`${path}/qa/${id}`)).body.createdBy, 'erased')
})
