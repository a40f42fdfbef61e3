import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawRandom } from '../../support/line/line-load.ts'
import { openNodes } from '../../support/process/nodes.ts'
import { openDatabase } from '../../support/process/postgres.ts'
import { innkeeper, newFolder, serve } from '../../support/process/process.ts'
import { openBucket } from '../../support/process/s3.ts'
import { isSoak } from '../../support/soak.ts'

test('a node with a folder or another bucket refuses to start beside nodes with a bucket', async (context) => {
  const { url, b } = await openNodes(drawRandom(context))
  const other = await openBucket()
  for (const [env, where] of [
    [{}, /set to store them in the data folder\./],
    [other.env, /set to store them in s3:\/\//],
  ] as const) {
    const { code, stderr } = await innkeeper(['serve', '--port', '0', '--data', newFolder()], {
      env: { INNKEEPER_DATABASE_URL: url, ...env },
    })
    assert.equal(code, 1, stderr)
    assert.match(stderr, /INNKEEPER_MEDIA_URL: the media files of this database are in s3:\/\//)
    assert.match(stderr, where)
  }
  // With the same one it starts.
  await b.stop()
  await b.start()
  assert.equal((await fetch(`${b.running.url}/ready`)).status, 200)
})

// The same command reads either database, and only PostgreSQL has nodes.
for (const engine of isSoak ? (['SQLite', 'PostgreSQL'] as const) : (['PostgreSQL'] as const)) {
  test(`${engine}: files that were moved are used after adopt-media, which finds every missing one`, async (context) => {
    const { url, drop } = engine === 'SQLite' ? { url: '', drop() {} } : await openDatabase()
    context.after(drop)
    const [before, after] = [await openBucket(), await openBucket()]
    const [dataDir, database] = [newFolder(), { INNKEEPER_DATABASE_URL: url }]
    const run = (bucket: typeof before, ...words: string[]) =>
      innkeeper([...words, '--data', dataDir], { env: { ...database, ...bucket.env } })
    const stopped = async (bucket: typeof before) => {
      const node = await serve(dataDir, { env: { ...database, ...bucket.env } })
      const whileRunning = await run(bucket, 'adopt-media')
      assert.equal(whileRunning.code, 1, whileRunning.stdout)
      assert.match(whileRunning.stderr, /is running/)
      assert.equal((await node.stop()).code, 0)
    }
    assert.equal((await run(before, 'seed', '--channels', '1', '--messages', '60', '--seed', 'place')).code, 0)
    await stopped(before)
    const files = await before.list()
    assert.ok(files.length > 1, `${files.length} files`)

    const refused = await run(after, 'serve', '--port', '0')
    assert.match(refused.stderr, /run \.\/innkeeper adopt-media/)
    for (const key of files.slice(1)) await after.write(key, await before.read(key))
    const incomplete = await run(after, 'adopt-media')
    assert.equal(incomplete.code, 1)
    assert.match(incomplete.stderr, new RegExp(`^1 of ${files.length} files are not in s3://`))
    for (const key of files.slice(0, 1)) await after.write(key, await before.read(key))
    const complete = await run(after, 'adopt-media')
    assert.equal(complete.code, 0, complete.stderr)
    assert.match(complete.stdout, new RegExp(`^${files.length} files found in s3://`))
    await stopped(after)
  })
}
