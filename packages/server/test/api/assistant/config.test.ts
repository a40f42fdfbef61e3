import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const admin = await service.caller('U-admin')
const fresh = async (channel: string) =>
  `/api/channels/${await service.channel(channel, { owner: 'U-owner', admins: ['U-admin'], members: ['U-mika'] })}`

const untouched = { updatedAt: null, updatedBy: null }
const stamp = { updatedAt: '2026-03-10T12:00:00Z', updatedBy: 'U-admin' }
const standard = {
  enabled: true,
  qa: { enabled: true, mode: 'keyword', cooldownSeconds: 0, memberCooldownSeconds: 0 },
  welcome: { enabled: false },
  rules: { enabled: false },
  quietUntil: null,
  ...untouched,
}

test('a new channel has the standard assistant, and members can read it', async () => {
  const path = await fresh('C-standard')
  for (const caller of [owner, admin, await service.caller('U-mika')]) {
    assert.deepEqual((await caller.get(`${path}/assistant/config`)).body, standard)
    assert.deepEqual((await caller.get(`${path}/assistant/welcome`)).body, {
      enabled: false,
      message: '',
      quietHours: null,
      greetReturning: true,
      ...untouched,
    })
    assert.deepEqual((await caller.get(`${path}/assistant/rules`)).body, { enabled: false, content: '', ...untouched })
    assert.deepEqual((await caller.get(`${path}/assistant/qa`)).body, { rules: [] })
  }
})

test('a change to the configuration is merged deeply and returns the whole configuration', async () => {
  const path = `${await fresh('C-merge')}/assistant/config`
  const steps: [change: object, expected: object][] = [
    [
      { qa: { cooldownSeconds: 30 } },
      { qa: { enabled: true, mode: 'keyword', cooldownSeconds: 30, memberCooldownSeconds: 0 } },
    ],
    [
      { qa: { mode: 'exact' } },
      { qa: { enabled: true, mode: 'exact', cooldownSeconds: 30, memberCooldownSeconds: 0 } },
    ],
    [
      { qa: { enabled: false } },
      { qa: { enabled: false, mode: 'exact', cooldownSeconds: 30, memberCooldownSeconds: 0 } },
    ],
    [{ enabled: false }, { enabled: false }],
    [{ welcome: { enabled: true } }, { welcome: { enabled: true } }],
    [{ rules: { enabled: true } }, { rules: { enabled: true } }],
    [{ rules: {}, welcome: {}, qa: {} }, {}],
    [{}, {}],
    [
      { qa: { mode: 'similar' }, enabled: true },
      { qa: { enabled: false, mode: 'similar', cooldownSeconds: 30, memberCooldownSeconds: 0 }, enabled: true },
    ],
  ]
  let expected: object = { ...standard, ...stamp }
  for (const [change, changed] of steps) {
    expected = { ...expected, ...changed }
    const answer = await admin.put(path, change)
    assert.deepEqual([answer.status, answer.body], [200, expected], JSON.stringify(change))
    assert.deepEqual((await admin.get(path)).body, expected)
  }
})

test('the configuration and the channel details agree', async () => {
  const path = await fresh('C-truth')
  await admin.put(`${path}/assistant/config`, {
    enabled: false,
    qa: { enabled: false, mode: 'exact', cooldownSeconds: 9, memberCooldownSeconds: 0 },
  })
  assert.deepEqual((await admin.get(path)).body.config.assistant, {
    enabled: false,
    qa: { enabled: false, mode: 'exact' },
    welcome: { enabled: false },
    rules: { enabled: false },
  })
})

test('the welcome and the group rules can be switched in their own resource and in the configuration', async () => {
  const path = await fresh('C-switch')
  for (const name of ['welcome', 'rules'] as const) {
    const own = `${path}/assistant/${name}`
    const seen = async () => [
      (await admin.get(own)).body.enabled,
      (await admin.get(`${path}/assistant/config`)).body[name].enabled,
      (await admin.get(path)).body.config.assistant[name].enabled,
    ]
    await admin.put(own, { enabled: true })
    assert.deepEqual(await seen(), [true, true, true], name)
    await admin.put(`${path}/assistant/config`, { [name]: { enabled: false } })
    assert.deepEqual(await seen(), [false, false, false], name)
    await admin.put(`${path}/assistant/config`, { [name]: { enabled: true } })
    assert.deepEqual(await seen(), [true, true, true], name)
  }
})

