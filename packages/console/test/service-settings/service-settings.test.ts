import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldOf, groupsOf, type ServiceSetting } from '../../src/errors/service-settings/setting-field.ts'
import { linesOf } from '../../src/service-settings/operator-log.ts'
import {
  type Changes,
  changesOf,
  textIn,
  withChange,
  withoutSaved,
} from '../../src/service-settings/setting-changes.ts'

const nothing: Changes = new Map()

function setting(name: string, more: Partial<ServiceSetting> = {}): ServiceSetting {
  return {
    name,
    variable: `INNKEEPER_${name}`,
    group: 'limits',
    description: '',
    allowed: '',
    standard: '600',
    isSecret: false,
    isLive: false,
    source: 'default',
    value: '600',
    isSet: true,
    isUnreadable: false,
    needsRestart: false,
    changedAt: null,
    changedBy: null,
    ...more,
  }
}

test('only what differs from the saved value is sent', () => {
  const rate = setting('rateLimit')
  const typed = withChange(nothing, rate, '700')
  assert.deepEqual(changesOf(typed, [rate]), [{ name: 'rateLimit', value: '700' }])
  assert.equal(textIn(typed, rate), '700')
  assert.deepEqual(changesOf(withChange(typed, rate, '600'), [rate]), [])
  assert.deepEqual(changesOf(typed, [setting('rateLimit', { source: 'environment' })]), [])
})

test('an empty field goes back to an empty default, and a saved value to any default', () => {
  const days = setting('days', { standard: '', value: '30', source: 'page' })
  assert.deepEqual(changesOf(withChange(nothing, days, ''), [days]), [{ name: 'days', value: null }])
  const unset = setting('days', { standard: '', value: '' })
  assert.deepEqual(changesOf(withChange(nothing, unset, ''), [unset]), [])
  const rate = setting('rateLimit', { source: 'page', value: '700' })
  const reset = withChange(nothing, rate, null)
  assert.equal(textIn(reset, rate), '600')
  assert.deepEqual(changesOf(reset, [rate]), [{ name: 'rateLimit', value: null }])
  // The service says that a number can't be empty.
  assert.deepEqual(changesOf(withChange(nothing, rate, ''), [rate]), [{ name: 'rateLimit', value: '' }])
})

test('a secret is sent only once something was typed, and can be removed', () => {
  const secret = setting('key', { isSecret: true, value: null, standard: '', source: 'page' })
  const opened = withChange(nothing, secret, '')
  assert.equal(opened.get('key'), '')
  assert.deepEqual(changesOf(opened, [secret]), [])
  assert.deepEqual(changesOf(withChange(opened, secret, 'x'), [secret]), [{ name: 'key', value: 'x' }])
  assert.deepEqual(changesOf(withChange(nothing, secret, null), [secret]), [{ name: 'key', value: null }])
  assert.equal(withChange(opened, secret, undefined).size, 0)
})

test('what is typed while saving stays', () => {
  const changes: Changes = new Map([
    ['a', '2'],
    ['b', '5'],
  ])
  const sent = [
    { name: 'a', value: '1' },
    { name: 'b', value: '5' },
  ]
  assert.deepEqual([...withoutSaved(changes, sent)], [['a', '2']])
})

test('a setting that this page does not know yet gets a field, too', () => {
  assert.deepEqual(fieldOf({ isSecret: false, allowed: 'something new' }), { kind: 'text' })
  assert.deepEqual(fieldOf({ isSecret: true, allowed: 'a whole number from 1 to 2' }), { kind: 'secret' })
  const groups = groupsOf([setting('a'), setting('b', { group: 'new' }), setting('c')])
  assert.deepEqual(
    groups.map(({ group, settings }) => [group, settings.map(({ name }) => name)]),
    [
      ['limits', ['a', 'c']],
      ['new', ['b']],
    ],
  )
})

test('settings that were saved together are one line of the log', () => {
  const at = '2026-03-01T09:30:00Z'
  const entry = (action: string, subject: string, actor = 'Hana') => ({ at, actor, action, subject })
  const lines = linesOf([
    entry('setting.changed', 'a'),
    entry('setting.reset', 'c'),
    entry('setting.changed', 'b'),
    entry('setting.changed', 'a', 'Ken'),
  ])
  assert.deepEqual(
    lines.map(({ actor, action, subjects }) => [actor, action, subjects]),
    [
      ['Hana', 'setting.changed', ['a', 'b']],
      ['Hana', 'setting.reset', ['c']],
      ['Ken', 'setting.changed', ['a']],
    ],
  )
})
