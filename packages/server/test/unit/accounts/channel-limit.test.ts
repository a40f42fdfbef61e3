import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowsChannel, channelsIn, covers, limitTo } from '../../../src/domain/accounts/channel-limit.ts'

test('a limit reads as the channels it was made of, each once', () => {
  assert.deepEqual(channelsIn(limitTo([3, 17, 3])), [3, 17])
  assert.deepEqual(channelsIn(limitTo([])), [])
})

test('a limit covers what it reaches, and only an absent one covers everything', () => {
  const [none, one, two] = [limitTo([]), limitTo([1]), limitTo([1, 12])]
  const cases: [string | null, string | null, boolean][] = [
    [null, null, true],
    [null, two, true],
    [two, null, false],
    [two, one, true],
    [one, two, false],
    [one, none, true],
    [none, one, false],
    [none, null, false],
  ]
  for (const [limit, other, expected] of cases) assert.equal(covers(limit, other), expected, `${limit} ${other}`)
})

test('a channel is not taken for another whose number contains its own', () => {
  const limit = limitTo([12, 123])
  assert.deepEqual(
    [1, 2, 12, 23, 123].map((channelNo) => allowsChannel(limit, channelNo)),
    [false, false, true, false, true],
  )
  assert.equal(allowsChannel(null, 1), true)
  assert.equal(allowsChannel(limitTo([]), 1), false)
})
