import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { compareTexts } from '../../src/ui/editing/compare-texts.ts'
import { changeOf, findChanges, isSame, mergeDrafts, type Side, type Sides } from '../../src/ui/editing/merge.ts'

type Draft = {
  message: string
  tags: string[]
  hours: { from: string; to: string } | null
  qa: { mode: string; wait: number }
}

const paths = ['message', 'tags', 'qa.mode', 'qa.wait']
const word = fc.constantFrom('', 'a', 'b', 'c')
const plain = { noNullPrototype: true }
const draft: fc.Arbitrary<Draft> = fc.record(
  {
    message: word,
    tags: fc.array(word, { maxLength: 2 }),
    hours: fc.option(fc.record({ from: word, to: word }, plain)),
    qa: fc.record({ mode: word, wait: fc.nat(2) }, plain),
  },
  plain,
)
const anySides: fc.Arbitrary<Sides<Draft>> = fc.record({ base: draft, mine: draft, theirs: draft })
const fieldsOf = ({ qa, ...rest }: Draft) =>
  ({ ...rest, 'qa.mode': qa.mode, 'qa.wait': qa.wait }) as Record<string, unknown>

function merge(sides: Sides<Draft>, choice: Side): Draft {
  const changes = findChanges(sides, paths)
  return mergeDrafts(sides, changes, Object.fromEntries(changes.map(({ path }) => [path, choice])))
}

const base: Draft = { message: 'Hello', tags: ['a'], hours: null, qa: { mode: 'exact', wait: 0 } }

describe('two people who edited the same thing', () => {
  it('both keep what only they changed, without being asked', () => {
    const mine = { ...base, message: 'Good day', qa: { ...base.qa, wait: 5 } }
    const theirs = { ...base, tags: ['a', 'b'], qa: { ...base.qa, mode: 'regex' } }
    const changes = findChanges({ base, mine, theirs }, paths)
    assert.deepEqual(
      changes.map(({ path, by }) => `${path} ${by}`),
      ['message mine', 'tags theirs', 'qa.mode theirs', 'qa.wait mine'],
    )
    const merged = { message: 'Good day', tags: ['a', 'b'], hours: null, qa: { mode: 'regex', wait: 5 } }
    assert.deepEqual(mergeDrafts({ base, mine, theirs }, changes, {}), merged)
  })

  it('are asked only about fields that both changed', () => {
    const hours = { from: '22:00', to: '07:00' }
    const mine = { ...base, message: 'Good day', hours, qa: { ...base.qa, wait: 7 } }
    const theirs = { ...base, message: 'Hi', hours: { ...hours, to: '08:00' }, qa: { ...base.qa, wait: 7 } }
    const changes = findChanges({ base, mine, theirs }, paths)
    assert.deepEqual(
      changes.map(({ path, by }) => `${path} ${by}`),
      ['message conflict', 'qa.wait same', 'hours conflict'],
      'a field that the editor does not list is shown, too',
    )
    const chosen = mergeDrafts({ base, mine, theirs }, changes, { message: 'mine', hours: 'theirs' })
    assert.deepEqual(chosen, { ...theirs, message: 'Good day' })
    assert.deepEqual(mergeDrafts({ base, mine, theirs }, changes, {}), theirs, 'without a choice, theirs is kept')
  })

  it('lose nothing that only one of them changed, whatever was chosen, and gain nothing else', () => {
    fc.assert(
      fc.property(anySides, fc.constantFrom<Side>('mine', 'theirs'), (sides, choice) => {
        const [was, mine, theirs, merged] = [sides.base, sides.mine, sides.theirs, merge(sides, choice)].map(fieldsOf)
        for (const path of Object.keys(merged ?? {})) {
          const [before, one, other, result] = [was?.[path], mine?.[path], theirs?.[path], merged?.[path]]
          const expected = isSame(one, before) ? other : isSame(other, before) ? one : choice === 'mine' ? one : other
          assert.deepEqual(result, expected, path)
        }
      }),
    )
  })

  it('get the same result no matter who merges', () => {
    fc.assert(
      fc.property(anySides, ({ base: was, mine, theirs }) => {
        const here = merge({ base: was, mine, theirs }, 'mine')
        assert.deepEqual(here, merge({ base: was, mine: theirs, theirs: mine }, 'theirs'))
      }),
    )
  })

  it('have nothing to decide if one of them changed nothing', () => {
    fc.assert(
      fc.property(draft, draft, (was, now) => {
        assert.deepEqual(merge({ base: was, mine: was, theirs: now }, 'mine'), now)
        assert.deepEqual(merge({ base: was, mine: now, theirs: was }, 'theirs'), now)
        assert.deepEqual(findChanges({ base: was, mine: was, theirs: was }, paths), [])
      }),
    )
  })
})

describe('the saved change', () => {
  it('is the difference between the saved version and the draft', () => {
    fc.assert(
      fc.property(draft, draft, (saved, now) => {
        const change = changeOf(saved, now)
        assert.deepEqual({ ...saved, ...change }, now)
        for (const [name, value] of Object.entries(change)) {
          assert.notDeepEqual(value, saved[name as keyof Draft], `${name} has not changed`)
        }
      }),
    )
  })

  it('is empty if only the order of members differs', () => {
    assert.deepEqual(changeOf({ hours: { from: '1', to: '2' } }, { hours: { to: '2', from: '1' } }), {})
    assert.ok(!isSame(['a', 'b'], ['b', 'a']))
    assert.ok(!isSame({ a: null }, { a: 'x' }))
  })
})

describe('a comparison of texts', () => {
  it('contains both texts in full', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '営', '業', '👋', '.'), maxLength: 30 })
    fc.assert(
      fc.property(text, text, (from, to) => {
        const pieces = compareTexts(from, to)
        const without = (kind: string) => pieces.filter((piece) => piece.kind !== kind).map((piece) => piece.text)
        assert.deepEqual([without('added').join(''), without('removed').join('')], [from, to])
      }),
    )
  })

  it('shows the changed words, even in scripts without spaces', () => {
    assert.deepEqual(compareTexts('Open from 9.', 'Open from 10.'), [
      { kind: 'same', text: 'Open from ' },
      { kind: 'removed', text: '9' },
      { kind: 'added', text: '10' },
      { kind: 'same', text: '.' },
    ])
    assert.deepEqual(
      compareTexts('営業時間は九時です', '営業時間は十時です')
        .filter(({ kind }) => kind === 'same')[0]
        ?.text.slice(0, 4),
      '営業時間',
    )
  })

  it('stops in time if two long texts have nothing in common', () => {
    const [from, to] = ['a ', 'b '].map((one) => one.repeat(2500))
    assert.deepEqual(
      compareTexts(from ?? '', to ?? '').map(({ kind }) => kind),
      ['removed', 'added'],
    )
  })
})
