import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { migrations } from '../../../src/adapters/sql/migrations.ts'
import { copyBeforeUpgrade, listUpgradeCopies } from '../../../src/adapters/sqlite/storage/upgrade-copies.ts'
import { makeOlder, schemaOf } from '../../support/older-database.ts'
import { innkeeper, serve, withData } from '../../support/process/process.ts'
import { canaries, fillData } from '../../support/snapshots.ts'

const docs = readFileSync(new URL('../../../../../docs/self-hosting.md', import.meta.url), 'utf8')

describe('upgrading the database', () => {
  test('copies it before its schema changes, says so in the log, and only once', async () => {
    const dataDir = await fillData()
    makeOlder(dataDir)
    const first = await serve(dataDir)
    const { stdout } = await first.stop()
    const [copy, ...others] = listUpgradeCopies(dataDir)
    assert.ok(copy && others.length === 0)
    assert.equal(copy.schema, 2)
    assert.ok(
      stdout.includes(copy.path) && stdout.includes('copied the database before this version changes it'),
      stdout,
    )
    assert.equal(schemaOf(dataDir), migrations.length)
    const database = new DatabaseSync(copy.path, { readOnly: true })
    assert.equal(database.prepare('pragma user_version').get()?.user_version, 2)
    assert.equal(database.prepare("select count(*) as n from messages where json like '%canary%'").get()?.n, 2)
    database.close()

    await (await serve(dataDir)).stop()
    assert.deepEqual(listUpgradeCopies(dataDir), [copy])
  })

  test('a command that upgrades it makes a copy, too', async () => {
    const dataDir = await fillData()
    makeOlder(dataDir)
    assert.equal((await innkeeper(['channels', 'list', '--data', dataDir])).code, 0)
    assert.deepEqual(
      listUpgradeCopies(dataDir).map(({ schema }) => schema),
      [2],
    )
  })

  test('keeps the last two copies, for a month', async () => {
    const dataDir = await fillData()
    const day = 24 * 3600 * 1000
    const start = Date.parse('2026-05-01T00:00:00Z')
    const steps = migrations.length + 1
    for (const days of [0, 1, 2]) copyBeforeUpgrade(dataDir, { steps, now: start + days * day })
    assert.deepEqual(
      listUpgradeCopies(dataDir).map(({ at }) => (at - start) / day),
      [2, 1],
    )
    copyBeforeUpgrade(dataDir, { now: start + 31.5 * day })
    assert.deepEqual(
      listUpgradeCopies(dataDir).map(({ at }) => (at - start) / day),
      [2],
    )
  })

  test('changes nothing if the copy cannot be made', async () => {
    const dataDir = await fillData()
    makeOlder(dataDir)
    // A file where the folder should be stops root, too.
    writeFileSync(join(dataDir, 'before-upgrade'), '')
    const { code, stderr } = await innkeeper(['channels', 'list', '--data', dataDir])
    assert.equal(code, 1)
    assert.match(stderr, /Before that, it copies it to .+before-upgrade, which failed: .+Nothing was changed\./)
    assert.equal(schemaOf(dataDir), 2)
  })
})

describe('going back to an older version', () => {
  test('an older version refuses the database, and says what to do', async () => {
    const dataDir = await upgradeToNext(await fillData())
    const before = readFileSync(join(dataDir, 'innkeeper.db'))
    for (const command of ['serve', 'start']) {
      const { code, stderr } = await innkeeper([command, '--port', '0', '--data', dataDir])
      assert.equal(code, 1)
      assert.match(
        stderr,
        /was written by a newer Innkeeper \(schema \d+, this release has \d+\)\. It was not changed; update/,
      )
      assert.match(stderr, /To go back to how it was before the upgrade, run \.\/innkeeper rollback\.\n$/)
    }
    assert.deepEqual(readFileSync(join(dataDir, 'innkeeper.db')), before)
  })

  test('the documented command goes back, and what was erased meanwhile stays erased', async () => {
    const { kept, gone } = canaries
    const dataDir = await upgradeToNext(await fillData(), async (folder) => {
      const erased = await innkeeper(['erase', '--user', gone.userId, '--data', folder])
      assert.equal(erased.code, 0, erased.stderr)
    })
    const command = /^\.\/innkeeper (rollback --data) \/var\/lib\/innkeeper$/m.exec(docs)?.[1]
    assert.ok(command, 'docs/self-hosting.md has the command')
    const { code, stdout, stderr } = await innkeeper([...command.split(' '), dataDir])
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^The database in .+ is as it was at 2\d{3}-.+\nRemoved again: 2 messages that were erased/)
    assert.match(stdout, /The newer database is .+before-upgrade\/newer-.+\.db\./)
    assert.equal(schemaOf(dataDir), migrations.length)
    assert.ok(!readdirSync(dataDir).includes('rolling-back'))

    const service = await serve(dataDir)
    assert.equal((await service.stop()).code, 0)
    await withData(dataDir, async ({ store }) => assert.equal((await store.countRows()).messages, 2))
    const database = readFileSync(join(dataDir, 'innkeeper.db'))
    assert.ok(database.includes(kept.text) && !database.includes(gone.text))
    const media = readdirSync(join(dataDir, 'media'), { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    )
    assert.equal(media.length, 3, 'the photo, the preview and the picture of the one who stayed')
    const doctor = await innkeeper(['doctor', '--data', dataDir])
    assert.equal(doctor.code, 0, doctor.stdout)
  })

  test('is refused where there is nothing to go back to', async () => {
    const current = await fillData()
    const [usable, without, server] = await Promise.all([
      innkeeper(['rollback', '--data', current]),
      upgradeToNext(await fillData(), undefined, { isCopied: false }).then((dataDir) =>
        innkeeper(['rollback', '--data', dataDir]),
      ),
      innkeeper(['rollback'], { env: { INNKEEPER_DATABASE_URL: 'postgres://innkeeper@127.0.0.1:1/innkeeper' } }),
    ])
    assert.deepEqual([usable.code, without.code, server.code], [2, 2, 2])
    assert.match(usable.stderr, /which this version can use .+Run this command with the older version\./)
    assert.match(without.stderr, /There is no copy from before an upgrade .+Restore a snapshot instead/)
    assert.match(server.stderr, /With PostgreSQL, no copy is made before an upgrade\./)
  })

  test('is refused while a service is running', async () => {
    const dataDir = await fillData()
    const service = await serve(dataDir)
    await upgradeToNext(dataDir)
    const { code, stderr } = await innkeeper(['rollback', '--data', dataDir])
    assert.equal(code, 1)
    assert.match(stderr, /^Another service is running/)
    await service.stop()
  })
})

/** What a version with one more step of the schema does: copies the database, changes it, and works with it. */
async function upgradeToNext(
  dataDir: string,
  work: (dataDir: string) => Promise<void> = async () => {},
  { isCopied = true } = {},
): Promise<string> {
  const steps = migrations.length + 1
  if (isCopied) assert.ok(copyBeforeUpgrade(dataDir, { steps }))
  await work(dataDir)
  const database = new DatabaseSync(join(dataDir, 'innkeeper.db'), { timeout: 5_000 })
  database.exec(`create table of_the_next_version (name text); pragma user_version = ${steps}`)
  database.close()
  return dataDir
}
