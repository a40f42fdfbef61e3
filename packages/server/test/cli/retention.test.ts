import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillWithPast } from '../support/content/past.ts'
import { listMediaFiles } from '../support/hostile/remains.ts'
import { innkeeper, newFolder, serve } from '../support/process/process.ts'
import { sabotaged } from '../support/process/sabotage.ts'

test('a dry run says exactly what would be deleted, and changes nothing; the run then deletes exactly that', async () => {
  const data = newFolder()
  await fillWithPast(data, { old: 40, oldPhotos: 5, young: 7 })
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await innkeeper(['retention', ...words, '--json', '--data', data], {
      env: { INNKEEPER_RETENTION_DAYS: '30' },
    })
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const foreseen = await run('--dry-run')
  assert.deepEqual([foreseen.dryRun, foreseen.messages, foreseen.mediaFiles], [true, 45, 5])
  assert.equal((await run('--dry-run')).messages, 45)
  assert.equal(listMediaFiles(data).length, 6)
  const { dryRun, channels, ...deleted } = await run()
  assert.deepEqual(deleted, { messages: 45, mediaFiles: 5, mediaBytes: foreseen.mediaBytes })
  assert.deepEqual([dryRun, channels.length], [false, 1])
  assert.equal(listMediaFiles(data).length, 1, "the young photo's file stays")
  assert.deepEqual((await run('--dry-run')).messages, 0)
})

test('without a limit there is nothing to delete, and it says so', async () => {
  const data = newFolder()
  await fillWithPast(data, { old: 3, oldPhotos: 0, young: 1 })
  const { code, stdout } = await innkeeper(['retention', '--data', data])
  assert.deepEqual([code, stdout.trim()], [0, 'Nothing has expired.'])
})

test('a table shows an operator which channel loses what', async () => {
  const data = newFolder()
  const { channelId } = await fillWithPast(data, { old: 3, oldPhotos: 1, young: 1 })
  const env = { INNKEEPER_RETENTION_DAYS: '30' }
  const { stdout } = await innkeeper(['retention', '--dry-run', '--data', data], { env })
  assert.match(stdout, new RegExp(`${channelId} +Old times +30 +\\d{4}-\\S+Z +4 messages +1 file`))
  assert.match(stdout, /4 messages and 1 file \(.+\) would be deleted\. Nothing was changed\./)
})

test('a service deletes expired messages by itself, and a kill in the middle costs nothing', async () => {
  const data = newFolder()
  const { look } = await fillWithPast(data, { old: 3000, oldPhotos: 60, young: 20 })
  const env = { INNKEEPER_RETENTION_DAYS: '30' }
  const killed = await innkeeper(['serve', '--port', '0', '--data', data], {
    env: { ...env, ...sabotaged('kill-after-commit:8') },
  })
  assert.equal(killed.signal, 'SIGKILL')
  const between = await look.now()
  assert.ok(between.messages > 21 && between.messages < 3081, `killed in the middle: ${between.messages} were left`)
  const second = await serve(data, { env })
  const after = await look.until(({ messages, mediaFiles }) => messages === 21 && mediaFiles === 1)
  assert.deepEqual([after.messages, after.mediaFiles], [21, 1])
  assert.equal((await second.stop()).code, 0)
  assert.equal(listMediaFiles(data).length, 1)
})
