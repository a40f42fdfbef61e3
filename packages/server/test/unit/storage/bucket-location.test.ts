import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeBucket, readBucketLocation } from '../../../src/domain/storage/bucket-location.ts'

const plain = { bucket: 'inn-media', prefix: '', endpoint: null, region: null, isPathStyle: false }

test('a bucket is given with its prefix, endpoint and region', () => {
  const table: [text: string, location: ReturnType<typeof readBucketLocation>][] = [
    ['s3://inn-media', plain],
    ['s3://inn-media/', plain],
    ['s3://inn-media/club/a.b_c/', { ...plain, prefix: 'club/a.b_c/' }],
    ['s3://inn-media?region=eu-central-1', { ...plain, region: 'eu-central-1' }],
    [
      's3://inn-media?endpoint=http://127.0.0.1:9000/',
      { ...plain, endpoint: 'http://127.0.0.1:9000', isPathStyle: true },
    ],
    [
      's3://inn-media/x?endpoint=https://s3.example/storage&region=here&path_style=false',
      { ...plain, prefix: 'x/', endpoint: 'https://s3.example/storage', region: 'here' },
    ],
    ['s3://inn-media?path_style=true', { ...plain, isPathStyle: true }],
  ]
  for (const [text, location] of table) assert.deepEqual(readBucketLocation(text), location, text)
})

test('anything else is refused', () => {
  for (const text of [
    '',
    'inn-media',
    'https://inn-media',
    's3://',
    's3:///prefix',
    's3://x',
    's3://key:secret@inn-media',
    's3://inn-media:9000',
    's3://inn-media#x',
    's3://inn-media/a//b',
    's3://inn-media/a b',
    's3://inn-media?end=https://s3.example',
    's3://inn-media?region=a&region=b',
    's3://inn-media?region=a b',
    's3://inn-media?endpoint=s3.example',
    's3://inn-media?endpoint=https://key:secret@s3.example',
    's3://inn-media?path_style=yes',
  ]) {
    assert.equal(readBucketLocation(text), undefined, text)
  }
})

test('a location is shown to the operator as it was written', () => {
  assert.equal(describeBucket(plain), 's3://inn-media')
  const far = { ...plain, prefix: 'a/b/', endpoint: 'https://s3.example' }
  assert.equal(describeBucket(far), 's3://inn-media/a/b at https://s3.example')
})
