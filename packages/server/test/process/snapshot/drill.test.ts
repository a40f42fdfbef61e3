import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually } from '../../support/eventually.ts'
import { createKeyPair } from '../../support/process/age.ts'
import { innkeeper, newFolder, serve, withData } from '../../support/process/process.ts'
import { openBucket, testKeys } from '../../support/process/s3.ts'
import { filesBelow, fillData } from '../../support/snapshots.ts'

const preload = fileURLToPath(new URL('../../support/process/outgoing.mjs', import.meta.url))

/** What a process connected to, or its threads. */
function addressesIn(log: string): string[] {
  return existsSync(log) ? [...new Set(readFileSync(log, 'utf8').trim().split('\n'))] : []
}

/** The addresses that the command connected to. */
async function watchDrill(words: string[], env: Record<string, string>) {
  const log = join(newFolder(), 'outgoing.log')
  const watching = { NODE_OPTIONS: `--import ${preload}`, OUTGOING_LOG: log }
  const result = await innkeeper(['restore', '--drill', '--json', ...words], { env: { ...env, ...watching } })
  return { ...result, outgoing: addressesIn(log) }
}

/** With these, a service would ask LINE for its account, send what is waiting, and alert operators. */
async function addOutgoing(dataDir: string): Promise<void> {
  await withData(dataDir, async ({ store }) => {
    const changes = [
      { name: 'lineChannelSecret', value: 'canary', isSealed: false },
      { name: 'lineChannelAccessToken', value: 'canary', isSealed: false },
      { name: 'smtpServer', value: 'mail.example', isSealed: false },
      { name: 'alertMailTo', value: 'hana@inn.example', isSealed: false },
      { name: 'alertWebhookUrl', value: 'https://hooks.example', isSealed: false },
      { name: 'alertWebhookSecret', value: `whsec_${Buffer.alloc(32).toString('base64')}`, isSealed: false },
    ]
    const by = { kind: 'operator' } as const
    await store.write<'save-settings'>({ kind: 'save-settings', by, at: 0, actor: 'test', changes })
    const findings = [{ name: 'disk-low', finding: { level: 'bad', kind: 'disk-low', freeBytes: 1 } as const }]
    await store.write<'note-alerts'>({ kind: 'note-alerts', at: Date.now(), findings, canEnd: false })
  })
}

test('a drill starts on what it restored, connects to nothing, and leaves nothing behind', async () => {
  const dataDir = await fillData()
  await addOutgoing(dataDir)
  const { recipient, identityFile } = await createKeyPair()
  const folder = newFolder()
  const env = { INNKEEPER_SNAPSHOT_FOLDER: folder, INNKEEPER_SNAPSHOT_RECIPIENTS: recipient }
  const made = await innkeeper(['snapshot', '--data', dataDir], { env })
  assert.equal(made.code, 0)
  assert.match(
    made.stdout,
    /: snapshot \S+ with 4 messages \(not counting unsent ones\) in 1 channel, \d+ photos? and other files?, /,
  )

  const without = await watchDrill(['--data', dataDir], env)
  assert.equal(without.code, 1)
  assert.match(without.stdout, /Add --identity with the file/)

  const { stdout } = await innkeeper(['restore', '--drill', '--data', dataDir, '--identity', identityFile], { env })
  assert.match(
    stdout,
    /was restored and works: 4 messages \(not counting unsent ones\) in 1 channel, \d+ photos? and other files?, /,
  )

  const before = readdirSync(dataDir).sort()
  const drilled = await watchDrill(['--data', dataDir, '--identity', identityFile], env)
  assert.deepEqual([drilled.code, drilled.stderr], [0, ''], drilled.stdout)
  const { state, messages, files } = JSON.parse(drilled.stdout)
  assert.deepEqual([state, messages, files], ['done', 4, 6])
  assert.deepEqual(drilled.outgoing, ['127.0.0.1'], 'only the service itself is asked whether it works')
  assert.deepEqual(readdirSync(dataDir).sort(), before)

  for (const name of filesBelow(join(folder, 'objects'))) writeFileSync(join(folder, 'objects', name), 'sabotage')
  const sabotaged = await watchDrill(['--data', dataDir, '--identity', identityFile], env)
  assert.equal(sabotaged.code, 1)
  assert.match(JSON.parse(sabotaged.stdout).reason, /^objects.+ is damaged/)
})

test('a drill that a service runs by its schedule connects to nothing but its own service', async () => {
  const original = await fillData()
  await addOutgoing(original)
  const folder = newFolder()
  const env = { INNKEEPER_SNAPSHOT_FOLDER: folder }
  assert.equal((await innkeeper(['snapshot', '--data', original], { env })).code, 0)

  // A service of its own restores that snapshot. A drill needs one that was there at its time.
  const dataDir = newFolder()
  await withData(dataDir, async ({ store }) => {
    const at = Date.now() - 3 * 86_400_000
    const run = { runId: 'earlier', target: 'folder', work: 'snapshot', place: folder } as const
    await store.write<'begin-snapshot-run'>({ kind: 'begin-snapshot-run', at, ...run })
    const outcome = { state: 'done', reason: '', counts: {}, bytes: 0, verifiedThrough: '', notes: {} } as const
    await store.write<'finish-snapshot-run'>({ kind: 'finish-snapshot-run', at, runId: 'earlier', outcome })
  })
  const log = join(newFolder(), 'outgoing.log')
  const watching = { NODE_OPTIONS: `--import ${preload}`, OUTGOING_LOG: log }
  const service = await serve(dataDir, { env: { ...env, ...watching, INNKEEPER_SNAPSHOT_DRILL: 'daily 05:00' } })
  const latestDrill = () =>
    withData(dataDir, async ({ store }) => (await store.listSnapshotRuns('folder', 'drill', 1))[0]?.state)
  assert.equal(await eventually(latestDrill, (state) => state !== undefined && state !== 'running'), 'done')
  await service.stop()
  assert.deepEqual(addressesIn(`${log}.threads`), ['127.0.0.1'], 'only the restored service is asked whether it works')
  assert.deepEqual(addressesIn(log), [], 'and the service itself has nothing to connect to')
})

test('the watcher of the test sees other connections', async () => {
  const bucket = await openBucket()
  const env = {
    INNKEEPER_SNAPSHOT_ACCESS_KEY_ID: testKeys.accessKeyId,
    INNKEEPER_SNAPSHOT_SECRET_ACCESS_KEY: testKeys.secretAccessKey,
  }
  const url = bucket.url.replace('127.0.0.1', 'localhost')
  const { code, outgoing } = await watchDrill([url, '--data', newFolder()], env)
  assert.equal(code, 1)
  assert.deepEqual(outgoing, ['localhost'])
})
