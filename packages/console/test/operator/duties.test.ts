import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { choreNames, describeDuties } from '../../src/operator/duties.ts'

test('a few shared tasks are named, and more are counted', () => {
  const few = ['index', 'partitions', 'deleted rules']
  assert.deepEqual(describeDuties(few), { hasIndex: true, chores: ['partitions', 'rules'], count: 2 })
  const many = Object.keys(choreNames)
  assert.deepEqual(describeDuties(many), { hasIndex: false, chores: [], count: many.length })
  assert.deepEqual(describeDuties([]), { hasIndex: false, chores: [], count: 0 })
})

test('a task of another version of the service, which has no name here, is counted', () => {
  assert.deepEqual(describeDuties(['partitions', 'new task']), { hasIndex: false, chores: [], count: 2 })
})

test('every task that a node does in its turn has a name', () => {
  const folder = new URL('../../../server/src/', import.meta.url)
  const jobs = readdirSync(new URL('jobs/', folder)).map((name) => `jobs/${name}`)
  const texts = [...jobs, 'app/alert-tasks.ts', 'app/storage/single-node-lock.ts'].map((path) =>
    readFileSync(new URL(path, folder), 'utf8'),
  )
  const names = texts.flatMap((text) => [
    ...Array.from(text.matchAll(/(?:unlessTaken\(|onOneNode\(store, )['`]([^'`$]+)/g), ([, name = '']) => name),
    ...Array.from(text.matchAll(/name: ['`]([^'`$]+)[^\n]*['`],(?:[^{}]*)isShared: true/g), ([, name = '']) => name),
  ])
  for (const known of ['index', 'webhooks', 'notifications', 'snapshots', 'alerts by ', 'polling ', 'ledger of '])
    assert.ok(names.includes(known), `${known} is found in ${names}`)
  for (const name of names) {
    const { hasIndex, chores } = describeDuties([`${name}`])
    assert.ok(hasIndex || chores.length === 1, name)
  }
})

test('every task that one node does for all has a name', () => {
  const housekeeper = readFileSync(new URL('../../../server/src/jobs/housekeeper.ts', import.meta.url), 'utf8')
  const shared = housekeeper
    .split('name: ')
    .slice(1)
    .filter((part) => part.includes('isOncePerCluster: true'))
    .map((part) => /^'([^']+)'/.exec(part)?.[1])
  assert.ok(shared.length > 10)
  assert.deepEqual(
    shared.filter((name) => name !== undefined && !Object.hasOwn(choreNames, name)),
    [],
  )
})
