import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createKeyPair } from '../../support/process/age.ts'
import { innkeeper, newFolder, withData } from '../../support/process/process.ts'
import { openBucket, testKeys } from '../../support/process/s3.ts'
import { filesBelow, fillData } from '../../support/snapshots.ts'

const preload = fileURLToPath(new URL('../../support/process/outgoing.mjs', import.meta.url))

/** The addresses that the command connected to. */
async function watchDrill(words: string[], env: Record<string, string>) {
  const log = join(newFolder(), 'outgoing.log')
  const watching = { NODE_OPTIONS: `--import ${preload}`, OUTGOING_LOG: log }
  const result = await innkeeper(['restore', '--drill', '--json', ...words], { env: { ...env, ...watching } })
  const outgoing = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
  return { ...result, outgoing: [...new Set(outgoing)] }
}

test('a drill starts on what it restored, connects to nothing, and leaves nothing behind', async () => {
  const dataDir = await fillData()
  // With these, a service would ask LINE for its account, send what is waiting, and alert operators.
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
