import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findSettingRefusal } from '../../../../console/src/errors/service-settings/refusal.ts'
import { fieldOf, type ServiceSetting } from '../../../../console/src/errors/service-settings/setting-field.ts'
import { en, ja, th, zhTW } from '../../../../console/src/locales/texts.ts'
import { actionKeyOf } from '../../../../console/src/service-settings/operator-log.ts'
import { createServiceSettings } from '../../../src/app/service-settings.ts'
import { editableSettings } from '../../../src/config/editable-settings.ts'

const inUse = { saved: () => new Map<string, string>(), reread: async () => {} }
const serviceSettings = createServiceSettings({ environment: {}, flags: {} }, inUse)
const settings: ServiceSetting[] = serviceSettings.describe(new Map()).map((one) => ({
  ...one,
  isUnreadable: false,
  needsRestart: false,
  changedAt: null,
  changedBy: null,
}))

test('every setting that can be changed in the browser has a label, a help text and a group in every language', () => {
  const names = editableSettings.map(({ name }) => name).sort()
  const groups = [...new Set(editableSettings.map(({ group }) => group))].sort()
  for (const [language, { serviceSettings: texts }] of Object.entries({ en, ja, th, zhTW })) {
    assert.deepEqual(Object.keys(texts.names).sort(), names, language)
    assert.deepEqual(Object.keys(texts.groups).sort(), groups, language)
    for (const { label, help } of Object.values(texts.names)) assert.ok(label !== '' && help !== '', language)
  }
})

test('every setting has a field that suits what is allowed', () => {
  const kinds = Object.groupBy(settings, (setting) => fieldOf(setting).kind)
  const namesOf = (kind: keyof typeof kinds) => kinds[kind]?.map(({ name }) => name).sort()
  assert.deepEqual(namesOf('choice'), ['claim', 'fetchesStickers', 'logLevel', 'smtpEncryption'])
  assert.deepEqual(namesOf('zone'), ['timezone'])
  assert.deepEqual(namesOf('text'), [
    'acmeDomain',
    'acmeEmail',
    'aiBaseUrl',
    'aiModel',
    'alertMailFrom',
    'alertMailTo',
    'alertWebhookUrl',
    'baseUrl',
    'corsOrigins',
    'framedBy',
    'lineChannelId',
    'lineLoginChannelId',
    'smtpServer',
    'smtpUser',
    'snapshotDrill',
    'snapshotKeep',
    'snapshotSchedule',
  ])
  const { number: _, numberOrEmpty: __, ...allowed } = en.serviceSettings.allowed
  assert.deepEqual(Object.keys(allowed).sort(), namesOf('text'), 'what is allowed is said for all of them')
  assert.equal(kinds.number?.length, 13)
  const named = (name: string) => fieldOf(settings.find((one) => one.name === name) ?? { isSecret: false, allowed: '' })
  assert.deepEqual(named('claim'), { kind: 'choice', values: ['platform', 'first', 'code', 'off'] })
  assert.deepEqual(named('aiTimeLimitMs'), { kind: 'number', least: 1, most: 45, canBeEmpty: false })
  assert.deepEqual(named('retentionCeilingDays'), { kind: 'number', least: 1, most: 36_500, canBeEmpty: true })
})

test('what the service refuses is shown at the setting it is about', () => {
  const cases: [Record<string, string>, string, string][] = [
    [{ retentionCeilingDays: 'never' }, 'retentionCeilingDays', 'value'],
    [{ baseUrl: 'x". Set it to "y' }, 'baseUrl', 'value'],
    [{ lineChannelSecret: 'a b' }, 'lineChannelSecret', 'value'],
    [{ aiKey: 'sk-1' }, 'aiKey', 'needs'],
    [{ aiBaseUrl: 'http://127.0.0.1:1/v1' }, 'aiBaseUrl', 'needs'],
    [{ lineChannelSecret: 'abc' }, 'lineChannelSecret', 'needsEither'],
    [{ lineChannelId: '1' }, 'lineChannelId', 'needs'],
    [{ lineLoginChannelSecret: 'abc' }, 'lineLoginChannelSecret', 'needs'],
    [{ alertMailTo: 'hana@inn.example' }, 'alertMailTo', 'needs'],
    [{ alertWebhookUrl: 'https://hooks.example' }, 'alertWebhookUrl', 'needs'],
    [{ alertWebhookSecret: 'whsec_' }, 'alertWebhookSecret', 'value'],
    [
      { acmeDomain: 'inn.example', acmeEmail: 'you@inn.example', baseUrl: 'https://other.example' },
      'baseUrl',
      'notDomain',
    ],
  ]
  for (const [changes, name, why] of cases) {
    const sentence = serviceSettings.findProblem(new Map(), new Map(Object.entries(changes))) ?? ''
    const refusal = findSettingRefusal(sentence, settings, new Set(Object.keys(changes)))
    assert.deepEqual([refusal?.name, refusal?.why], [name, why], sentence)
    const variable = settings.find((one) => one.name === name)?.variable
    assert.equal(refusal?.variables[0], variable, sentence)
  }
  const saved = new Map(Object.entries({ aiBaseUrl: 'http://127.0.0.1:1/v1', aiModel: 'm', aiKey: 'sk-1' }))
  const moved = serviceSettings.findProblem(saved, new Map([['aiBaseUrl', 'http://127.0.0.1:2/v1']])) ?? ''
  const elsewhere = findSettingRefusal(moved, settings, new Set(['aiBaseUrl']))
  assert.deepEqual(elsewhere, {
    name: 'aiBaseUrl',
    why: 'otherServer',
    variables: ['INNKEEPER_AI_BASE_URL', 'INNKEEPER_AI_KEY'],
  })
  const given = { environment: { INNKEEPER_DATABASE_URL: 'postgres://inn@db.example/inn' }, flags: {} }
  const certificate = new Map([
    ['acmeDomain', 'inn.example'],
    ['acmeEmail', 'you@inn.example'],
  ])
  const both = createServiceSettings(given, inUse).findProblem(new Map(), certificate) ?? ''
  assert.equal(findSettingRefusal(both, settings, new Set(['acmeDomain']))?.why, 'conflicts', both)
  assert.equal(findSettingRefusal('Permission denied', settings, new Set()), undefined)
})

test('every action in the operator log has its own text', () => {
  const folder = fileURLToPath(new URL('../../../src/adapters/sql', import.meta.url))
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .filter((text) => text.includes('noteOperator('))
    .join('\n')
  const found = code.matchAll(/(?:action: |note\()'([\w.-]+)'|\? '([\w-]+\.[\w-]+)' : '([\w-]+\.[\w-]+)'/g)
  const actions = new Set([...found].flatMap(([, ...names]) => names.filter(Boolean)))
  const { other: _, ...texts } = en.serviceSettings.changes.actions
  assert.deepEqual([...actions].map(actionKeyOf).sort(), Object.keys(texts).sort())
})
