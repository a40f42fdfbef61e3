import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findPerson, nameInQuery, type Person } from '../../src/search/query/people.ts'

const person = (userId: string, displayName: string): Person => ({ userId, displayName })
const people = [
  person('U1', 'Mika'),
  person('U2', 'José'),
  person('U3', 'jose'),
  person('U4', 'A "B" C'),
  person('U5', ''),
]

describe('a person in a search', () => {
  const written: [userId: string, name: string][] = [
    ['U1', 'Mika'],
    // Two people are called that.
    ['U2', 'U2'],
    ['U3', 'U3'],
    ['U4', 'U4'],
    ['U5', 'U5'],
  ]
  for (const [userId, name] of written) {
    it(`is written as ${name}, and found again`, () => {
      const one = people.find((other) => other.userId === userId)
      assert.ok(one)
      assert.equal(nameInQuery(one, people), name)
      assert.equal(findPerson(name, people), one)
    })
  }

  it('is not guessed from part of a name, or from a name that two people have', () => {
    assert.equal(findPerson('Mi', people), undefined)
    assert.equal(findPerson('jose', people), undefined)
    assert.equal(findPerson('', [person('U1', 'Mika')]), undefined)
  })
})
