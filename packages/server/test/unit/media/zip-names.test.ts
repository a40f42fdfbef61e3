import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createFileNamer, type NamedFile } from '../../../src/domain/media/zip-names.ts'

const at = Date.parse('2026-03-01T09:31:00Z')
const photo: NamedFile = { sentAt: at, senderName: 'Mika', fileName: undefined, contentType: 'image/jpeg' }
const nameOf = (file: Partial<NamedFile>, timezone = 'UTC') => createFileNamer(timezone)({ ...photo, ...file })

test('a file is named after its time and its sender', () => {
  assert.equal(nameOf({}), '2026-03-01 09.31 Mika.jpg')
  assert.equal(nameOf({}, 'Asia/Tokyo'), '2026-03-01 18.31 Mika.jpg')
  assert.equal(nameOf({ contentType: 'video/mp4', senderName: '美香' }), '2026-03-01 09.31 美香.mp4')
  assert.equal(nameOf({ contentType: undefined }), '2026-03-01 09.31 Mika.bin')
  assert.equal(nameOf({ fileName: 'Report 2026.v2.pdf' }), '2026-03-01 09.31 Mika - Report 2026.v2.pdf')
  assert.equal(nameOf({ fileName: 'README' }), '2026-03-01 09.31 Mika - README')
  assert.equal(nameOf({ fileName: '.env' }), '2026-03-01 09.31 Mika - env')
})

test('files of the same moment are numbered, even if their names differ only in case or width', () => {
  const files = ['Mika', 'mika', 'Mika', 'Ｍika'].map((senderName) => ({ ...photo, senderName }))
  assert.deepEqual(
    files.map(createFileNamer('UTC')).map((name) => name.slice(17)),
    ['Mika.jpg', 'mika (2).jpg', 'Mika (3).jpg', 'Ｍika (4).jpg'],
  )
})

test('a hostile name cannot leave the folder or hide anything', () => {
  const names = {
    '../../etc/passwd': '_.._etc_passwd',
    '..\\..\\windows\\system32': '_.._windows_system32',
    'C:\\autoexec.bat': 'C__autoexec.bat',
    'invoice\u202Egpj.exe': 'invoicegpj.exe',
    'a\u0000b\r\n\u001b[2Jc.txt': 'ab[2Jc.txt',
    'CON.txt': 'CON.txt',
    'trailing. . .': 'trailing',
    '<img src=x onerror=alert(1)>.png': '_img src=x onerror=alert(1)_.png',
    'half\ud83c.txt': 'half\ufffd.txt',
    '/': '_',
    '...': '',
  }
  for (const [given, safe] of Object.entries(names)) {
    assert.equal(nameOf({ fileName: given }), `2026-03-01 09.31 Mika${safe && ` - ${safe}`}`, JSON.stringify(given))
  }
  assert.equal(nameOf({ senderName: '\u202e../' }), '2026-03-01 09.31 _.jpg')
  assert.equal(nameOf({ senderName: '' }), '2026-03-01 09.31 Unknown.jpg')
})

test('even the longest names of many files of the same moment leave room for a folder on Windows', () => {
  const name = createFileNamer('UTC')
  const file = { ...photo, senderName: 'Ｍ'.repeat(300), fileName: `${'n'.repeat(300)}.abcdefghij` }
  const long = { ...file, senderName: 'M'.repeat(300) }
  const names = Array.from({ length: 20_000 }, () => [name(file), name(long)]).flat()
  assert.equal(new Set(names).size, names.length)
  assert.equal(Math.max(...names.map((one) => `media/${one}`.length)), 175)
})

test('whatever people and files are called, all names are different and valid on every system', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom('a', 'A', '..', 'x.tar.gz', '👩‍👩‍👧‍👦'.repeat(40)),
  )
  const file = fc.record({
    sentAt: fc.constantFrom(at, at + 60_000),
    senderName: text,
    fileName: fc.option(text, { nil: undefined }),
    contentType: fc.constantFrom('image/png', undefined),
  })
  fc.assert(
    fc.property(fc.array(file, { maxLength: 20 }), (files) => {
      const names = files.map(createFileNamer('UTC'))
      assert.equal(new Set(names.map((name) => name.toLowerCase())).size, files.length)
      for (const name of names) {
        assert.match(name, /^2026-03-01 09\.3[12] \P{Cc}+$/u)
        assert.doesNotMatch(name, /[\\/:*?"<>|]|[\s.]$|\p{Bidi_Control}/u)
        assert.ok(name.isWellFormed() && Buffer.byteLength(name) <= 255)
        assert.ok(`media/${name}`.length <= 180, 'a path on Windows has room for a folder')
      }
    }),
  )
})
