import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { message } from '../support/content/events.ts'
import { fillExported, receiveInto } from '../support/exported-channel.ts'
import { lineFile } from '../support/imports/owner-imports.ts'
import { innkeeper, newFolder } from '../support/process/process.ts'

const channelId = 'C-export'

describe('innkeeper import', () => {
  const dataDir = newFolder()
  const file = join(dataDir, 'history.txt')
  const run = (...words: string[]) => innkeeper([...words, '--data', dataDir])
  before(async () => {
    await fillExported(dataDir, channelId)
    const at = Date.parse('2026-03-01T00:31:05Z')
    await receiveInto(dataDir, [
      message(channelId, at, { id: 'live', content: { type: 'text', text: 'The bus is here' } }),
    ])
    writeFileSync(file, lineFile('09:31 Ann The bus is here', '09:32 Ben I come in a minute', '09:33 Kim Me too'))
  })

  test('shows what is missing, adds it, lists it and undoes it', async () => {
    const words = ['import', channelId, file, '--zone', 'Asia/Tokyo', '--person', 'Kim=']
    const asked = await run(...words)
    assert.deepEqual(
      [asked.code, asked.stderr],
      [2, 'Add --yes to import without asking, or --dry-run to only look.\n'],
    )
    const dry = await run(...words, '--dry-run')
    assert.deepEqual([dry.code, dry.stderr], [0, ''])
    assert.match(dry.stdout, /^history\.txt: line, 7 lines, 2026-03-01 to 2026-03-01\.\n/)
    assert.match(
      dry.stdout,
      /1 left out \(excluded\)[\s\S]+NAME +MESSAGES +IS +WHY\n[\s\S]+Kim +1 +left-out +chosen[\s\S]+Nothing was imported\.\n$/,
    )
    const done = await run(...words, '--yes')
    assert.deepEqual([done.code, done.stderr], [0, ''])
    assert.match(done.stdout, /Import 2 is done\. [12] messages? added\.\n$/)
    assert.match((await run('imports', 'list', channelId)).stdout, /2 +done .+history\.txt\n1 +dropped /)
    assert.equal((await run('imports', 'undo', channelId, '2')).stdout, 'Import 2 is undone.\n')
    const again = await run('imports', 'undo', channelId, '2')
    assert.deepEqual([again.code, again.stdout], [1, ''])
    assert.match(again.stderr, /Only an import that is finished can be undone/)
  })

  test('refuses what it can’t import with a sentence', async () => {
    const diary = join(dataDir, 'diary.txt')
    writeFileSync(diary, 'Dear diary\n')
    for (const [words, code, sentence] of [
      [['import', channelId, join(dataDir, 'none.txt'), '--yes'], 2, /can't be read/],
      [['import', channelId, diary, '--yes'], 1, /was not imported\. We don’t recognize/],
      [['import', 'C-none', file, '--yes'], 1, /No channel has the ID C-none/],
      [['import', channelId, file, '--yes', '--zone', 'Mars'], 2, /--zone is "Mars"/],
      [['imports', 'undo', channelId, '9'], 1, /no import 9/],
    ] as const) {
      const result = await run(...words)
      assert.equal(result.code, code, result.stderr)
      assert.match(result.stderr, sentence)
    }
  })
})
