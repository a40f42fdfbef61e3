import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const fresh = async (channel: string) =>
  `/api/channels/${await service.channel(channel, { owner: 'U-owner', members: ['U-mika'] })}/settings`

const standard = {
  timezone: 'UTC',
  language: 'en',
  newMemberRole: 'member',
  retentionDays: null,
  backup: 'members',
  history: 'all',
  allowPush: false,
  askWithModel: false,
  updatedAt: null,
  updatedBy: null,
}
const stamp = { updatedAt: '2026-03-10T12:00:00Z', updatedBy: 'U-owner' }

test('a new channel has the standard settings, and members can read them', async () => {
  const path = await fresh('C-standard')
  assert.deepEqual((await owner.get(path)).body, standard)
  assert.deepEqual((await (await service.caller('U-mika')).get(path)).body, standard)
})

test('a change sets only the fields it names and returns all settings', async () => {
  const path = await fresh('C-merge')
  const changes = {
    timezone: 'Asia/Tokyo',
    language: 'ja',
    newMemberRole: 'guest',
    retentionDays: 90,
    backup: 'admins',
    history: 'since-joined',
    allowPush: true,
    askWithModel: true,
  }
  let expected: object = { ...standard, ...stamp }
  for (const [name, value] of Object.entries(changes)) {
    expected = { ...expected, [name]: value }
    const answer = await owner.put(path, { [name]: value })
    assert.deepEqual([answer.status, answer.body], [200, expected], name)
    assert.deepEqual((await owner.get(path)).body, expected, name)
  }
  assert.deepEqual((await owner.put(path, { retentionDays: null })).body, { ...expected, retentionDays: null })
})

test('settings can be read, edited and written back as a whole', async () => {
  const path = await fresh('C-back')
  await owner.put(path, { retentionDays: 7 })
  const { body } = await owner.get(path)
  const answer = await owner.put(path, { ...body, language: 'th', updatedAt: 'whenever', updatedBy: 'U-somebody' })
  assert.deepEqual([answer.status, answer.body], [200, { ...standard, ...stamp, retentionDays: 7, language: 'th' }])
})

test('a value that is not allowed is refused by name and changes nothing', async () => {
  const path = await fresh('C-values')
  const bad: [body: object, error: RegExp][] = [
    [{ timezone: 'Mars/Olympus' }, /^timezone must be an IANA time zone/],
    [{ timezone: '+09:00' }, /^timezone must be an IANA time zone/],
    [{ timezone: '' }, /^timezone must be an IANA time zone/],
    [{ timezone: null }, /^timezone must be a text/],
    [{ language: 'fr' }, /^language must be one of en, ja, zh-TW, zh-CN, th$/],
    [{ newMemberRole: 'admin' }, /^newMemberRole must be one of member, guest$/],
    [{ backup: 'everybody' }, /^backup must be one of members, admins, off$/],
    [{ history: 'none' }, /^history must be one of all, since-joined$/],
    [{ allowPush: 'yes' }, /^allowPush must be true or false$/],
    [{ allowPush: null }, /^allowPush must be true or false$/],
    [{ name: 'New name' }, /^Unknown field "name"$/],
    [{ language: 'ja', timezone: 'nowhere' }, /^timezone must be/],
    [[], /^Body must be an object$/],
  ]
  for (const [body, error] of bad) {
    const answer = await owner.put(path, body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.match(answer.body.error, error)
  }
  assert.deepEqual((await owner.get(path)).body, standard)
})

test('every zone of the IANA database can be set', async () => {
  const path = await fresh('C-zones')
  for (const timezone of ['America/Argentina/Buenos_Aires', 'Etc/GMT+12', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC']) {
    assert.equal((await owner.put(path, { timezone })).body.timezone, timezone)
  }
})

test('a change that names nothing changes nothing and is not logged', async () => {
  const service = await startTestService()
  const channel = await service.channel('C-unchanged', { owner: 'U-owner' })
  const owner = await service.caller('U-owner')
  const rule = await owner.post(`/api/channels/${channel}/assistant/qa`, {
    keywords: ['a'],
    question: 'b',
    answer: 'c',
  })
  const noted = (await owner.get(`/api/channels/${channel}/audit`)).body.entries.length
  service.clock.now += 60_000
  for (const path of [
    'settings',
    'assistant/config',
    'assistant/welcome',
    'assistant/rules',
    `assistant/qa/${rule.body.id}`,
  ]) {
    const before = await owner.get(`/api/channels/${channel}/${path}`)
    assert.deepEqual((await owner.put(`/api/channels/${channel}/${path}`, {})).body, before.body, path)
  }
  assert.equal((await owner.get(`/api/channels/${channel}/audit`)).body.entries.length, noted)
})
