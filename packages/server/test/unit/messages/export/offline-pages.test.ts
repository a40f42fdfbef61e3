import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, test } from 'node:test'
import { languages } from '@innkeeper/contract'
import { isExportPath } from '../../../../src/domain/messages/export/export-paths.ts'
import type { Piece, Rendering } from '../../../../src/domain/messages/export/format.ts'
import { exportFormats } from '../../../../src/domain/messages/export/formats.ts'
import { findOnePage } from '../../../../src/domain/messages/export/one-page.ts'
import type { ExportHead, ExportRecord, MediaEntry } from '../../../../src/domain/messages/export/records.ts'
import { entryOf, renderPages, textAt } from '../../../support/content/offline-pages.ts'
import { exportHead } from '../../../support/content/rendered-export.ts'
import { hostileTexts } from '../../../support/hostile/hostile-texts.ts'

/** 2026-03-01 09:31 in Tokyo. */
const morning = Date.parse('2026-03-01T00:31:00Z')
const minute = 60_000
const bytes = Buffer.from('picture')
const sha256 = hash('sha256', bytes)
const blobs = new Map([[sha256, bytes]])

function stored(path: string | null, more: Partial<Extract<MediaEntry, { state: 'stored' }>> = {}): MediaEntry {
  const preview = { sha256, width: 480, height: 360 }
  return { state: 'stored', type: 'image', sha256, sizeBytes: 7, path, preview, ...more }
}
const image = { type: 'image', mediaKey: 'k', fileSize: 7 }
const photo = (at: number, path: string, set?: string) =>
  entryOf(at, image, { media: stored(path), details: set === undefined ? null : { imageSet: { id: set } } })

/** The page of March with these records. */
function march(records: readonly ExportRecord[], language = 'en'): string {
  return read(renderPages({ months: { '2026-03': records }, blobs, language }), 'pages/2026-03.html')
}
const read = (files: Map<string, Buffer>, path: string) => files.get(path)?.toString() ?? ''

test('a reply leads to the message that it answers, also on an earlier page', () => {
  const long = 'x'.repeat(100_000)
  const [first, ...rest] = Array.from({ length: 40 }, (_, index) => textAt(morning + index, `${index} ${long}`))
  assert.ok(first)
  const reply = textAt(morning + 100, 'Yes', { quoted: { id: first.id, message: first.message } })
  const files = renderPages({ months: { '2026-03': [first, ...rest, reply] } })
  assert.ok(read(files, 'pages/2026-03.html').includes(`id="m${first.seq}"`))
  const second = read(files, 'pages/2026-03-2.html')
  assert.ok(second.includes(`href="2026-03.html#m${first.seq}"`))
  assert.ok(second.includes('rel="prev" href="2026-03.html"'))
  assert.ok(read(files, 'pages/2026-03.html').includes('rel="next" href="2026-03-2.html"'))
})

test('no page is larger than 3 MB or has more than 5,000 messages, and every message is on one', () => {
  const many = Array.from({ length: 12_001 }, (_, index) => textAt(morning + index, '長い文章'.repeat(60)))
  const files = renderPages({ months: { '2026-03': many } })
  const pages = [...files].filter(([path]) => path.startsWith('pages/'))
  assert.ok(pages.length >= 3)
  const anchors = pages.flatMap(([path, content]) => {
    assert.ok(content.length <= 3_000_000, `${path}: ${content.length}`)
    const ids = [...content.toString().matchAll(/ id="(m\d+)"/g)].map(([, id]) => id)
    assert.ok(ids.length <= 5000, path)
    return ids
  })
  assert.deepEqual(
    anchors,
    many.map(({ seq }) => `m${seq}`),
  )
})

