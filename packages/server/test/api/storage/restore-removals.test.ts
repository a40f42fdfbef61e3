import assert from 'node:assert/strict'
import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createMediaBytes } from '@innkeeper/testdata'
import type { Sql } from '../../../src/adapters/sql/sql.ts'
import { openCommandStore, storeLocation } from '../../../src/app/storage/open-store.ts'
import { subjectOfKey, subjectOfMessage } from '../../../src/domain/storage/erasure.ts'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { searchAll } from '../../support/content/search.ts'
import { eventually } from '../../support/eventually.ts'
import { findRemains } from '../../support/hostile/remains.ts'
import { fakeDelivery } from '../../support/line/fake-platform.ts'
import { innkeeper, newFolder } from '../../support/process/process.ts'
import { engine, openTestEnvironment, type TestEnvironment } from '../../support/test-environment.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'

const backup = '/api/channels/C1/backup'
const words = { gone: 'umbrella', late: 'lantern', kept: 'bicycle' }
const textOf = (name: keyof typeof words) => `the ${words[name]} of ${name}`
const photo = (name: string) =>
  createMediaBytes({ seed: name, language: 'en', messageId: name, content: { type: 'image' } })

const ledgerOf = (folder: string) => join(folder, 'erasures.jsonl')
const ofMessage = subjectOfMessage('C1', 'gone')
const hasLine = (path: string, subject: string) => existsSync(path) && readFileSync(path, 'utf8').includes(subject)

async function succeed(line: string[], env: Record<string, string>) {
  const done = await innkeeper(line, { env })
  assert.equal(done.code, 0, done.stderr)
  return done
}

async function deliver(service: TestService, events: Parameters<typeof fakeDelivery>[0]['events']): Promise<void> {
  const { headers, raw } = fakeDelivery({ events })
  assert.equal((await fetch(`${service.url}/webhooks/fake`, { method: 'POST', headers, body: raw })).status, 200)
}

/** A group with messages and keys, and a snapshot of it. */
async function withSnapshot() {
  const service = await startTestService()
  await service.channel('C1', { owner: 'U-owner', members: ['U1'], subscribers: ['U-owner'] })
  const at = service.clock.now
  const say = (name: keyof typeof words, id: string = name) =>
    message('C1', at, { id, from: 'U1', content: { type: 'text', text: textOf(name) } })
  await deliver(service, [
    say('gone'),
    say('kept'),
    message('C1', at, { id: 'photo', from: 'U1', content: { type: 'image' } }),
  ])
  await service.storeMedia('C1', 'photo', photo('gone'))
  const owner = await service.caller('U-owner')
  const make = async (by = owner) => {
    const { status, body, text } = await by.post('/api/keys', { name: 'extra' })
    assert.equal(status, 201, text)
    return { id: String(body.id), key: String(body.key), caller: service.callerWith(`Bearer ${body.key}`) }
  }
  const revoked = await make()
  const child = await make(revoked.caller)
  const kept = await make()
  const snapshot = join(newFolder(), 'snapshot')
  await succeed(['backup', snapshot], service.environment.env)
  return { service, at, say, owner, snapshot, revoked, child, kept }
}

type Scene = Awaited<ReturnType<typeof withSnapshot>>

/** What happened after the snapshot was made. */
async function removeThings({ service, at, owner, revoked, say }: Scene): Promise<void> {
  await deliver(service, [
    say('late'),
    unsent('C1', at + 2, 'gone'),
    unsent('C1', at + 2, 'photo'),
    unsent('C1', at + 3, 'late'),
  ])
  assert.equal((await owner.delete(`/api/keys/${revoked.id}`)).status, 200)
}

/** A restore needs an empty database, even without tables. */
async function empty(sql: Sql): Promise<void> {
  await sql.run('drop schema public cascade')
  await sql.run('create schema public')
}

async function restoreTo(snapshot: string, more: string[] = []): Promise<{ place: TestEnvironment; stdout: string }> {
  const place = await openTestEnvironment()
  if (engine === 'postgres') await place.withSql(empty)
  const { stdout } = await succeed(['restore', snapshot, ...more], place.env)
  return { place, stdout }
}

/** What a person sees in a restored service. */
async function inspect(place: TestEnvironment, { revoked, child, kept }: Scene) {
  const service = await startTestService({}, { at: place })
  const owner = service.callerWith(`Bearer ${kept.key}`)
  const statusOf = async (path: string) => (await owner.get(path)).status
  const found = async (word: string) => (await searchAll(owner, 'C1', { q: word })).length
  const keys = [revoked, child, kept].map(({ key }) => service.callerWith(`Bearer ${key}`).get('/api/me'))
  return {
    service,
    seen: {
      messages: await Promise.all(['gone', 'photo', 'kept'].map((id) => statusOf(`${backup}/messages/${id}`))),
      media: await statusOf(`${backup}/media/photo`),
      found: [await found(words.gone), await found(words.kept)],
      keys: (await Promise.all(keys)).map(({ status }) => status),
    },
  }
}

