import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe as group, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openHistory } from '../../../src/domain/imports/open-history.ts'
import { countLines, describe, readHistory } from '../../support/imports/read-history.ts'
import { isSoak } from '../../support/soak.ts'

const folder = new URL('../../fixtures/line-history/', import.meta.url)
const sample = (name: string): string => readFileSync(new URL(name, folder), 'utf8').replace('\ufeff', '')
const samples = {
  ja: sample('line-ja-mobile-24h.txt'),
  th: sample('line-th-mobile.txt'),
  en: sample('line-en-mobile-mdy.txt'),
}

const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

/** Bytes of an older encoding, found by decoding: Node only writes the newer ones. */
function encode(text: string, encoding: 'shift_jis' | 'windows-874'): Buffer {
  const codes = new Map<string, readonly number[]>()
  const decoder = new TextDecoder(encoding)
  for (let first = 0; first < 256; first++) {
    const one = decoder.decode(Uint8Array.of(first))
    if (one.length === 1 && one !== '\ufffd') codes.set(one, [first])
    for (let second = 0x40; second < 256 && encoding === 'shift_jis'; second++) {
      const two = decoder.decode(Uint8Array.of(first, second))
      if (two.length === 1 && two !== '\ufffd' && !codes.has(two)) codes.set(two, [first, second])
    }
  }
  return Buffer.from([...text].flatMap((character) => codes.get(character) ?? [0x3f]))
}

const files: readonly { about: string; text: string; bytes: Buffer }[] = [
  ...Object.entries(samples).flatMap(([name, text]) => [
    { about: `UTF-8 without a byte order mark, ${name}`, text, bytes: Buffer.from(text) },
    { about: `UTF-8 with one, ${name}`, text, bytes: Buffer.from(`\ufeff${text}`) },
    { about: `UTF-16 little-endian, ${name}`, text, bytes: Buffer.from(`\ufeff${text}`, 'utf16le') },
    { about: `UTF-16 little-endian without a mark, ${name}`, text, bytes: Buffer.from(text, 'utf16le') },
    { about: `UTF-16 big-endian, ${name}`, text, bytes: swapped(`\ufeff${text}`) },
    { about: `UTF-16 big-endian without a mark, ${name}`, text, bytes: swapped(text) },
  ]),
  { about: 'Shift JIS', text: samples.ja.replaceAll('☎', '?'), bytes: encode(samples.ja, 'shift_jis') },
  { about: 'Windows-874', text: samples.th, bytes: encode(samples.th, 'windows-874') },
]

group('a history is the same in each encoding, however it’s cut into pieces', () => {
  for (const { about, text, bytes } of files) {
    test(about, async () => {
      const expected = await readHistory(Buffer.from(text))
      for (const pieceBytes of [1, 3, 4096]) {
        const { head, items } = await readHistory(bytes, {}, pieceBytes)
        assert.deepEqual(head, expected.head)
        assert.deepEqual(items.map(describe), expected.items.map(describe))
      }
    })
  }
})

test('a line with bytes that aren’t text is unread, and the others are read', async () => {
  for (const encoding of ['utf-8', 'utf-16le'] as const) {
    const [before = '', after = ''] =
      `[LINE] Chat history with Mika\n\n2026/03/01(Sun)\n${'09:30\tMika\thello\n'.repeat(4000)}|09:32\tMika\tok\n`.split(
        '|',
      )
    const damaged =
      encoding === 'utf-8' ? Buffer.from([0x30, 0xff, 0xc0, 0x0d, 0x0a]) : Buffer.from([0x30, 0, 0x00, 0xd8, 0x0a, 0])
    const { items } = await readHistory(
      Buffer.concat([Buffer.from(before, encoding), damaged, Buffer.from(after, encoding)]),
    )
    assert.equal(countLines(items), 4005)
    assert.deepEqual(items.slice(-2).map(describe), ['4004 unread not-text', '4005 2026-03-01 09:32 Mika text “ok”'])
  }
})

test(`a line of ${isSoak ? 'a gigabyte' : '64 megabytes'} is unread and never held in memory`, async () => {
  const megabyte = Buffer.alloc(1024 * 1024, 'x')
  const before = heldBytes()
  let most = 0
  const file = async function* () {
    yield Buffer.from('[LINE] Chat history with Mika\r\n\r\n2026/03/01(Sun)\r\n09:31\tMika\t')
    for (let count = 1; count <= (isSoak ? 1024 : 64); count++) {
      yield megabyte
      if (count % 32 === 0) most = Math.max(most, heldBytes() - before)
    }
    yield Buffer.from('\r\n09:32\tMika\tok\r\n')
  }
  const { items } = await openHistory(file)
  assert.deepEqual((await Array.fromAsync(items)).map(describe), [
    '1 title',
    '2 blank',
    '3 date',
    '4 unread too-long',
    '5 2026-03-01 09:32 Mika text “ok”',
  ])
  assert.ok(most < 10 * 1024 * 1024, `${most} bytes`)
})

/** Of buffers that are still used. What isn't collected yet doesn't count. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().arrayBuffers
}

test('a message that continues without an end is cut off', async () => {
  const lines = Array.from({ length: 300 }, (_, index) => `${index} ${'x'.repeat(1000)}\n`)
  const { items } = await readHistory(Buffer.from(`2026/03/01(Sun)\n09:31\tMika\thi\n${lines.join('')}`))
  assert.equal(countLines(items), 302)
  const [, message, first] = items
  assert.ok(message?.kind === 'message' && message.content.type === 'text' && message.content.text.length <= 100_000)
  assert.ok(first?.kind === 'unread' && first.reason === 'too-long')
})

const refused: readonly { about: string; bytes: Buffer; says: RegExp }[] = [
  { about: 'an empty file', bytes: Buffer.alloc(0), says: /^This file is empty/ },
  { about: 'a picture', bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10]), says: /a picture, not a chat history/ },
  { about: 'a PDF', bytes: Buffer.from('%PDF-1.7\n'), says: /a PDF, not a chat history/ },
  { about: 'a database', bytes: Buffer.from('SQLite format 3\0…'), says: /a database/ },
  {
    about: 'bytes without meaning',
    bytes: Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256)),
    says: /a file that isn’t text/,
  },
  { about: 'zeros', bytes: Buffer.alloc(5000), says: /a file that isn’t text/ },
  { about: 'a text that isn’t a history', bytes: Buffer.from('Dear Mika,\n\nhello\n'), says: /don’t recognize/ },
]

group('what isn’t a chat history is refused with a sentence that says what can be imported', () => {
  for (const { about, bytes, says } of refused) {
    test(about, async () => {
      await assert.rejects(readHistory(bytes), (error: Error) => says.test(error.message) && /LINE/.test(error.message))
    })
  }
})