test('the welcome and the group rules keep what a change does not name', async () => {
  const path = await fresh('C-texts')
  for (const [name, text] of [
    ['welcome', 'message'],
    ['rules', 'content'],
  ] as const) {
    const own = `${path}/assistant/${name}`
    const rest = name === 'welcome' ? { quietHours: null, greetReturning: true, ...stamp } : stamp
    const words = 'Hello {name}, {anything} else is literal\n👋'
    assert.deepEqual((await admin.put(own, { [text]: words })).body, { enabled: false, [text]: words, ...rest })
    assert.deepEqual((await admin.put(own, { enabled: true })).body, { enabled: true, [text]: words, ...rest })
    assert.deepEqual((await admin.get(own)).body, { enabled: true, [text]: words, ...rest })
    assert.deepEqual((await admin.put(own, { [text]: '' })).body, { enabled: true, [text]: '', ...rest })
  }
})

test('what was read can be edited and written back as a whole', async () => {
  const path = await fresh('C-back')
  const edits: Record<string, object> = {
    'assistant/config': { enabled: false },
    'assistant/welcome': { message: 'Hi' },
    'assistant/rules': { content: 'Be kind' },
  }
  for (const [name, edit] of Object.entries(edits)) {
    const { body } = await admin.get(`${path}/${name}`)
    const first = await admin.put(`${path}/${name}`, { ...body, ...edit })
    assert.deepEqual([first.status, first.body], [200, { ...body, ...edit, ...stamp }], name)
    const forged = { ...first.body, updatedAt: '1999-01-01T00:00:00Z', updatedBy: 'U-forged' }
    assert.deepEqual((await admin.put(`${path}/${name}`, forged)).body, first.body, name)
  }
})

test('texts are counted in UTF-16 units, at most 5000', async () => {
  const path = await fresh('C-lengths')
  for (const [name, text] of [
    ['welcome', 'message'],
    ['rules', 'content'],
  ] as const) {
    const set = (value: string) => admin.put(`${path}/assistant/${name}`, { [text]: value })
    assert.equal((await set('x'.repeat(5000))).status, 200)
    assert.equal((await set('🦊'.repeat(2500))).status, 200)
    for (const long of ['x'.repeat(5001), '🦊'.repeat(2501)]) {
      const answer = await set(long)
      assert.deepEqual([answer.status, answer.body.error], [400, `${text} must be at most 5000 characters long`])
    }
    assert.equal((await admin.get(`${path}/assistant/${name}`)).body[text], '🦊'.repeat(2500))
  }
})

test('a value that is not allowed is refused by name and changes nothing', async () => {
  const path = await fresh('C-values')
  const bad: [name: string, body: object, error: RegExp][] = [
    ['config', { enabled: 'on' }, /^enabled must be true or false$/],
    ['config', { qa: { mode: 'fuzzy' } }, /^qa\.mode must be one of keyword, exact, regex, similar, ai$/],
    ['config', { qa: { mode: null } }, /^qa\.mode must be a text$/],
    ['config', { qa: { cooldownSeconds: -1 } }, /^qa\.cooldownSeconds must be a whole number from 0 to 86400$/],
    ['config', { qa: { cooldownSeconds: 1.5 } }, /^qa\.cooldownSeconds must be a whole number$/],
    ['config', { qa: true }, /^qa must be an object$/],
    ['config', { qa: { speed: 1 } }, /^Unknown field "qa\.speed"$/],
    ['config', { welcome: { message: 'here?' } }, /^Unknown field "welcome\.message"$/],
    ['config', { backup: { enabled: true } }, /^Unknown field "backup"$/],
    ['welcome', { message: null }, /^message must be a text$/],
    ['welcome', { content: 'x' }, /^Unknown field "content"$/],
    ['rules', { content: 7 }, /^content must be a text$/],
    ['rules', { enabled: 1 }, /^enabled must be true or false$/],
  ]
  for (const [name, body, error] of bad) {
    const answer = await admin.put(`${path}/assistant/${name}`, body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.match(answer.body.error, error)
  }
  assert.deepEqual((await admin.get(`${path}/assistant/config`)).body, standard)
})

test('answers by a language model are refused if none is configured', async () => {
  const path = `${await fresh('C-ai')}/assistant`
  const rule = { keywords: ['k'], question: 'q', answer: 'a' }
  const { id } = (await admin.post(`${path}/qa`, rule)).body
  for (const answer of [
    await admin.put(`${path}/config`, { qa: { mode: 'ai' } }),
    await admin.post(`${path}/qa`, { ...rule, match: 'ai' }),
    await admin.put(`${path}/qa/${id}`, { match: 'ai' }),
  ]) {
    assert.equal(answer.status, 400)
    assert.match(answer.body.error, /cannot be ai: no language model is configured/)
  }
})
