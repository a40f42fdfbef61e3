import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { message } from '../support/content/events.ts'
import { fillExported, receiveInto } from '../support/exported-channel.ts'
import { lineFile } from '../support/imports/owner-imports.ts'
import { innkeeper, newFolder, withData } from '../support/process/process.ts'

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
    assert.deepEqual(
      [dry.code, dry.stderr, dry.stdout],
      [
        0,
        '',
        `history.txt: line, 7 lines, 2026-03-01 to 2026-03-01.
1 new message, 1 already here, 1 left out (excluded).
Time zone: Asia/Tokyo.

NAME  MESSAGES  IS        WHY
Ann   1         U-owner   few-texts, not sure
Ben   1         outsider  unknown, not sure
Kim   1         left-out  chosen

New:
  line 6, 2026-03-01T00:32:00Z, Ben: I come in a minute

Already here:
  line 5, 2026-03-01T00:31:00Z, Ann: The bus is here

Left out:
  line 7, 2026-03-01T00:33:00Z, Kim: Me too

Nothing was imported.
`,
      ],
    )
    const done = await run(...words, '--yes')
    assert.deepEqual([done.code, done.stderr], [0, ''])
    assert.match(done.stdout, /Import 2 is done\. [12] messages? added\.\n$/)
    assert.match((await run('imports', 'list', channelId)).stdout, /2 +done .+history\.txt\n1 +dropped /)
    const undo = (...options: string[]) => run('imports', 'undo', channelId, '2', ...options)
    const unasked = await undo()
    assert.deepEqual(
      [unasked.code, unasked.stderr],
      [2, 'Add --yes to undo the import without asking, or --dry-run to only look.\n'],
    )
    assert.equal(
      (await run('import', channelId, file, '--zone', 'Asia/Tokyo', '--person', 'Kim=U-owner', '--yes')).code,
      0,
    )
    const counts = 'Undoing import 2 removes 0 messages. Staying because other imports contain them, too: 1 message.\n'
    assert.equal((await undo('--dry-run')).stdout, `${counts}Nothing was removed.\n`)
    assert.equal((await undo('--yes')).stdout, `${counts}Import 2 is undone.\n`)
    const third = await run('imports', 'undo', channelId, '3', '--yes')
    assert.equal(third.stdout, 'Undoing import 3 removes 2 messages.\nImport 3 is undone.\n')
    const again = await undo('--yes')
    assert.deepEqual([again.code, again.stdout], [1, ''])
    assert.match(again.stderr, /Only an import that is finished can be undone/)
  })

  test('asks what a file doesn’t decide, lists unread lines and closed gaps, and takes the answers as options', async () => {
    await withData(dataDir, async ({ store }) => {
      const alive = (beganAt: string, seenAt: string) => {
        const span = { beganAt: Date.parse(beganAt), seenAt: Date.parse(seenAt) }
        return store.write<'note-alive'>({ kind: 'note-alive', node: 'test', span })
      }
      await alive('2026-03-01T00:00:00Z', '2026-03-01T00:31:30Z')
      await alive('2026-03-01T00:33:30Z', '2026-03-02T00:00:00Z')
    })
    const odd = join(dataDir, 'odd.txt')
    const unread = join(dataDir, 'unread.csv')
    writeFileSync(odd, lineFile('09:31 Ann The bus is here', '99:99 Ann ?', '99:99 Ann ?', '09:36 Ben On my way'))
    const listed = await run('import', channelId, odd, '--zone', 'Asia/Tokyo', '--dry-run', '--unread', unread)
    assert.match(
      listed.stdout,
      /\n\nUnread lines: 6 \(bad-time\), 7 \(bad-time\)\. For a list of all, add --unread <path>\.\n\nGaps that it covers:\n {2}service-down, 2026-03-01T00:31:30Z to 2026-03-01T00:33:30Z\n\nNothing/,
    )
    assert.equal(readFileSync(unread, 'utf8'), 'line,lines,reason\r\n6,1,bad-time\r\n7,1,bad-time\r\n')

    const whatsapp = join(dataDir, 'whatsapp.txt')
    writeFileSync(whatsapp, '03/04/26, 09:30 - Ann: Is it April?\n03/04/26, 09:31 - Ben: Or March\n')
    const unclear = await run('import', channelId, whatsapp, '--dry-run')
    assert.match(unclear.stdout, /\nIs 03\/04\/26 written day-month or month-day\? Add --date-order\.\n/)
    const clear = await run('import', channelId, whatsapp, '--dry-run', '--date-order', 'day-month')
    assert.match(clear.stdout, /^whatsapp\.txt: whatsapp, 2 lines, 2026-04-03 to 2026-04-03\.\n/)

    const telegram = join(dataDir, 'result.json')
    const chat = (id: number, ...texts: string[]) => ({
      name: `Chat ${id}`,
      type: 'private_group',
      id,
      messages: texts.map((text, index) => ({
        id: index,
        type: 'message',
        date_unixtime: String(Date.parse('2026-02-01T09:00:00Z') / 1000 + index),
        from: 'Zoe',
        from_id: 'user5',
        text,
      })),
    })
    writeFileSync(telegram, JSON.stringify({ chats: { list: [chat(1, 'one'), chat(2, 'two', 'three')] } }))
    const several = await run('import', channelId, telegram, '--dry-run')
    assert.match(
      several.stdout,
      /\nThe file has several chats\. Add --chat with one of these IDs:\n {2}1 {2}Chat 1, 1 message\n {2}2 {2}Chat 2, 2 messages\n/,
    )
    const chosen = await run('import', channelId, telegram, '--dry-run', '--chat', '2', '--person', 'tg:5=U-ken')
    assert.match(chosen.stdout, /\n2 new messages, 0 already here\.\n[\s\S]+\nZoe \(tg:5\) +2 +U-ken +chosen\n/)
    const named = await run('import', channelId, telegram, '--dry-run', '--chat', '2', '--outsider', 'Zoe')
    assert.match(named.stdout, /\nZoe \(tg:5\) +2 +outsider +chosen\n/)
  })

  test('refuses what it can’t import with a sentence', async () => {
    const diary = join(dataDir, 'diary.txt')
    writeFileSync(diary, 'Dear diary\n')
    for (const [words, code, sentence] of [
      [['import', channelId, join(dataDir, 'none.txt'), '--yes'], 2, /can't be read/],
      [['import', channelId, diary, '--yes'], 1, /was not imported\. We don’t recognize/],
      [['import', 'C-none', file, '--yes'], 1, /No channel has the ID C-none/],
      [['import', channelId, file, '--yes', '--zone', 'Mars'], 2, /--zone is "Mars"/],
      [
        ['import', channelId, file, '--yes', '--date-order', 'year'],
        2,
        /--date-order is "year"\. Set it to day-month or/,
      ],
      [['imports', 'undo', channelId, '99', '--yes'], 1, /no import 99/],
    ] as const) {
      const result = await run(...words)
      assert.equal(result.code, code, result.stderr)
      assert.match(result.stderr, sentence)
    }
  })
})