test('where files come one after the other, two passes write the same pages and search, and never two files at once', () => {
  const album = [1, 2].map((index) => photo(morning + 400, `media/${index}.jpg`, 's1'))
  const records: ExportRecord[] = [
    ...Array.from({ length: 90 }, (_, index) =>
      textAt(morning + Math.floor(index / 9), `${index} ${'x'.repeat(90_000)}`),
    ),
    { kind: 'answer', id: 7, time: morning + 9, what: 'answer', texts: ['Hello'], messageId: null },
    ...album,
  ]
  const head: ExportHead = { ...exportHead(), part: { month: '2026-03', start: 0, end: 0 } }
  const passes = exportFormats.html.openPasses?.(head) ?? []
  const [apart, together] = [writePasses(passes, records), writePasses([() => exportFormats.html.open(head)], records)]
  assert.deepEqual(apart.files, together.files)
  assert.ok([...apart.files.keys()].includes('pages/2026-03-3.html'))
  assert.equal(apart.mostAtOnce, 1)
  assert.equal(together.mostAtOnce, 2, 'control: in one pass, the search grows beside the pages')
  // A message at the start of a page was unsent between the passes.
  const [, startOfPage = ''] = /id="(m\d+)"/.exec(apart.files.get('pages/2026-03-2.html') ?? '') ?? []
  const [first, second] = exportFormats.html.openPasses?.(head) ?? []
  assert.ok(first && second)
  writePasses([first], records)
  const later = records.filter((record) => !('seq' in record && `m${record.seq}` === startOfPage))
  const rows = (files: Map<string, string>) =>
    (files.get('search/2026-03.js') ?? '').split('\n').map((row) => row.slice(0, 20))
  assert.deepEqual(
    rows(writePasses([second], later).files),
    rows(together.files).filter((row) => !row.includes(`"${startOfPage}"`)),
  )
})

function writePasses(passes: readonly (() => Rendering)[], records: readonly ExportRecord[]) {
  const files = new Map<string, string>()
  const growing = new Set<string>()
  let mostAtOnce = 0
  const counts = { people: 0, messages: 0, answers: 0, gaps: 0, happenings: 0, files: 0 }
  for (const open of passes) {
    const rendering = open()
    const put = (piece: Piece) => {
      if ('isWhole' in piece) growing.delete(piece.path)
      if (!('text' in piece)) return
      growing.add(piece.path)
      mostAtOnce = Math.max(mostAtOnce, growing.size)
      files.set(piece.path, (files.get(piece.path) ?? '') + piece.text)
    }
    for (const record of records) for (const piece of rendering.write(record)) put(piece)
    for (const piece of rendering.close({ kind: 'end', counts })) put(piece)
  }
  return { files, mostAtOnce }
}

test('photos that were sent together are one album, and each can be linked', () => {
  const page = march([
    photo(morning, 'media/a.jpg', 's1'),
    photo(morning + 1, 'media/b.jpg', 's1'),
    photo(morning + 2, 'media/c.jpg', 's2'),
    textAt(morning + 3, 'Nice'),
  ])
  assert.equal(page.match(/class="album n2"/g)?.length, 1)
  assert.equal(page.match(/class="tile" id="m\d+"/g)?.length, 2)
  assert.equal(page.match(/class="photo"/g)?.length, 3)
})

test('the topic of a message and the title of a recording are shown', () => {
  const sound = { type: 'audio', mediaKey: 'k' }
  const page = march([
    textAt(morning, 'Hot', { details: { topic: { id: '5', name: 'A <kitchen>' } } }),
    entryOf(morning + 1, sound, {
      media: stored('media/a.mp3', { type: 'audio', preview: null }),
      details: { title: 'Ana – Walk', topic: { id: '7' } },
    }),
  ])
  assert.ok(page.includes('# A &lt;kitchen&gt;</p>'))
  assert.ok(page.includes('# 7</p>') && page.includes('Ana – Walk'))
  assert.ok(!march([textAt(morning, 'Hot')]).includes('class="topic"'), 'control')
})

test('an album can mix photos and videos', () => {
  const film = { type: 'video', mediaKey: 'k' }
  const options = { media: stored('media/v.mp4', { type: 'video' }), details: { imageSet: { id: 's1' } } }
  const page = march([photo(morning, 'media/a.jpg', 's1'), entryOf(morning + 1, film, options)])
  assert.match(
    page,
    /class="album n2"><div class="tile" id="m\d+"><a class="photo".*<div class="tile" id="m\d+"><video /,
  )
})

test('files have relative links, sizes that are known before they load, and load only when they are needed', () => {
  const page = march([
    photo(morning, "media/2026-03-01 09.31 Mika's #1.jpg"),
    entryOf(morning, { type: 'video', mediaKey: 'k' }, { media: stored('media/v.mp4', { type: 'video' }) }),
  ])
  assert.ok(page.includes('<a class="photo" href="../media/2026-03-01%2009.31%20Mika&#39;s%20%231.jpg">'))
  assert.ok(
    page.includes('<img loading="lazy" decoding="async" width="320" height="240" src="../previews/2026-03-1.webp"'),
  )
  assert.match(page, /<video controls preload="none" width="320" height="240" poster="..\/previews\/2026-03-1.webp"/)
})

