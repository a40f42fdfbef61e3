import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { detectInlineType, headBytes } from '../../../src/domain/media/inline-media-types.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

const heads: [what: string, head: string, type: string | undefined][] = [
  ['a JPEG', '\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
  ['a PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  ['a GIF', 'GIF89a\x01\0', 'image/gif'],
  ['an old GIF', 'GIF87a\x01\0', 'image/gif'],
  ['a WebP', 'RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
  ['an AVIF', '\0\0\0\x1cftypavif\0\0\0\0', 'image/avif'],
  ['an animated AVIF', '\0\0\0\x1cftypavis\0\0\0\0', 'image/avif'],
  ['a HEIC', '\0\0\0\x18ftypheic\0\0\0\0', 'image/heic'],
  ['an MP4', '\0\0\0\x18ftypmp42\0\0\0\0', 'video/mp4'],
  ['an MP4 of another brand', '\0\0\0\x20ftypisom\0\0\x02\0', 'video/mp4'],
  ['a QuickTime video', '\0\0\0\x14ftypqt  \0\0\0\0', 'video/quicktime'],
  ['an old phone video', '\0\0\0\x14ftyp3gp5\0\0\0\0', 'video/3gpp'],
  ['a WebM', '\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm\x42\x87', 'video/webm'],
  ['a voice message', '\0\0\0\x1cftypM4A \0\0\0\0', 'audio/mp4'],
  ['a WAV', 'RIFF\x10\0\0\0WAVEfmt ', 'audio/wav'],
  ['an Ogg', 'OggS\0\x02', 'audio/ogg'],
  ['a FLAC', 'fLaC\0\0\0\x22', 'audio/flac'],
  ['an MP3 with a title', 'ID3\x04\0', 'audio/mpeg'],
  ['an MP3 without', '\xff\xfb\x90\x64', 'audio/mpeg'],
  ['an AAC', '\xff\xf1\x50\x80', 'audio/aac'],

  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg">', undefined],
  ['an SVG with a declaration', '<?xml version="1.0"?><svg', undefined],
  ['a page', '<!DOCTYPE html><script>', undefined],
  ['a page after a byte order mark', '\xef\xbb\xbf<html>', undefined],
  ['a page in UTF-16', '\xff\xfe<\0h\0t\0m\0l\0', undefined],
  ['a PDF', '%PDF-1.7', undefined],
  ['a script', 'alert(1)', undefined],
  ['an archive', 'PK\x03\x04', undefined],
  ['a program', '\x7fELF', undefined],
  ['a bitmap, which two letters do not prove', 'BM<script>', undefined],
  ['a Matroska that is not WebM', '\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska', undefined],
  ['an unknown brand', '\0\0\0\x18ftyphtml\0\0\0\0', undefined],
  ['a RIFF of another kind', 'RIFF\x10\0\0\0AVI LIST', undefined],
  ['the second half of a WebP', 'XXXX\x10\0\0\0WEBPVP8 ', undefined],
  ['a signature after something else', ' GIF89a', undefined],
  ['a signature in lower case', 'gif89a', undefined],
  ['a truncated signature', '\x89PNG', undefined],
  ['an empty file', '', undefined],
]

test('what can be shown inline is detected by its first bytes', () => {
  for (const [what, head, type] of heads) assert.equal(detectInlineType(bytes(head)), type, what)
})

test('what follows the first bytes of a file does not count', () => {
  for (const [what, head, type] of heads) {
    const padded = Buffer.concat([bytes(head), Buffer.alloc(headBytes, ' '), bytes('<html><script>alert(1)</script>')])
    assert.equal(detectInlineType(padded), type, what)
  }
})

test('nothing that begins like text is ever shown, except for signatures that happen to be letters', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((one) => !/^(GIF8|RIFF|OggS|fLaC|ID3|....ftyp)/s.test(one))
  fc.assert(fc.property(text, (one) => assert.equal(detectInlineType(Buffer.from(one)), undefined)))
})

test('every type that is shown is a picture, a video or a sound, and none can contain a script', () => {
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 80 }), ([, head], tail) => {
      const type = detectInlineType(Buffer.concat([bytes(head), tail]))
      assert.ok(type === undefined || /^(image|video|audio)\/(?!svg)[\w-]+$/.test(type), type)
    }),
  )
})