const removed = { messages: [404, 404, 200], media: 404, found: [0, 1], keys: [401, 401, 200] }
const revived = { messages: [200, 200, 200], media: 200, found: [1, 1], keys: [200, 200, 200] }

describe('messages unsent and keys revoked after a snapshot was made', () => {
  test('stay removed when the snapshot is restored, and are not received again', async () => {
    const scene = await withSnapshot()
    await removeThings(scene)
    const paths = [ledgerOf(scene.service.dataDir), ledgerOf(scene.snapshot)]
    for (const path of paths) {
      const isThere = () => [ofMessage, subjectOfKey(scene.revoked.id)].every((subject) => hasLine(path, subject))
      assert.ok(await eventually(async () => isThere(), Boolean), path)
      assert.doesNotMatch(readFileSync(path, 'utf8'), new RegExp(`C1|U1|${scene.revoked.id}`))
    }
    await scene.service.stop()

    const control = join(newFolder(), 'without-ledger')
    cpSync(scene.snapshot, control, { recursive: true })
    writeFileSync(ledgerOf(control), '')
    const before = await inspect((await restoreTo(control)).place, scene)
    assert.deepEqual(before.seen, revived, 'control: without the ledger entries they are back')

    const { place, stdout } = await restoreTo(scene.snapshot)
    assert.match(stdout, /^Removed again: 2 messages unsent later, 2 keys revoked later\.$/m)
    const { service, seen } = await inspect(place, scene)
    assert.deepEqual(seen, removed)
    await eventually(
      () => service.environment.listFiles(),
      (files) => files.length === 0,
    )
    assert.deepEqual(await findRemains(place, [textOf('gone'), photo('gone')]), [])

    await deliver(service, [
      { ...scene.say('gone'), eventId: 'again-1' },
      { ...scene.say('late'), eventId: 'again-2' },
      { ...scene.say('kept', 'new'), at: scene.at + 60_000 },
    ])
    const owner = service.callerWith(`Bearer ${scene.kept.key}`)
    const ids = ['gone', 'late', 'new'].map(async (id) => (await owner.get(`${backup}/messages/${id}`)).status)
    assert.deepEqual(await Promise.all(ids), [404, 404, 200])
  })

  test('stay removed with the ledger of the data folder or of a newer snapshot if the snapshot itself has none', async () => {
    const scene = await withSnapshot()
    rmSync(ledgerOf(scene.snapshot))
    const moved = join(newFolder(), 'moved')
    cpSync(scene.snapshot, moved, { recursive: true })
    await removeThings(scene)
    await scene.service.stop()
    const newer = join(newFolder(), 'newer.tar')
    await succeed(['backup', newer], scene.service.environment.env)
    for (const ledger of [scene.service.dataDir, newer]) {
      const { place } = await restoreTo(moved, ['--erasures', ledger])
      assert.deepEqual((await inspect(place, scene)).seen, removed, ledger)
      assert.ok(hasLine(ledgerOf(place.dataDir), ofMessage), 'the new folder has the ledger too')
    }
  })

  test('are recorded by the next start if a crash came before the ledger was written', async () => {
    const scene = await withSnapshot()
    const { service, at } = scene
    await service.stop()
    // As a process that died right after its commit leaves it: in the store, but in no file.
    const store = await openCommandStore(storeLocation(service.config))
    const events = [unsent('C1', at + 2, 'gone'), unsent('C1', at + 2, 'photo')]
    await store.write<'receive-events'>({ kind: 'receive-events', platform: 'fake', at, events, unread: [] })
    const by = { kind: 'operator' } as const
    await store.write<'revoke-key'>({ kind: 'revoke-key', by, at: at + 2, keyId: scene.revoked.id })
    await store.close()
    // A ledger that was cut off by the crash is repaired as well.
    appendFileSync(ledgerOf(service.dataDir), '{"kind":"mess')
    assert.ok(!hasLine(ledgerOf(scene.snapshot), ofMessage), 'control: it is not there yet')
    const { stdout } = await innkeeper(['doctor', '--json'], { env: service.environment.env })
    assert.match(stdout, /"name":"removal list","state":"care","words":"4 removals are not in the removal list yet\./)

    const next = await startTestService({}, { at: service.environment })
    assert.ok(await eventually(async () => hasLine(ledgerOf(scene.snapshot), ofMessage), Boolean))
    await next.stop()
    assert.doesNotMatch(
      (await innkeeper(['doctor', '--json'], { env: service.environment.env })).stdout,
      /"removal list"/,
    )
    const { place } = await restoreTo(scene.snapshot)
    assert.deepEqual((await inspect(place, scene)).seen, removed)
  })

  test('by a command are recorded at once, without a service', async () => {
    const scene = await withSnapshot()
    await scene.service.stop()
    await succeed(['keys', 'revoke', scene.revoked.id], scene.service.environment.env)
    for (const path of [ledgerOf(scene.service.dataDir), ledgerOf(scene.snapshot)]) {
      assert.ok(hasLine(path, subjectOfKey(scene.revoked.id)), path)
      assert.ok(hasLine(path, subjectOfKey(scene.child.id)), `${path}: and the key that was created with it`)
    }
  })
})