test('nothing leads to an attached file that could run scripts; its place in the folder is shown', () => {
  const names = ['page.html', 'page.XHTML', 'drawing.svg', 'data.xml', 'saved.mhtml', 'link.url']
  for (const name of names) {
    const path = `media/2026-03-01 ${name}`
    const entry = entryOf(
      morning,
      { type: 'file', mediaKey: 'k', fileName: name },
      { media: stored(path, { preview: null }) },
    )
    const page = march([entry])
    assert.ok(!page.includes('href="../media'), name)
    assert.ok(page.includes(`In the folder: ${path}`), name)
  }
  const media = stored('media/plan.pdf', { preview: null })
  const pdf = march([entryOf(morning, { type: 'file', mediaKey: 'k', fileName: 'plan.pdf' }, { media })])
  assert.ok(pdf.includes('href="../media/plan.pdf"'))
})

test('a file that was lost, is not downloaded or not included is a card that says so', () => {
  const states: [MediaEntry, string][] = [
    [{ state: 'lost', reason: 'gone' }, 'Couldn’t be saved'],
    [{ state: 'pending' }, 'Not downloaded yet'],
    [stored(null), 'not included'],
  ]
  for (const [media, words] of states) {
    const page = march([entryOf(morning, image, { media })])
    assert.ok(page.includes(words), words)
    assert.ok(!page.includes('<img'), 'not even its preview')
  }
})

test('edits keep earlier versions, unsent messages leave a line, and missing times stand out', () => {
  const edited = textAt(morning, 'At ten', {
    editedAt: morning + minute,
    versions: [{ at: morning, content: 'At nine' }],
  })
  const page = march([
    edited,
    { kind: 'gap', time: morning, seq: 9 },
    {
      kind: 'happening',
      time: morning,
      seq: 10,
      what: 'bot-added',
      person: null,
      oldName: null,
      newName: null,
      missingSince: morning - minute,
    },
    { kind: 'answer', id: 7, time: morning, what: 'answer', texts: ['Hello', 'See /rules'], messageId: null },
  ])
  assert.match(page, /<details class="edited"><summary>edited .*At nine/s)
  assert.ok(page.includes('Message deleted'))
  assert.match(page, /class="line missing">No messages were saved from 1 Mar 2026, 09:30 to 1 Mar 2026, 09:31</)
  assert.equal(page.match(/class="bubble bot"/g)?.length, 2)
})

test('names that turn writing around are isolated and shown as what they are', () => {
  const page = march([textAt(morning, 'Hi', { name: 'Eve\u202egnp.exe' })])
  assert.ok(page.includes('<bdi>Eve&lt;U+202E&gt;gnp.exe</bdi>'))
  assert.ok(!page.includes('\u202e'))
})

test('only web addresses become links', () => {
  const page = march([
    textAt(
      morning,
      'https://inn.example/a?b=1&c=2&d javascript:alert(1) mailto:a@inn.example data:text/html,x ftp://inn.example',
    ),
  ])
  const hrefs = [...page.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)
  assert.deepEqual(
    hrefs.filter((href) => !href?.startsWith('../')),
    ['https://inn.example/a?b=1&amp;c=2&amp;d'],
  )
  assert.ok(page.includes('rel="noopener noreferrer"'))
})

test('hostile texts, names and file names add no element and no attribute', () => {
  const plain = shapeOf(march(sayEverywhere('word')))
  for (const text of hostileTexts) {
    // The links of a text are its own.
    const shape = shapeOf(
      march(sayEverywhere(text)).replace(/<a href="https?:[^"]*" rel="noopener noreferrer" target="_blank">/g, '<a>'),
    )
    const without = (tags: string[]) => tags.filter((tag) => tag !== '<a>' && tag !== '</a>')
    assert.deepEqual(without(shape), without(plain.map((tag) => (tag.includes('openstreetmap') ? '<a>' : tag))), text)
  }
})

function sayEverywhere(text: string): ExportRecord[] {
  const quoted = textAt(morning, text, { name: text, senderId: 'U1' })
  return [
    { kind: 'person', id: 'U1', name: text, picture: null },
    quoted,
    textAt(morning, text, { name: text, senderId: 'U1', quoted: { id: quoted.id, message: quoted.message } }),
    textAt(morning, text, { editedAt: morning, versions: [{ at: morning, content: text }] }),
    entryOf(morning, { type: 'file', mediaKey: 'k', fileName: text }, { media: { state: 'pending' } }),
    entryOf(morning, { type: 'location', latitude: 1, longitude: 2, address: text }, { details: { title: text } }),
    entryOf(morning, { type: 'sticker', stickerId: '1', packageId: '2' }, { details: { stickerText: text } }),
    { kind: 'answer', id: 1, time: morning, what: 'answer', texts: [text], messageId: null },
    {
      kind: 'happening',
      time: morning,
      seq: 2,
      what: 'renamed',
      person: { id: 'U1', name: text },
      oldName: text,
      newName: text,
      missingSince: null,
    },
  ]
}

