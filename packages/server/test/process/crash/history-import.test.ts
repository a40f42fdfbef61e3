import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportState } from '../../../src/domain/imports/import-life.ts'
import { seedChannel } from '../../store/seed-channel.ts'
import { until } from '../../support/eventually.ts'
import { lineFileOf } from '../../support/imports/line-file.ts'
import { assertSame, canonical, numberOf } from '../../support/imports/shown-messages.ts'
import { zipOf } from '../../support/imports/zip-of.ts'
import { newFolder, serve, withData } from '../../support/process/process.ts'
import { sabotaged } from '../../support/process/sabotage.ts'
import { isSoak } from '../../support/soak.ts'

const by = { kind: 'operator' } as const
const channelId = 'C1'
const start = Date.parse('2026-03-01T08:00:00Z')

/** Four lines a minute, every fourth the same. */
const said = Array.from({ length: 2_000 }, (_, index) => ({
  at: start + (index >> 2) * 60_000,
  name: 'Ann',
  text: index % 4 === 0 ? 'ok' : `What was said as number ${index}`,
}))
const texts = Buffer.from(lineFileOf(said))
const photos = Array.from({ length: 20 }, (_, index) => `${index + 10}-PHOTO-1.jpg`)

async function zipOfPhotos(): Promise<Buffer> {
  const lines = photos.map((name, index) => `[03/13/26, 09:${10 + index}:00] Ann: \u200e<attached: ${name}>`)
  return await zipOf([
    { path: '_chat.txt', content: [...lines, ''].join('\r\n') },
    ...photos.map((path) => ({ path, content: `bytes of ${path}` })),
  ])
}

/** After how many commits with messages the process is killed, and started again. */
const kills = isSoak ? [1, 2, 1, 4, 3, 5] : [2]

test('A, B and undoing A are the same as B alone, although the service was killed in each of them', async () => {
  const dataDir = newFolder()
  await withData(dataDir, ({ store }) => seedChannel(store, channelId, { owner: 'U1', subscribers: ['U1'] }, start))

  const calm = await serve(dataDir)
  const only = await upload(dataDir, texts)
  await reach(dataDir, only, 'ready')
  await steer(dataDir, only, 'commit')
  await reach(dataDir, only, 'done')
  const alone = await exported(dataDir)
  await steer(dataDir, only, 'undo')
  await reach(dataDir, only, 'undone')
  const none = await exported(dataDir)
  assert.ok(alone.length > none.length + 1_900, 'control: something came in')

  const importNo = await upload(dataDir, await zipOfPhotos())
  await reach(dataDir, importNo, 'ready')
  assert.equal((await calm.stop()).code, 0)
  await steer(dataDir, importNo, 'commit')
  for (const kill of kills) await dieAt(dataDir, `import_rows:${kill}`)
  const second = await dieWhile(
    dataDir,
    `import_rows:${photos.length - kills.reduce((sum, one) => sum + one) + 2}`,
    async () => {
      await reach(dataDir, importNo, 'done')
      assert.equal((await exported(dataDir)).length, none.length + photos.length)
      const number = await upload(dataDir, texts)
      await reach(dataDir, number, 'ready')
      await steer(dataDir, number, 'commit')
      return number
    },
  )
  // The first file that is released is the uploaded one. Undoing releases those of messages.
  await dieWhile(dataDir, 'released_files:2', async () => {
    await reach(dataDir, second, 'done')
    await steer(dataDir, importNo, 'undo')
  })
  const last = await serve(dataDir)
  await reach(dataDir, importNo, 'undone')
  assert.equal((await last.stop()).code, 0)
  assertSame(await exported(dataDir), alone)
})

const dieAt = (dataDir: string, kill: string) => dieWhile(dataDir, kill, async () => {})

async function dieWhile<T>(dataDir: string, kill: string, work: () => Promise<T>): Promise<T> {
  const service = await serve(dataDir, { env: sabotaged(`kill-after-writing:${kill}`) })
  const result = await work()
  assert.equal((await service.ended).signal, 'SIGKILL')
  return result
}

const exported = (dataDir: string) => withData(dataDir, ({ store }) => canonical(store, channelId))

async function upload(dataDir: string, bytes: Buffer): Promise<number> {
  return await withData(dataDir, async ({ store, blobs }) => {
    const file = { fileName: 'history', choices: '{"zone":{"timezone":"UTC"}}', ...(await blobs.put([bytes])) }
    const opened = { kind: 'open-history', by, at: Date.now(), channelId, ...file } as const
    return (await store.write<'open-history'>(opened)).importNo
  })
}

async function steer(dataDir: string, importNo: number, wish: 'commit' | 'undo'): Promise<void> {
  const steered = { kind: 'steer-history', by, at: Date.now(), channelId, importNo, wish } as const
  await withData(dataDir, ({ store }) => store.write<'steer-history'>(steered))
}

async function reach(dataDir: string, importNo: number, state: ImportState): Promise<void> {
  await withData(dataDir, async ({ store }) => {
    const channelNo = await numberOf(store, channelId)
    const isThere = async () => {
      const found = await store.findImport(channelNo, importNo)
      assert.equal(found?.reason, null)
      return found?.state === state
    }
    await until(isThere, `the import is ${state}`)
  })
}
