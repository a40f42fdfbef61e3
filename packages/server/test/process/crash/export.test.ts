import assert from 'node:assert/strict'
import { appendFileSync, cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { createRandom } from '@innkeeper/testdata'
import { edited } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import {
  assertIntact,
  exportedAt,
  fillExported,
  namedFiles,
  readTree,
  receiveInto,
} from '../../support/exported-channel.ts'
import { innkeeper, newFolder } from '../../support/process/process.ts'
import { signalAt } from '../../support/process/signal-at.ts'
import { isSoak } from '../../support/soak.ts'

const channelId = 'C-killed'
const kills = isSoak ? 20 : 1
const seed = process.env.INNKEEPER_SEED ?? String(Date.now())
const random = createRandom(seed)
const calls = { open: 60, rename: 25, mkdir: 12, rm: 2 } as const

const variants: { name: string; words: string[]; isUpdate?: boolean }[] = [
  { name: 'of texts', words: ['--format', 'jsonl,txt'] },
  { name: 'of pages with their files', words: ['--format', 'html,jsonl'] },
  { name: 'in two threads', words: ['--format', 'html,jsonl', '--threads', '2'] },
  { name: 'that brings another one up to date', words: ['--format', 'html,jsonl'], isUpdate: true },
]

const dataDir = newFolder()
/** The same before something was said and edited. */
const earlierDir = newFolder()
const parent = newFolder()
const run = (
  out: string,
  words: string[],
  { env = {}, from = dataDir }: { env?: Record<string, string>; from?: string } = {},
) => innkeeper(['export', channelId, '--out', out, ...words, '--data', from], { env })
/** The export of all data as it is without an interruption, by its options. */
const wholes = new Map<string, Promise<Record<string, string>>>()

async function exportWhole(name: string, words: string[], from: string): Promise<Record<string, string>> {
  const out = join(parent, name)
  const { code, stderr } = await run(out, words, { from })
  assert.equal(code, 0, stderr)
  return readTree(out)
}

before(async () => {
  await fillExported(dataDir, channelId)
  cpSync(dataDir, earlierDir, { recursive: true })
  await receiveInto(dataDir, [
    message(channelId, exportedAt, { id: 'n-1', name: 'Mika' }),
    edited(channelId, exportedAt, 'x-150', 'an edited text'),
  ])
})

const isFinished = (out: string) =>
  existsSync(join(out, 'manifest.json')) && !existsSync(join(out, 'manifest.partial.jsonl'))

for (const [index, { name, words, isUpdate = false }] of variants.entries()) {
  describe(`an export ${name} that is killed`, () => {
    let whole: Record<string, string> = {}
    let earlier: Record<string, string> = {}
    before(async () => {
      const key = words.slice(0, 2).join(' ')
      const known = wholes.get(key) ?? exportWhole(`whole-${index}`, words, dataDir)
      wholes.set(key, known)
      whole = await known
      if (isUpdate) earlier = await exportWhole('earlier', words, earlierDir)
    })

    for (let kill = 0; kill < kills; kill++) {
      test(`at a random moment (${kill + 1}) leaves only whole files, and the same command finishes it`, async (context) => {
        context.diagnostic(`INNKEEPER_SEED=${seed}`)
        const out = join(parent, `killed-${index}-${kill}`)
        if (isUpdate) cpSync(join(parent, 'earlier'), out, { recursive: true })
        const names = Object.keys(calls) as (keyof typeof calls)[]
        // It can die after its last name, too: just before the folder is synced.
        const wasUpdated = () => isFinished(out) && readTree(out)['manifest.json'] === whole['manifest.json']
        const more = () => (isFinished(out) ? ['--since-last'] : [])
        let deaths = 0
        for (let attempt = 0; attempt < 2 && !wasUpdated(); attempt++) {
          const call = random.pick(names)
          const env = signalAt('SIGKILL', call, random.between(1, calls[call]))
          const { signal, code } = await run(out, [...words, ...more()], { env })
          if (code === 0) break
          assert.equal(signal, 'SIGKILL')
          deaths++
          // It can die before it creates the folder.
          const named = existsSync(out) ? namedFiles(out) : {}
          for (const [path, text] of Object.entries(named)) {
            assert.ok(text === whole[path] || text === earlier[path], path)
          }
        }
        context.diagnostic(`died ${deaths} times`)
        const { code, stderr } = await run(out, [...words, ...more()])
        assert.equal(code, 0, stderr)
        assert.deepEqual(readTree(out), whole)
        await assertIntact(out)
      })
    }
  })
}

describe('an export that is killed', () => {
  const { words = [] } = variants[0] ?? {}

  test('while it records a month continues, also after a second time', async () => {
    const out = join(parent, 'torn')
    for (const renames of [3, 6]) {
      assert.equal((await run(out, words, { env: signalAt('SIGKILL', 'rename', renames) })).signal, 'SIGKILL')
      appendFileSync(join(out, 'manifest.partial.jsonl'), '{"part":{"month":"20')
    }
    assert.equal((await run(out, words)).code, 0)
    assert.deepEqual(readTree(out), await wholes.get(words.join(' ')))
  })

  test('is not taken for a finished one', async () => {
    const out = join(parent, 'unfinished')
    assert.equal((await run(out, words, { env: signalAt('SIGKILL', 'rename', 4) })).signal, 'SIGKILL')
    const { code, stderr } = await innkeeper(['verify', out])
    assert.equal(code, 1)
    assert.match(stderr, /is not finished\. Run the same command again, and it continues where it stopped\./)
  })
})