/** Every tag with the names of its attributes, and addresses. */
function shapeOf(page: string): string[] {
  const tags = page.match(/<[^>]*>/g) ?? []
  return tags.map((tag) => tag.replace(/(id|title)="[^"]*"/g, '$1').replace(/#m\d+/, ''))
}

test('texts for searching are data: no text ends the script or is a name of it', () => {
  const files = renderPages({
    months: { '2026-03': hostileTexts.map((text) => textAt(morning, text, { name: text })) },
  })
  const script = read(files, 'search/2026-03.js')
  const months: [string, [number, string, string, number, string][], string[]][] = []
  new Function('addMonth', script)((...month: (typeof months)[number]) => months.push(month))
  const [[month, rows, people] = ['', [], []]] = months
  assert.deepEqual([months.length, month, rows.length], [1, '2026-03', hostileTexts.length])
  assert.deepEqual(
    rows.map(([, , , , text]) => text),
    [...hostileTexts],
  )
  assert.equal(people.length, new Set(people).size)
})

describe('the first page', () => {
  test('lists months with counts, what is missing and why, and what was chosen', () => {
    const added: ExportRecord = {
      kind: 'happening',
      time: morning,
      seq: 1,
      what: 'bot-added',
      person: null,
      oldName: null,
      newName: null,
      missingSince: morning - 60 * minute,
    }
    const months = { '2026-02': [textAt(morning - 5 * 86_400_000, 'x')], '2026-03': [added, textAt(morning, 'y')] }
    const index = read(renderPages({ months, filter: { media: false } }), 'index.html')
    assert.ok(index.includes('February 2026') && index.includes('Messages: 1'))
    assert.ok(
      index.includes('Innkeeper wasn’t in the chat.') && index.includes('href="pages/2026-03.html#d2026-03-01"'),
    )
    assert.ok(index.includes('Without photos and files'))
  })

  for (const language of languages) {
    test(`is complete in ${language}`, () => {
      const files = renderPages({ months: { '2026-03': [textAt(morning, 'x')] }, language, name: 'Club & Co' })
      const index = read(files, 'index.html')
      assert.ok(index.includes(`<html lang="${language}">`) && index.includes('Club &amp; Co'))
      assert.doesNotMatch(index.replace(/data-words="[^"]*"/, ''), /undefined|\{\w+\}/)
      assert.ok(read(files, 'READ ME FIRST.txt').includes('Club & Co'))
    })
  }
})

test('equal records make equal files, and all paths are paths of an export', () => {
  const records = [photo(morning, 'media/a.jpg'), ...sayEverywhere('word')]
  const [one, other] = [1, 2].map(() => renderPages({ months: { '2026-03': records }, blobs }))
  assert.deepEqual(one, other)
  for (const path of one?.keys() ?? []) assert.ok(isExportPath(path), path)
})

describe('a single page', () => {
  const person: ExportRecord = {
    kind: 'person',
    id: 'U-Mika',
    name: 'Mika',
    picture: { sha256, contentType: 'image/png' },
  }
  const records = [person, photo(morning, 'media/a.jpg'), textAt(morning + 10 * minute, 'Hi')]
  const page = read(renderPages({ months: { '2026-03': records }, blobs }, 'html-single'), 'messages.html')

  test('holds its pictures, each member picture once, and refers to nothing outside', () => {
    const data = bytes.toString('base64')
    assert.equal(page.split(`data:image/webp;base64,${data}"`).length, 2)
    assert.equal(page.split(`data:image/png;base64,${data}"`).length, 2)
    assert.ok(page.includes('<use href="#p1"/>'))
    assert.doesNotMatch(page, /(?:src|href)="(?!data:|#)/)
    assert.ok(!page.includes('\0') && !page.includes('<script'))
  })

  test('allows only its own style, by its hash', () => {
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? []
    assert.ok(page.includes(`style-src 'sha256-${hash('sha256', style, 'base64')}'; img-src data:`))
  })

  test("can't be combined with other formats", () => {
    assert.equal(findOnePage(['html-single'])?.mostBytes, 25_000_000)
    assert.equal(findOnePage(['html', 'jsonl']), undefined)
    assert.throws(() => findOnePage(['jsonl', 'html-single']), /html-single can't be combined with other formats/)
  })
})
