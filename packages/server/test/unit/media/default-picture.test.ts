import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultPictureName, drawDefaultPicture } from '../../../src/domain/media/default-picture.ts'

test('the picture of an id always has the same name, and the name does not reveal the id', () => {
  const name = defaultPictureName('C0d1e2f3a4b5')
  assert.equal(name, defaultPictureName('C0d1e2f3a4b5'))
  assert.match(name, /^[0-9a-f]{8}\.svg$/)
  assert.notEqual(name, defaultPictureName('C0d1e2f3a4b6'))
})

test('every name that we create is drawn, the same each time, and different names differ', () => {
  const drawings = Array.from({ length: 50 }, (_, index) => drawDefaultPicture(defaultPictureName(`U${index}`)))
  for (const drawing of drawings)
    assert.match(drawing ?? '', /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/)
  assert.equal(new Set(drawings).size, 50)
  assert.equal(drawDefaultPicture('5f2b9c01.svg'), drawDefaultPicture('5f2b9c01.svg'))
})

test('a drawing is symmetric', () => {
  const squares = [...(drawDefaultPicture('ffffffff.svg') ?? '').matchAll(/x="(\d)" y="(\d)"/g)]
  const places = new Set(squares.map(([, x, y]) => `${x} ${y}`))
  assert.equal(places.size, 25, 'all of them if every bit is set')
  for (const [, x, y] of [...(drawDefaultPicture('5f2b9c01.svg') ?? '').matchAll(/x="(\d)" y="(\d)"/g)]) {
    assert.ok((drawDefaultPicture('5f2b9c01.svg') ?? '').includes(`x="${6 - Number(x)}" y="${y}"`))
  }
})

test('no other name is drawn', () => {
  for (const name of [
    '',
    '5f2b9c01',
    '5F2B9C01.svg',
    '5f2b9c0.svg',
    '../5f2b9c01.svg',
    '5f2b9c01.svg\n',
    '<script>.svg',
  ]) {
    assert.equal(drawDefaultPicture(name), undefined, name)
  }
})
