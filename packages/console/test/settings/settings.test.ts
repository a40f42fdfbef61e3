import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '@innkeeper/contract'
import { en } from '../../src/locales/texts.ts'
import { sentenceOf } from '../../src/settings/audit/audit-sentence.ts'
import { isRetention, refusedSettingOf } from '../../src/settings/form/settings-draft.ts'
import { isZoneLike, timezonesWith } from '../../src/ui/timezones.ts'

test("the retention is a whole number of days, at least one and within the operator's limit", () => {
  for (const good of [null, 1, 36_500]) assert.equal(isRetention(good, null), true, String(good))
  for (const bad of [0, -1, 1.5, Number.NaN, 36_501]) assert.equal(isRetention(bad, null), false, String(bad))
  assert.equal(isRetention(30, 30), true)
  assert.equal(isRetention(31, 30), false)
})

test('an error from the service is shown beside its setting', () => {
  assert.equal(refusedSettingOf('retentionDays must be at most 3, the limit of this service'), 'retentionDays')
  assert.equal(refusedSettingOf('timezone must be the IANA name of a time zone'), 'timezone')
  assert.equal(refusedSettingOf('Permission denied'), undefined)
})

test('a time zone is found by its city, and the current one is always listed', () => {
  assert.ok(isZoneLike('America/New_York', 'new york'))
  assert.ok(!isZoneLike('Asia/Tokyo', 'new york'))
  const zones = timezonesWith('Nowhere/Yet')
  for (const zone of ['UTC', 'Nowhere/Yet', 'Asia/Tokyo']) assert.equal(zones.filter((one) => one === zone).length, 1)
})

test('every action of the audit log has its own text', () => {
  // As docs/contract.md lists them.
  const actions =
    'role.changed owner.changed owner.claimed owner.left member.gone bot.dismissed message.deleted settings.changed assistant.changed welcome.changed ' +
    'group-rules.changed rule.created rule.changed rule.deleted rule.restored assistant.imported assistant.restored assistant.quieted ' +
    'import.made import.undone webhook.created webhook.changed webhook.turned-off webhook.deleted webhook.secret-renewed version.named version.unnamed backup.subscribed backup.unsubscribed chat.merged job.retried'
  const described = [
    ...actions.split(' ').map((action) => entry(action)),
    entry('status.changed', { from: 'disabled', to: 'active' }),
    entry('status.changed', { from: 'active', to: 'disabled' }),
    { ...entry('status.changed', { from: 'disabled', to: 'active' }), actor: 'system' },
    { ...entry('status.changed', { from: 'active', to: 'disabled' }), actor: 'system' },
    entry('assistant.quieted', { quietUntil: null }),
    entry('owner.changed', { as: 'platform' }),
    entry('role.changed', { from: 'admin', to: 'member', as: 'platform' }),
  ].map((one) => sentenceOf(one).action)
  const { other: _, ...words } = en.settings.log.actions
  assert.deepEqual(described.sort(), Object.keys(words).sort())
})

test('an entry lists what changed, and leaves out unchanged values', () => {
  const settings = { timezone: { from: 'UTC', to: 'Asia/Tokyo' }, allowPush: { from: false, to: false } }
  assert.deepEqual(sentenceOf(entry('settings.changed', settings)).details, [
    { kind: 'value', name: 'timezone', from: 'UTC', to: 'Asia/Tokyo' },
  ])
  const imported = { version: 7, parts: ['rules'], rules: { created: 2, changed: 1, deleted: 0 } }
  assert.deepEqual(sentenceOf(entry('assistant.imported', imported)).details, [
    { kind: 'version', version: 7 },
    { kind: 'rules', created: 2, changed: 1, deleted: 0 },
  ])
  assert.deepEqual(sentenceOf(entry('rule.changed', { changed: ['answer'] })).details, [
    { kind: 'rule', id: 'r_1' },
    { kind: 'changed', names: ['answer'] },
  ])
})

function entry(action: string, detail: AuditEntry['detail'] = {}): AuditEntry {
  return { id: '1', at: '2026-03-01T09:30:00Z', actor: 'U1', keyId: null, action, target: 'r_1', detail }
}
