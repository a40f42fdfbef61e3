import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportFormatNames } from '@innkeeper/contract'
import { chooseFormats, estimateBytes, firstChoice, listedFormats, toWish } from '../../src/exports/wish.ts'

test('every format can be chosen', () => {
  assert.deepEqual(listedFormats.toSorted(), exportFormatNames.toSorted())
})

test('a single page is never combined with other formats: what was chosen last stays', () => {
  assert.deepEqual(chooseFormats(['html'], ['html', 'csv']), ['html', 'csv'])
  assert.deepEqual(chooseFormats(['html', 'csv'], ['html', 'csv', 'html-single']), ['html-single'])
  assert.deepEqual(chooseFormats(['html-single'], ['html-single', 'txt']), ['txt'])
  assert.deepEqual(chooseFormats(['html-single'], []), [])
  assert.deepEqual(chooseFormats([], ['nonsense', 'txt']), ['txt'])
})

test('a wish has only what was chosen, and never a sender together with one’s own messages', () => {
  assert.deepEqual(toWish(firstChoice), { formats: ['html'], media: true })
  const all = {
    ...firstChoice,
    from: '2026-03-01',
    to: '2026-03-02',
    sender: 'U1',
    type: 'image',
    media: false,
  } as const
  assert.deepEqual(toWish(all), {
    formats: ['html'],
    media: false,
    sender: 'U1',
    from: '2026-03-01',
    to: '2026-03-02',
    type: 'image',
  })
  assert.deepEqual(toWish({ ...firstChoice, own: true, sender: 'U1' }), { formats: ['html'], media: true, own: true })
})

test('texts count once for each format, files once', () => {
  assert.equal(estimateBytes({ bytes: 4000, fileBytes: 500 }, 1), 1500)
  assert.equal(estimateBytes({ bytes: 4000, fileBytes: 500 }, 3), 3500)
})
