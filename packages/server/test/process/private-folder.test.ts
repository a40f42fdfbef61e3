import assert from 'node:assert/strict'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { findOpenPaths, modeOf } from '../support/folder.ts'
import { innkeeper, newFolder, serve } from '../support/process/process.ts'
import { fillData, takeSnapshot } from '../support/snapshots.ts'

/** A folder as an older version left it if it already existed: the folder, the database and the media are open. */
async function makeOpenFolder(): Promise<string> {
  const dataDir = await fillData()
  for (const { parentPath, name } of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(parentPath, name)
    chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o644)
  }
  chmodSync(dataDir, 0o755)
  return dataDir
}

describe('a data folder that other users of the machine can read', () => {
  test('is made private by a start, with everything in it and everything written later', async () => {
    const dataDir = await makeOpenFolder()
    const database = join(dataDir, 'innkeeper.db')
    assert.equal(modeOf(lstatSync(database).mode), '644', 'control: it was open')
    const service = await serve(dataDir)
    assert.ok(readdirSync(dataDir).includes('innkeeper.db-wal'))
    assert.deepEqual(findOpenPaths(dataDir), [])
    await service.stop('SIGKILL')
    assert.deepEqual(findOpenPaths(dataDir), [], 'including the write-ahead log that a crash leaves behind')
    await (await serve(dataDir)).stop()
    assert.deepEqual(findOpenPaths(dataDir), [])
  })

  test('is also made private by a command, without touching the targets of links in it', async () => {
    const dataDir = await makeOpenFolder()
    const elsewhere = newFolder()
    const file = join(elsewhere, 'public.txt')
    writeFileSync(file, 'for everyone')
    chmodSync(elsewhere, 0o755)
    chmodSync(file, 0o644)
    const links = ['planted-folder', 'planted-file'].map((name) => join(dataDir, name))
    for (const [index, target] of [elsewhere, file].entries()) symlinkSync(target, links[index] ?? '')
    assert.equal((await innkeeper(['keys', 'create', '--user', 'U1', '--data', dataDir])).code, 0)
    assert.deepEqual(
      [elsewhere, file].map((path) => modeOf(lstatSync(path).mode)),
      ['755', '644'],
    )
    for (const link of links) unlinkSync(link)
    assert.deepEqual(findOpenPaths(dataDir), [])
  })

  test('is reported by doctor, which changes nothing', async () => {
    const dataDir = await makeOpenFolder()
    const before = findOpenPaths(dataDir)
    const { code, stdout } = await innkeeper(['doctor', '--json', '--data', dataDir])
    const finding = JSON.parse(stdout).findings.find(({ name }: { name: string }) => name === 'data folder')
    assert.deepEqual([code, finding.state], [0, 'care'])
    assert.match(finding.words, /is accessible to other users of this machine \(mode 755\)\..+ chmod -R go= /)
    assert.deepEqual(findOpenPaths(dataDir), before)
    chmodSync(dataDir, 0o700)
    const closed = JSON.parse((await innkeeper(['doctor', '--json', '--data', dataDir])).stdout).findings
    assert.equal(closed.find(({ name }: { name: string }) => name === 'data folder').state, 'ok')
  })

  test('and belongs to someone else is refused, and doctor says why', async (t) => {
    const dataDir = newFolder()
    chmodSync(dataDir, 0o777)
    if (process.getuid?.() !== 0) return t.diagnostic('only root can change the owner of a folder')
    chownSync(dataDir, 65534, 65534)
    const under = ['setpriv', '--reuid=65533', '--regid=65533', '--clear-groups']
    const refused = await innkeeper(['keys', 'create', '--user', 'U1', '--data', dataDir], { under })
    assert.equal(refused.code, 1)
    assert.match(
      refused.stderr,
      /^\/.+ is accessible to other users of this machine \(mode 777\), and this user cannot change that/,
    )
    assert.deepEqual(readdirSync(dataDir), [])
    const doctor = await innkeeper(['doctor', '--json', '--data', dataDir], { under })
    assert.equal(doctor.code, 1)
    assert.match(doctor.stdout, /cannot change that/)
  })
})

describe('everything else that the program writes is private', () => {
  test('a data folder that it creates itself', async () => {
    const dataDir = join(newFolder(), 'data')
    assert.equal((await innkeeper(['keys', 'create', '--user', 'U1', '--data', dataDir])).code, 0)
    assert.ok(readdirSync(dataDir).includes('innkeeper.db'))
    assert.deepEqual(findOpenPaths(dataDir), [])
  })

  test('snapshots as a folder and as a tar file, and the folder they are restored into', async () => {
    const dataDir = await makeOpenFolder()
    const parent = newFolder()
    for (const name of ['snapshot', 'snapshot.tar']) {
      const made = await innkeeper(['backup', join(parent, name), '--data', dataDir])
      assert.equal(made.code, 0, made.stderr)
    }
    assert.deepEqual(findOpenPaths(parent), [])
    const restored = join(newFolder(), 'new')
    mkdirSync(restored)
    chmodSync(restored, 0o755)
    const { code, stderr } = await innkeeper(['restore', join(parent, 'snapshot'), '--data', restored])
    assert.equal(code, 0, stderr)
    assert.deepEqual(findOpenPaths(restored), [])
  })

  test('a snapshot that was made accessible to others later is reported by doctor', async () => {
    const dataDir = await fillData()
    const snapshot = join(newFolder(), 'snapshot')
    await takeSnapshot(dataDir, snapshot)
    const names = async () => {
      const { findings } = JSON.parse((await innkeeper(['doctor', '--json', '--data', dataDir])).stdout)
      return findings.filter(({ state }: { state: string }) => state === 'care' || state === 'wrong')
    }
    assert.deepEqual(await names(), [])
    chmodSync(snapshot, 0o755)
    const [found] = await names()
    assert.equal(found.name, 'snapshots')
    assert.match(found.words, new RegExp(`^${snapshot} is accessible to other users of this machine`))
  })
})
