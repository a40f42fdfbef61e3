import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { createMediaBytes, type MediaContent } from '@innkeeper/testdata'

const contents: MediaContent[] = [
  { type: 'image' },
  { type: 'audio', durationMs: 2_501 },
  { type: 'video', durationMs: 3_000 },
  { type: 'file', fileName: '当番表.csv', fileSize: 1_234 },
  { type: 'file', fileName: '議事録.txt', fileSize: 777 },
]

function bytesOf(content: MediaContent, messageId = '532091845517611041'): Buffer {
  return createMediaBytes({ seed: 1, language: 'ja', messageId, content })
}

test('the file of a message is the same on every machine', () => {
  const all = Buffer.concat(contents.map((content) => bytesOf(content)))
  assert.deepEqual(all, Buffer.concat(contents.map((content) => bytesOf(content))))
  // May change only when the drawing, the tune or the texts are changed on purpose.
  assert.equal(
    createHash('sha256').update(all).digest('hex'),
    'b092183013a4ea8376433677175083569f985dc414fef20c7a1e342588ebee5b',
  )
})

test('different messages have different files', () => {
  for (const content of contents) {
    assert.notDeepEqual(bytesOf(content, '532091845517611041'), bytesOf(content, '532091845517611042'), content.type)
  }
})

test('a picture is a PNG of a few kilobytes that can be decoded', () => {
  for (let number = 0; number < 20; number++) {
    const png = bytesOf({ type: 'image' }, `5320918455176110${number}`)
    assert.ok(png.length > 1_000 && png.length < 20_000, `${png.length} bytes`)
    const chunks = readPng(png)
    assert.deepEqual([...chunks.keys()], ['IHDR', 'PLTE', 'IDAT', 'IEND'])
    const header = chunks.get('IHDR') ?? Buffer.alloc(13)
    const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
    assert.deepEqual([...header.subarray(8)], [8, 3, 0, 0, 0])
    const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))
    assert.equal(rows.length, (width + 1) * height)
    const colours = (chunks.get('PLTE')?.length ?? 0) / 3
    const used = new Set<number>()
    for (const [at, value] of rows.entries()) {
      if (at % (width + 1) === 0) assert.equal(value, 0, 'a filter that every decoder supports')
      else used.add(value)
    }
    assert.ok(Math.max(...used) < colours, 'every pixel has a colour')
    assert.ok(used.size > 20, 'it is not one flat colour')
  }
})

test('pictures are portrait, landscape and square', () => {
  const shapes = Array.from({ length: 40 }, (_, number) => {
    const header = readPng(bytesOf({ type: 'image' }, String(number))).get('IHDR') ?? Buffer.alloc(13)
    return Math.sign(header.readUInt32BE(0) - header.readUInt32BE(4))
  })
  assert.deepEqual(new Set(shapes), new Set([-1, 0, 1]))
})

/** The chunks of a PNG by name; checks the signature, every length and every checksum. */
function readPng(png: Buffer): Map<string, Buffer> {
  assert.equal(png.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n')
  const chunks = new Map<string, Buffer>()
  let at = 8
  while (at < png.length) {
    const length = png.readUInt32BE(at)
    const end = at + 8 + length
    assert.equal(png.readUInt32BE(end), checksum(png.subarray(at + 4, end)))
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, end))
    at = end + 4
  }
  assert.equal(at, png.length)
  return chunks
}

/** CRC-32 bit by bit, so that the encoder is not checked with its own function. */
function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}

test('the checksum in this test detects a damaged picture', () => {
  const png = bytesOf({ type: 'image' })
  png[60] = (png[60] ?? 0) ^ 1
  assert.throws(() => readPng(png))
})

test('a voice message is a WAV of the announced length, and not silent', () => {
  for (const durationMs of [1_500, 2_501, 12_000]) {
    const wav = bytesOf({ type: 'audio', durationMs })
    assert.equal(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 16), 'RIFFWAVEfmt ')
    assert.equal(wav.readUInt32LE(4), wav.length - 8)
    const [format, channels, rate] = [wav.readUInt16LE(20), wav.readUInt16LE(22), wav.readUInt32LE(24)]
    assert.deepEqual([format, channels, rate, wav.readUInt16LE(34)], [1, 1, 8000, 8])
    assert.equal(wav.toString('latin1', 36, 40), 'data')
    const samples = wav.readUInt32LE(40)
    assert.equal(wav.length, 44 + samples + (samples % 2))
    assert.equal(Math.round((samples / rate) * 1000), durationMs)
    const sound = wav.subarray(44, 44 + samples)
    assert.ok(Math.max(...sound) > 200 && Math.min(...sound) < 56)
  }
})

test('a video is an MP4 of the announced length', () => {
  const mp4 = bytesOf({ type: 'video', durationMs: 3_000 })
  const boxes: string[] = []
  let at = 0
  while (at < mp4.length) {
    boxes.push(mp4.toString('latin1', at + 4, at + 8))
    at += mp4.readUInt32BE(at)
  }
  assert.equal(at, mp4.length)
  assert.deepEqual(boxes, ['ftyp', 'moov', 'free', 'mdat', 'free'])
  const film = mp4.subarray(mp4.indexOf('mvhd') + 4)
  assert.deepEqual([film.readUInt32BE(12), film.readUInt32BE(16)], [1000, 3000], 'in thousandths of a second')
})

test('a document is UTF-8 and has the announced size', () => {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  for (const fileSize of [400, 401, 402, 403, 1_999, 4_000]) {
    const table = bytesOf({ type: 'file', fileName: '当番表.csv', fileSize })
    assert.equal(table.length, fileSize)
    const [heading, ...rows] = utf8.decode(table).trimEnd().split('\n')
    assert.equal(heading, '日,名前,当番')
    assert.ok(rows.length > 5)
    for (const row of rows) assert.match(row, /^([^,]+,[^,]+,[^,]+|-*)$/)
    const list = bytesOf({ type: 'file', fileName: '議事録.txt', fileSize })
    assert.equal(list.length, fileSize)
    assert.match(utf8.decode(list), /^日 \/ 名前 \/ 当番\n- /)
  }
})
