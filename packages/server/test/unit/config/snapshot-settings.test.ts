import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { readConfig } from '../../../src/config/config.ts'
import { settings } from '../../../src/config/settings.ts'
import type { snapshotSettings } from '../../../src/config/snapshot-settings.ts'
import { problemOf } from '../../support/config-problem.ts'

type Name = keyof typeof snapshotSettings
const names = Object.keys(settings) as Name[]
const recipient = 'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj'
const place = { INNKEEPER_SNAPSHOT_FOLDER: '/mnt/snapshots' }
const envOf = (name: Name) => settings[name].env

describe('settings of snapshots', () => {
  const right: Record<Name, [text: string, value: unknown][]> = {
    snapshotSchedule: [
      ['', null],
      ['daily 03:00', { weekday: null, hour: 3, minute: 0 }],
    ],
    snapshotFolder: [
      ['', null],
      ['snapshots', resolve('snapshots')],
    ],
    snapshotBucket: [
      ['', null],
      ['s3://copies/inn', { bucket: 'copies', prefix: 'inn/', endpoint: null, region: null, isPathStyle: false }],
    ],
    snapshotAccessKeyId: [['abc', 'abc']],
    snapshotSecretAccessKey: [['abc/+=', 'abc/+=']],
    snapshotKeep: [['2 daily, 1 monthly', { daily: 2, weekly: 0, monthly: 1 }]],
    snapshotRecipients: [
      ['', []],
      [` ${recipient} `, [recipient]],
    ],
    snapshotPassphrase: [
      ['', null],
      ['correct horse battery', 'correct horse battery'],
    ],
    snapshotDrill: [['weekly sunday 05:00', { weekday: 7, hour: 5, minute: 0 }]],
  }
  const wrong: Record<Name, string[]> = {
    snapshotSchedule: ['daily', 'nightly 03:00', 'daily 25:00', '0 3 * * *'],
    snapshotFolder: ['snap\0shots'],
    snapshotBucket: ['copies', 'https://copies.example', 's3://canary:canary@copies'],
    snapshotAccessKeyId: ['canary key', 'canäry'],
    snapshotSecretAccessKey: ['canary secret', 'canäry'],
    snapshotKeep: ['', '7', '0 daily', '7 daily, 7 daily'],
    snapshotRecipients: [
      'age1abc',
      recipient.replace('zvk', 'zvj'),
      `${recipient},${recipient}`,
      'AGE-SECRET-KEY-1ABC',
    ],
    snapshotPassphrase: ['canary', 'canary is short'],
    snapshotDrill: ['daily', 'weekly 05:00'],
  }
  for (const name of Object.keys(right) as Name[]) {
    test(`${envOf(name)} is read, and refused if it is wrong`, () => {
      for (const [text, value] of right[name]) {
        assert.deepEqual(readConfig({ ...place, [envOf(name)]: text })[name], value, text)
      }
      for (const text of wrong[name]) {
        const problem = problemOf({ [envOf(name)]: text })
        assert.match(problem, new RegExp(`^${envOf(name)} is .+ Set it to `), text)
        assert.doesNotMatch(problem, /canary/)
      }
    })
  }

  const conflicts: [what: string, env: Record<string, string>, problem: RegExp][] = [
    ['a schedule without a place', { INNKEEPER_SNAPSHOT_SCHEDULE: 'daily 03:00' }, /there is no place for snapshots/],
    ['a drill without a place', { INNKEEPER_SNAPSHOT_DRILL: 'daily 03:00' }, /there is no place for snapshots/],
    [
      'a place in the data folder',
      { INNKEEPER_DATA: '/var/inn', INNKEEPER_SNAPSHOT_FOLDER: '/var/inn/copies' },
      /would be lost with the data folder/,
    ],
    [
      'a place around the data folder',
      { INNKEEPER_DATA: '/var/inn', INNKEEPER_SNAPSHOT_FOLDER: '/var' },
      /would be lost with the data folder/,
    ],
    [
      'half of the keys',
      { INNKEEPER_SNAPSHOT_BUCKET: 's3://copies', INNKEEPER_SNAPSHOT_ACCESS_KEY_ID: 'a' },
      /Only one of INNKEEPER_SNAPSHOT_ACCESS_KEY_ID/,
    ],
    [
      'a public key and a passphrase',
      { INNKEEPER_SNAPSHOT_RECIPIENTS: recipient, INNKEEPER_SNAPSHOT_PASSPHRASE: 'correct horse battery' },
      /are both set/,
    ],
  ]
  for (const [what, env, problem] of conflicts) test(`${what} is refused`, () => assert.match(problemOf(env), problem))

  test('each of them has a name that starts with INNKEEPER_SNAPSHOT_', () => {
    const own = names.filter((name) => name.startsWith('snapshot'))
    for (const name of own) assert.match(envOf(name), /^INNKEEPER_SNAPSHOT_/)
    assert.equal(own.length, Object.keys(right).length)
  })
})
