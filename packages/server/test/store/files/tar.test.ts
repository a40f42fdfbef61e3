import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { indexTar, paddingAfter, renderTarHeader, tarEnd } from '../../../src/adapters/fs/snapshots/tar.ts'
import { newFolder } from '../../support/process/process.ts'

describe('a tar file that we write', () => {
  // Only the headers are written. The rest is a sparse hole that takes no disk space.
  const sizes = [0, 1, 511, 512, 513, 8 ** 11 - 1, 8 ** 11, 9 * 1024 ** 3 + 7]
  for (const sizeBytes of sizes) {
    test(`with a file of ${sizeBytes} bytes can be read by us and by other programs`, async () => {
      const path = join(newFolder(), 'one.tar')
      const file = await open(path, 'w+')
      await file.write(renderTarHeader('innkeeper.db', sizeBytes, 1_700_000_000), 0, 512, 0)
      await file.truncate(512 + sizeBytes + paddingAfter(sizeBytes) + tarEnd.length)
      const entries = await indexTar(file, path)
      await file.close()
      assert.deepEqual([...entries.values()], [{ path: 'innkeeper.db', sizeBytes, offset: 512 }])
      const listed = spawnSync('tar', ['--numeric-owner', '-tvf', path], {
        encoding: 'utf8',
        env: { ...process.env, TZ: 'UTC' },
      })
      assert.match(listed.stdout, new RegExp(`^-rw------- 0/0 +${sizeBytes} 2023-11-14 22:13 innkeeper\\.db\n$`))
    })
  }

  test('with the same name twice, or anything but plain files, is refused', async () => {
    const link = renderTarHeader('innkeeper.db', 0, 0)
    link.write('2', 156)
    const twice = Buffer.concat([renderTarHeader('innkeeper.db', 0, 0), renderTarHeader('innkeeper.db', 0, 0), tarEnd])
    for (const bytes of [twice, Buffer.concat([link, tarEnd])]) {
      const path = join(newFolder(), 'bad.tar')
      const file = await open(path, 'w+')
      await file.writeFile(bytes)
      await assert.rejects(indexTar(file, path), /is damaged after innkeeper\.db|is not an Innkeeper snapshot/)
      await file.close()
    }
  })
})
