import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { validateRuleDraft } from '@innkeeper/contract/validate'
import { findRefusedValue } from '../../src/errors/refused-value.ts'

const rule = { keywords: ['hours'], question: 'When?', answer: 'At nine.' }

describe('a value that the service rejects', () => {
  it('has a translated message, whatever is wrong with a rule', () => {
    const cases: [object, string, string][] = [
      [{ question: '' }, 'question', 'empty'],
      [{ question: ' ' }, 'question', 'empty'],
      [{ question: undefined }, 'question', 'missing'],
      [{ answer: 'x'.repeat(5001) }, 'answer', 'longest'],
      [{ keywords: [] }, 'keywords', 'leastItems'],
      [{ keywords: Array.from({ length: 51 }, String) }, 'keywords', 'mostItems'],
      [{ keywords: ['x'.repeat(201)] }, 'keywords[0]', 'longest'],
      [{ priority: 2000 }, 'priority', 'between'],
      [{ pick: 'never' }, 'pick', 'oneOf'],
      [{ picture: 'http://inn.example/a.png' }, 'picture', 'address'],
      [{ activeFrom: 'soon' }, 'activeFrom', 'moment'],
    ]
    for (const [change, member, why] of cases) {
      const sentence = validateRuleDraft(JSON.parse(JSON.stringify({ ...rule, ...change })))
      const refused = findRefusedValue(sentence ?? '')
      assert.deepEqual([refused?.member, refused?.why], [member, why], sentence)
    }
  })

  it('has a message with the limit', () => {
    assert.deepEqual(findRefusedValue('answer must be at most 5000 characters long')?.gaps, { count: 5000 })
    assert.deepEqual(findRefusedValue('retentionDays must be at most 90, the limit of this service')?.gaps, {
      limit: '90',
    })
    assert.deepEqual(findRefusedValue('from and to must be at most 366 days apart')?.gaps, { count: 366 })
    assert.deepEqual(findRefusedValue('keywords[2] "(" is not a valid pattern: it ends too early')?.gaps, {
      reason: 'it ends too early',
    })
  })

  it('shows the message from the service if it is unknown', () => {
    assert.equal(findRefusedValue('The moon must be full'), undefined)
  })
})
