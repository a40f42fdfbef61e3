import assert from 'node:assert/strict'
import { test } from 'node:test'
import { message } from '../../support/content/events.ts'
import type { Caller } from '../../support/http/caller.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const tea = { keywords: ['tea'], question: 'Is there tea?', answer: 'Always.' }

/** What people can edit, with its path and two changes to it. */
const resources: Record<string, { path(channel: string): Promise<string>; first: object; second: object }> = {
  'the configuration of the assistant': {
    path: async (channel) => `${channel}/assistant/config`,
    first: { qa: { mode: 'exact' } },
    second: { enabled: false },
  },
  'a rule': {
    path: async (channel) => `${channel}/assistant/qa/${(await owner.post(`${channel}/assistant/qa`, tea)).body.id}`,
    first: { answer: 'From five.' },
    second: { priority: 3 },
  },
  'the welcome': {
    path: async (channel) => `${channel}/assistant/welcome`,
    first: { message: 'Hello' },
    second: { quietHours: { from: '22:00', to: '07:00' } },
  },
  'the group rules': {
    path: async (channel) => `${channel}/assistant/rules`,
    first: { content: 'Be kind.' },
    second: { enabled: true },
  },
  'the settings': {
    path: async (channel) => `${channel}/settings`,
    first: { language: 'ja' },
    second: { retentionDays: 30 },
  },
}

let channels = 0
const fresh = async () => `/api/channels/${await service.channel(`C-${++channels}`, { owner: 'U-owner' })}`
const tagOf = ({ headers }: { headers: Headers }) => headers.get('etag') ?? ''
const put = (path: string, body: object, tag: string, caller: Caller = owner) =>
  caller.request('PUT', path, { body, headers: { 'if-match': tag } })
const changedMeanwhile = [412, { error: 'Changed meanwhile; read it again before changing it' }]

for (const [name, { path: pathIn, first, second }] of Object.entries(resources)) {
  test(`a change to ${name} that is based on an older edition is refused, and nothing is overwritten`, async () => {
    const path = await pathIn(await fresh())
    const read = await owner.get(path)
    assert.match(tagOf(read), /^"[\w-]{22}"$/)
    const mine = await put(path, first, tagOf(read))
    assert.equal(mine.status, 200)
    assert.notEqual(tagOf(mine), tagOf(read))

    for (const change of [second, first, {}]) {
      const late = await put(path, change, tagOf(read))
      assert.deepEqual([late.status, late.body], changedMeanwhile)
    }
    const now = await owner.get(path)
    assert.deepEqual([now.body, tagOf(now)], [mine.body, tagOf(mine)])

    assert.equal((await put(path, second, tagOf(now))).status, 200, 'the current edition is accepted')
    assert.equal((await owner.put(path, first)).status, 200, 'without If-Match the last write wins')
    assert.equal((await put(path, second, '*')).status, 200, '* matches any edition')
  })
}

test('a rule that someone else has changed is not deleted', async () => {
  const rules = `${await fresh()}/assistant/qa`
  const made = await owner.post(rules, tea)
  const path = `${rules}/${made.body.id}`
  const changed = await owner.put(path, { answer: 'From five.' })
  const remove = (tag: string) => owner.request('DELETE', path, { headers: { 'if-match': tag } })
  const late = await remove(tagOf(made))
  assert.deepEqual([late.status, late.body], changedMeanwhile)
  assert.deepEqual((await owner.get(path)).body, changed.body)
  assert.equal((await remove(tagOf(changed))).status, 200)
  assert.equal((await remove(tagOf(changed))).status, 404)
})

test('a refused change leaves no trace in the audit log or the versions', async () => {
  const channel = await fresh()
  const path = `${channel}/assistant/welcome`
  const read = await owner.get(path)
  await put(path, { message: 'Hello' }, tagOf(read))
  const traces = async () => [
    (await owner.get(`${channel}/audit`)).text,
    (await owner.get(`${channel}/assistant/versions`)).text,
  ]
  const before = await traces()
  assert.equal((await put(path, { message: 'Late' }, tagOf(read))).status, 412)
  assert.deepEqual(await traces(), before)
})

test('an edition covers what can be edited: timestamps do not change it, and the same content is the same edition', async () => {
  const channel = await fresh()
  for (const { path: pathIn, first } of Object.values(resources)) {
    const path = await pathIn(channel)
    const once = await owner.put(path, first)
    service.clock.now += 60_000
    const again = await owner.put(path, first)
    assert.notEqual(again.body.updatedAt, once.body.updatedAt)
    assert.deepEqual([tagOf(again), tagOf(await owner.get(path))], [tagOf(once), tagOf(once)])
  }
})

test('a rule keeps its edition when it answers', async () => {
  const channel = await fresh()
  const made = await owner.post(`${channel}/assistant/qa`, tea)
  const question = message(`C-${channels}`, service.clock.now, { content: { type: 'text', text: 'Some tea?' } })
  await service.receive([{ ...question, reply: { token: 't', expiresAt: null, isOneUse: true, cost: 'free' } }])
  const path = `${channel}/assistant/qa/${made.body.id}`
  const answered = await owner.get(path)
  assert.deepEqual([answered.body.hits, tagOf(answered)], [1, tagOf(made)])
  assert.equal((await put(path, { priority: 1 }, tagOf(made))).status, 200)
})

test('of many simultaneous writes with the same edition, exactly one succeeds', async () => {
  for (const { path: pathIn } of Object.values(resources).slice(0, 2)) {
    const path = await pathIn(await fresh())
    const isRule = path.includes('/qa/')
    const tag = tagOf(await owner.get(path))
    const changes = Array.from({ length: 8 }, (_, index) =>
      isRule ? { priority: index + 1 } : { qa: { cooldownSeconds: index + 1 } },
    )
    const answers = await Promise.all(changes.map((change) => put(path, change, tag)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(412)])
    const done = answers.find(({ status }) => status === 200)
    assert.deepEqual((await owner.get(path)).body, done?.body)
  }
})

test('If-Match can name several tags, and a tag that a proxy made weak still counts', async () => {
  const path = `${await fresh()}/settings`
  for (const form of [(tag: string) => `"other", ${tag}`, (tag: string) => `W/${tag},"other"`, (tag: string) => tag]) {
    const tag = form(tagOf(await owner.get(path)))
    const allowPush = !(await owner.get(path)).body.allowPush
    assert.equal((await put(path, { allowPush }, tag)).status, 200, tag)
    assert.equal((await put(path, { allowPush: !allowPush }, tag)).status, 412, `${tag} is outdated by now`)
  }
})

test('an unreadable If-Match is refused with an explanation, and nothing is changed', async () => {
  const path = `${await fresh()}/settings`
  const before = (await owner.get(path)).text
  for (const tag of ['abc', '"abc', '"a" "b"', '*, "a"', '"a",', 'w/"a"', '', ',', '**']) {
    const answer = await put(path, { language: 'ja' }, tag)
    assert.equal(answer.status, 400, tag)
    assert.match(answer.body.error, /^If-Match must be /)
  }
  assert.equal((await owner.get(path)).text, before)
})

test('permission and existence are checked before the edition', async () => {
  const channelId = `C-${++channels}`
  await service.channel(channelId, { owner: 'U-owner', members: ['U-mika'] })
  const mika = await service.caller('U-mika')
  const rules = `/api/channels/${channelId}/assistant/qa`
  assert.equal((await put(`/api/channels/${channelId}/settings`, {}, '"other"', mika)).status, 403)
  assert.equal((await put(`${rules}/none`, { priority: 1 }, '"other"')).status, 404)
})
