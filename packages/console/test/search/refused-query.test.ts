import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readQuery } from '../../../server/src/domain/search/read-query.ts'
import { findRefusedQuery } from '../../src/search/query/refused-query.ts'

/** What the service says about a search. */
function refusalOf(q: string): string {
  try {
    readQuery(q)
  } catch (error) {
    return String((error as Error).message)
  }
  throw new Error(`${q} was accepted`)
}

describe('a search that the service rejects', () => {
  const cases: [q: string, why: string][] = [
    ['keys before:yesterday', 'day'],
    ['AFTER:2026-02-30', 'day'],
    ['type:poem', 'type'],
    ['has:picture', 'has'],
  ]
  for (const [q, why] of cases) {
    it(`has a translated message: ${q}`, () => assert.equal(findRefusedQuery(refusalOf(q))?.why, why))
  }

  it('has a message with the values that are allowed', () => {
    assert.match(String(findRefusedQuery(refusalOf('type:poem'))?.gaps.choices), /^text, image.* answer$/)
    const full = 'You have 50 saved searches, which is the limit; delete one to save another'
    assert.deepEqual(findRefusedQuery(full), { why: 'tooManySaved', gaps: { count: 50 } })
  })

  it('has no message of ours if the sentence is unknown', () => {
    assert.equal(findRefusedQuery('The moon must be full'), undefined)
  })
})
