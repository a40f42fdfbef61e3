import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sparklinePath } from '../../src/channels/sparkline-path.ts'

const box = { width: 100, height: 50 }

test('the line of a channel’s activity goes through every day', () => {
  assert.equal(
    sparklinePath([0, 2, 2, 0], { width: 30, height: 10 }),
    'M0,10C3.33,6.67 6.67,0 10,0C13.33,0 16.67,0 20,0C23.33,0 26.67,6.67 30,10',
  )
  assert.equal(sparklinePath([], box), '')
  assert.equal(sparklinePath([3], box), 'M0,0')
})

test('it never leaves its box, whatever the counts are', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 2, maxLength: 40 }), (counts) => {
      const numbers = [...sparklinePath(counts, box).matchAll(/(-?[\d.]+),(-?[\d.]+)/g)]
      assert.equal(numbers.length, 1 + 3 * (counts.length - 1))
      for (const [, x, y] of numbers) {
        assert.ok(Number(x) >= 0 && Number(x) <= box.width + 0.01, `x ${x}`)
        assert.ok(Number(y) >= 0 && Number(y) <= box.height, `y ${y}`)
      }
    }),
  )
})
