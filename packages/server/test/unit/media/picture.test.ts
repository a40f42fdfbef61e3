import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectPictureType, parsePictureName, pictureName } from '../../../src/domain/media/picture.ts'

const sha256 = 'ab'.repeat(32)

test('a picture name parses back to its picture', () => {
  for (const contentType of ['image/png', 'image/jpeg', 'image/webp', 'image/gif']) {
    const name = pictureName({ sha256, contentType })
    assert.ok(name)
    assert.deepEqual(parsePictureName(name), { sha256, contentType })
  }
  assert.equal(pictureName({ sha256, contentType: 'image/svg+xml' }), undefined)
})

test('an invalid name leads nowhere', () => {
  const names = [
    '',
    sha256,
    `${sha256}.svg`,
    `${sha256}.PNG`,
    `${sha256.toUpperCase()}.png`,
    `x${sha256}.png`,
    '../a.png',
  ]
  for (const name of names) assert.equal(parsePictureName(name), undefined, name)
})

test('the type of a picture is detected from its bytes', () => {
  const cases: [start: string, type: string | undefined][] = [
    ['\x89PNG\r\n\x1a\nrest', 'image/png'],
    ['\xff\xd8\xff\xe0rest', 'image/jpeg'],
    ['GIF89arest', 'image/gif'],
    ['GIF87arest', 'image/gif'],
    ['RIFF\x00\x00\x00\x00WEBPrest', 'image/webp'],
    ['RIFF\x00\x00\x00\x00WAVErest', undefined],
    ['<svg xmlns="http://www.w3.org/2000/svg">', undefined],
    ['<html>', undefined],
    ['\x89PNG', undefined],
    ['', undefined],
  ]
  for (const [start, type] of cases) assert.equal(detectPictureType(Buffer.from(start, 'latin1')), type, start)
})
