import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  asSender,
  findCriteria,
  findNamed,
  findPerson,
  nameInQuery,
  type Person,
} from '../../src/search/query/people.ts'

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

describe('what is searched for', () => {
  const cases: [q: string, criteria: ReturnType<typeof findCriteria>][] = [
    ['keys', { q: 'keys' }],
    ['from:Mika keys', { q: 'keys', sender: 'U1' }],
    ['from:mika', { sender: 'U1' }],
    ['keys from:U2 -car', { q: 'keys -car', sender: 'U2' }],
    // Part of a name, and a name that two people have.
    ['from:Mi keys', { q: 'from:Mi keys' }],
    ['from:jose keys', { q: 'from:jose keys' }],
    // A message of any of them is found, so none of them may be left out.
    ['from:Mika from:U2 keys', { q: 'from:Mika from:U2 keys' }],
    ['from:Mika keys from:Mika', { q: 'from:Mika keys from:Mika' }],
    ['-from:Mika keys', { q: '-from:Mika keys' }],
    ['-from:U2 from:Mika keys', { q: '-from:U2 keys', sender: 'U1' }],
  ]
  for (const [q, criteria] of cases) {
    it(`${q}: ${JSON.stringify(criteria)}`, () => assert.deepEqual(findCriteria(q, people), criteria))
  }
})

describe('people whose name a search contains', () => {
  const some = [person('U1', 'Ana Mika'), person('U2', 'Mika Tanaka'), person('U3', '美香'), person('U4', 'Zoë')]
  const cases: [q: string, found: string[]][] = [
    ['mika', ['U2', 'U1']],
    ['tanaka MIKA', ['U2']],
    ['"mika tanaka"', ['U2']],
    ['zoe', ['U4']],
    ['美', ['U3']],
    ['mika boathouse', []],
    ['mika -boat type:image', ['U2', 'U1']],
    ['from:mika mika', []],
    ['-mika', []],
    ['type:image', []],
  ]
  for (const [q, found] of cases) {
    it(`${q}: ${found.join(', ') || 'no one'}`, () => {
      assert.deepEqual(
        findNamed(q, some).map(({ userId }) => userId),
        found,
      )
    })
  }

  it('can be asked for instead, with the same filters', () => {
    assert.equal(asSender('mika'), 'from:mika')
    assert.equal(asSender('mika tanaka type:image -boat'), 'type:image -boat from:"mika tanaka"')
    assert.equal(asSender('from:mika boat'), undefined)
    assert.equal(asSender('type:image'), undefined)
  })
})
