import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { edited, unsent } from '../support/content/chat-events.ts'
import { message, peopleEvents } from '../support/content/events.ts'
import {
  assertIntact,
  exportedAt,
  fillExported,
  readTree,
  receiveInto,
  subscribeOwner,
} from '../support/exported-channel.ts'
import { innkeeper, newFolder, withData } from '../support/process/process.ts'

const channelId = 'C-export'

describe('innkeeper export', () => {
  const dataDir = newFolder()
  const parent = newFolder()
  let count = 0
  const newOut = () => join(parent, `out-${++count}`)
  const run = (out: string, ...words: string[]) =>
    innkeeper(['export', channelId, '--out', out, ...words, '--data', dataDir])
  const report = async (out: string, ...words: string[]) => {
    const { code, stdout, stderr } = await run(out, ...words, '--json')
    assert.deepEqual([code, stderr], [0, ''])
    return JSON.parse(stdout)
  }
  before(() => fillExported(dataDir, channelId))

  test('writes every format of every month, with files once, and verify finds it intact', async () => {
    const out = newOut()
    const { code, stdout, stderr } = await run(out, '--format', 'jsonl,csv,txt,md,line,transcript')
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(
      stdout,
      /400 messages in 5 months, .+\nA snapshot may count more previews and profile pictures: .+\n\nCheck it: \.\/innkeeper verify /,
    )
    const files = Object.keys(readTree(out))
    for (const name of [
      'jsonl/2026-02.jsonl',
      'csv/2026-02.csv',
      'txt/2026-02.txt',
      'md/2026-02.md',
      'line/2026-02.txt',
    ]) {
      assert.ok(files.includes(name), name)
    }
    assert.ok(files.includes('transcript/2026-02.html') && files.includes('manifest.json'))
    assert.ok(!files.some((name) => name.includes('partial')), 'nothing unfinished is left')
    await assertIntact(out)
    const other = newOut()
    await run(other, '--format', 'transcript,line,md,txt,csv,jsonl')
    assert.deepEqual(readTree(other), readTree(out), 'the order of formats makes no difference')
  })

  test('months rendered at once in several threads are the same as one after the other', async () => {
    const [out, several] = [newOut(), newOut()]
    const formats = ['--format', 'jsonl,csv,html']
    await report(out, ...formats, '--threads', '1')
    const { months, rendered } = await report(several, ...formats, '--threads', '3')
    assert.deepEqual([months, rendered], [5, 5])
    assert.deepEqual(readTree(several), readTree(out))
    assert.equal((await report(several, ...formats, '--since-last', '--threads', '3')).rendered, 0)
  })

  test('pages for a browser are brought up to date, and the same as pages exported at once', async () => {
    const [out, fresh] = [newOut(), newOut()]
    await report(out, '--format', 'html')
    const before = readTree(out)
    assert.ok(before['index.html'] && before['style.css'] && before['pages/2026-02.html'])
    await receiveInto(dataDir, [
      message(channelId, exportedAt - 1, { id: 'h-1', content: { type: 'text', text: 'Just in time' } }),
    ])
    const { rendered } = await report(out, '--format', 'html', '--since-last')
    assert.equal(rendered, 1)
    await report(fresh, '--format', 'html')
    assert.deepEqual(readTree(out), readTree(fresh))
    assert.notEqual(readTree(out)['index.html'], before['index.html'], 'control: it has another count')
    await assertIntact(out)
    await receiveInto(dataDir, [unsent(channelId, exportedAt, 'h-1')])
  })

  test('a single page is one file beside the manifest', async () => {
    const out = newOut()
    await report(out, '--format', 'html-single')
    assert.deepEqual(Object.keys(readTree(out)).toSorted(), ['manifest.json', 'messages.html'])
    await assertIntact(out)
  })

  // html has many pages; transcript and the others have one file for each month.
  const monthly = { jsonl: 'jsonl', csv: 'csv', txt: 'txt', md: 'md', line: 'txt', transcript: 'html' }
  for (const [format, ending] of Object.entries(monthly)) {
    test(`--out of the format ${format} is a folder with one file for each month, their files and a manifest`, async () => {
      const out = newOut()
      const { months } = await report(out, '--format', format)
      const names = Object.keys(readTree(out)).filter((name) => !/^(media|people)\//.test(name))
      const expected = Array.from({ length: months }, (_, index) => {
        const month = new Date(Date.UTC(2025, 10 + index)).toISOString().slice(0, 7)
        return `${format}/${month}.${ending}`
      })
      assert.deepEqual(names.toSorted(), [...expected, 'manifest.json'].toSorted())
      await assertIntact(out)
    })
  }

  test('--out with the name of a file is refused for every format, and creates nothing', async () => {
    for (const ending of ['jsonl', 'csv', 'txt', 'md', 'html', 'zip']) {
      const out = join(parent, `messages.${ending}`)
      const { code, stderr } = await run(out)
      assert.equal(code, 2)
      assert.match(
        stderr,
        new RegExp(`which looks like a file\\. An export is a folder: leave out \\.${ending}, and choose`),
      )
      assert.ok(!existsSync(out))
    }
    const dotted = join(parent, 'book club 2.0')
    await report(dotted)
    assert.ok('manifest.json' in readTree(dotted), 'control: a folder can have a dot in its name')
  })

  test('a chat without messages becomes a whole page, and one without anything says so', async () => {
    await receiveInto(dataDir, peopleEvents('C-silent', { owner: 'U-owner' }, exportedAt))
    await subscribeOwner(dataDir, 'C-silent')
    const out = newOut()
    const words = ['export', 'C-silent', '--as', 'U-owner', '--out', out, '--format', 'html-single', '--data', dataDir]
    const { code, stdout, stderr } = await innkeeper(words)
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^\S+: 0 messages/)
    const files = readTree(out)
    assert.deepEqual(Object.keys(files).toSorted(), ['manifest.json', 'messages.html'])
    assert.match(files['messages.html'] ?? '', /<\/main>[\s\S]*<\/html>\n$/)
    assert.doesNotMatch(files['messages.html'] ?? '', /class="m[ "]/)
    await assertIntact(out)
    // On these days nobody even joined.
    const quiet = newOut()
    const { code: again } = await innkeeper([...words, '--out', quiet, '--from', '2026-02-01', '--to', '2026-02-02'])
    assert.equal(again, 0)
    assert.match(readTree(quiet)['messages.html'] ?? '', /No messages[\s\S]*<\/html>\n$/)
    await assertIntact(quiet)
  })

  test('verify names the first file that differs', async () => {
    const out = newOut()
    await run(out)
    const path = join(out, 'jsonl/2026-01.jsonl')
    const bytes = readFileSync(path)
    bytes[100] = (bytes[100] ?? 0) ^ 1
    writeFileSync(path, bytes)
    const { code, stderr } = await innkeeper(['verify', out])
    assert.equal(code, 1)
    assert.match(stderr, /^jsonl\/2026-01\.jsonl is damaged: its SHA-256 is /)
    bytes[100] = (bytes[100] ?? 0) ^ 1
    writeFileSync(path, bytes)
    writeFileSync(join(out, 'media', 'added.txt'), 'x')
    assert.match((await innkeeper(['verify', out])).stderr, /media\/added\.txt does not belong here/)
  })

  test('--since-last renders only the months in which something changed, and gives what a new export would', async () => {
    const out = newOut()
    const formats = ['--format', 'jsonl,txt']
    const first = await report(out, ...formats)
    assert.deepEqual([first.months, first.rendered], [5, 5])
    assert.match((await run(out, ...formats)).stderr, /already contains an export\. .+ add --since-last\./)
    assert.equal((await report(out, ...formats, '--since-last')).rendered, 0)
    await receiveInto(dataDir, [
      message(channelId, exportedAt, { id: 'n-1', name: 'Mika' }),
      edited(channelId, exportedAt, 'x-150', 'an edited text'),
    ])
    assert.equal((await report(out, ...formats, '--since-last')).rendered, 2)
    await assertIntact(out)
    const fresh = newOut()
    await report(fresh, ...formats)
    assert.deepEqual(readTree(out), readTree(fresh))
    // A file that disappeared is rendered again.
    writeFileSync(join(out, 'txt/2026-01.txt'), '')
    assert.equal((await report(out, ...formats, '--since-last')).rendered, 1)
    assert.deepEqual(readTree(out), readTree(fresh))
  })

  test('--since-last also takes away what was unsent since, with its file', async () => {
    const out = newOut()
    await receiveInto(dataDir, [
      message(channelId, exportedAt - 1000, {
        id: 'u-1',
        name: 'Mika',
        content: { type: 'text', text: 'regretted words' },
      }),
    ])
    await report(out)
    assert.ok(
      Object.values(readTree(out)).some((text) => text.includes('regretted words')),
      'control',
    )
    const media = Object.keys(readTree(out)).filter((name) => name.startsWith('media/'))
    await receiveInto(dataDir, [unsent(channelId, exportedAt, 'u-1'), unsent(channelId, exportedAt, 'x-160')])
    await report(out, '--since-last')
    assert.ok(!Object.values(readTree(out)).some((text) => text.includes('regretted words')))
    assert.equal(Object.keys(readTree(out)).filter((name) => name.startsWith('media/')).length, media.length - 1)
    await assertIntact(out)
  })

  test('says at the head of a day and on the first page when messages may be missing and why, and stays up to date', async () => {
    const [group, folder] = ['C-outage', newFolder()]
    const at = (day: number, time: string) => Date.parse(`2026-0${day}-10T${time}:00Z`)
    const say = (id: string, time: number) =>
      message(group, time, { id, from: 'U-owner', content: { type: 'text', text: id } })
    await receiveInto(folder, peopleEvents(group, { owner: 'U-owner' }, at(1, '08:00')))
    await subscribeOwner(folder, group, at(1, '08:00'))
    await receiveInto(folder, [say('january', at(1, '09:00')), say('february', at(2, '09:00'))])
    await receiveInto(folder, [say('late', at(2, '14:10')), say('march', at(3, '09:00'))])
    await withData(folder, async ({ store }) => {
      const beat = (from: number, to: number) =>
        store.write<'note-alive'>({ kind: 'note-alive', node: 'a', span: { beganAt: from, seenAt: to } })
      await beat(at(1, '08:00'), at(2, '14:02'))
      await beat(at(2, '14:31'), at(3, '12:00'))
    })
    const words = (out: string) => ['export', group, '--format', 'jsonl,txt,md,html', '--out', out, '--data', folder]
    const made = async (out: string, ...more: string[]) => {
      const { code, stdout, stderr } = await innkeeper([...words(out), ...more, '--json'])
      assert.deepEqual([code, stderr], [0, ''])
      return JSON.parse(stdout)
    }
    const [out, again] = [newOut(), newOut()]
    await made(out)
    await made(again)
    const tree = readTree(out)
    assert.deepEqual(readTree(again), tree, 'two exports are equal')
    const note =
      'Messages from 14:02 to 14:31 may be missing · The service wasn’t running · Messages that arrived later: 1'
    const file = (name: string) => Buffer.from(tree[name] ?? '', 'latin1').toString()
    assert.ok(file('txt/2026-02.txt').includes(`2026-02-10 [${note}]\n2026-02-10 09:00`))
    assert.ok(file('md/2026-02.md').includes(`## 2026-02-10\n\n*${note}*\n`))
    assert.match(file('pages/2026-02.html'), new RegExp(`<h2>.+</h2>\\s*<p class="line missing">${note}</p>`))
    assert.match(file('jsonl/2026-02.jsonl').split('\n')[0] ?? '', /"outages":\[\{"reason":"service-down","since":\d+/)
    for (const name of ['txt/2026-01.txt', 'md/2026-03.md', 'pages/2026-03.html', 'jsonl/2026-03.jsonl'])
      assert.ok(!/may be missing|outages/.test(file(name)), `control: nothing is missing in ${name}`)
    assert.match(
      file('index.html'),
      /The service wasn’t running · Messages that arrived later: 1 <a href="pages\/2026-02.html#d2026-02-10">/,
    )
    const { parts }: { parts: { month: string; missing: object[] }[] } = JSON.parse(file('manifest.json'))
    assert.deepEqual(
      parts.map(({ month, missing }) => [month, missing.length]),
      [
        ['2026-01', 0],
        ['2026-02', 1],
        ['2026-03', 0],
      ],
    )
    await assertIntact(out)

    assert.equal((await made(out, '--since-last')).rendered, 0)
    const rows = [{ from: at(3, '10:00'), to: at(3, '10:20'), deliveries: 3, detail: 'REQUEST_TIMEOUT' }]
    await withData(folder, ({ store }) =>
      store.write<'note-reported'>({ kind: 'note-reported', platform: 'test', rows }),
    )
    assert.equal((await made(out, '--since-last')).rendered, 1, 'only the month in which more is known to be missing')
    const fresh = newOut()
    await made(fresh)
    assert.deepEqual(readTree(out), readTree(fresh))
    await assertIntact(out)
  })

  test('a file that was sent in two months has a name in both, and takes its space once', async () => {
    const out = newOut()
    await report(out)
    const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))
    const files: { path: string; sha256: string }[] = manifest.parts.flatMap((part: { files: object[] }) => part.files)
    const media = files.filter(({ path }) => path.startsWith('media/'))
    const [twice = []] = [...Map.groupBy(media, ({ sha256 }) => sha256).values()].filter(({ length }) => length > 1)
    assert.equal(twice.length, 2)
    const inodes = twice.map(({ path }) => statSync(join(out, path)).ino)
    assert.equal(inodes[0], inodes[1])
    await assertIntact(out)
    // The first is damaged: the second is copied from the service again, and not from there.
    const first = join(out, twice[0]?.path ?? '')
    const bytes = readFileSync(first)
    writeFileSync(
      first,
      bytes.map((byte) => byte ^ 1),
    )
    writeFileSync(join(out, twice[1]?.path ?? ''), '')
    await report(out, '--since-last')
    assert.deepEqual(readFileSync(join(out, twice[1]?.path ?? '')), bytes)
  })

  test('a member exports only their own messages, without a subscription', async () => {
    const out = newOut()
    const refused = await run(out, '--as', 'U-ken')
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /^U-ken has no backup of this channel \(Not a subscriber\).+--own/)
    assert.ok(!existsSync(out), 'nothing was created')
    await report(out, '--as', 'U-ken', '--own')
    const text = Object.values(readTree(out)).join('')
    assert.match(text, /"id":"U-ken"/)
    assert.doesNotMatch(text, /"id":"U-owner"/)
  })

  test('refuses what it cannot do, in words', async () => {
    const foreign = newOut()
    mkdirSync(foreign)
    writeFileSync(join(foreign, 'letter.txt'), 'mine')
    const out = newOut()
    await run(out, '--format', 'txt')
    const cases: [string[], number, RegExp][] = [
      [['--out', foreign], 1, /contains other files, such as letter\.txt\. Choose an empty folder/],
      [['--out', out, '--format', 'csv', '--since-last'], 1, /contains an export with other options/],
      [
        ['--out', newOut(), '--format', 'pdf'],
        2,
        /^--format is "pdf"\. Allowed: jsonl, csv, txt, md, line, transcript, html, html-single\.$/m,
      ],
      [['--out', newOut(), '--threads', '0'], 2, /^--threads is "0"\. Set it to a whole number from 1 to 64\.$/m],
      [['--out', newOut(), '--from', '2026-02-30'], 2, /^--from is "2026-02-30"\. Set it to a day such as/],
      [['--out', newOut(), '--from', '2026-03-02', '--to', '2026-03-01'], 1, /^to \(2026-03-01\) is before from/],
      [['--out', newOut(), '--as', 'U-nobody'], 1, /^U-nobody is not a member of this channel, or is a guest/],
      [['--out', join(foreign, 'letter.txt')], 1, /letter\.txt/],
    ]
    for (const [words, code, sentence] of cases) {
      const answer = await innkeeper(['export', channelId, ...words, '--data', dataDir])
      assert.equal(answer.code, code, answer.stderr)
      assert.match(answer.stderr, sentence)
    }
    assert.deepEqual(readTree(foreign), { 'letter.txt': 'mine' })
    const nobody = await run(newOut(), '--sender', 'Leonie')
    assert.deepEqual(
      [nobody.code, nobody.stderr],
      [1, 'No one in this channel has the ID Leonie. --sender takes a user ID, such as U1a2b3c4d.\n'],
    )
    const unknown = await innkeeper(['export', 'C-unknown', '--out', newOut(), '--data', dataDir])
    assert.match(unknown.stderr, /^No channel has the ID C-unknown\./)
  })

  test('an export without messages is finished, and says so', async () => {
    const out = newOut()
    const { messages, months, files } = await report(out, '--from', '2031-01-01')
    assert.deepEqual([messages, months, files], [0, 0, 0])
    await assertIntact(out)
  })
})
