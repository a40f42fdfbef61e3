import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chooseName,
  choosePerson,
  emptyDraft,
  isUnchanged,
  letIn,
  namesOfOffsets,
  namesWithin,
  type PreviewedPerson,
  shownValue,
  sortPeople,
  toChange,
} from '../../src/imports/preview/draft.ts'
import { findNamed, memberChoices } from '../../src/imports/preview/member-choices.ts'

const person = (name: string, more: Partial<PreviewedPerson> = {}): PreviewedPerson => ({
  name,
  sourceId: null,
  messages: 1,
  is: 'outsider',
  memberId: null,
  isChosen: false,
  isSure: true,
  mayBeGone: false,
  why: 'unknown',
  ...more,
})
const mika = person('Mika', { is: 'member', memberId: 'U-1' })
const ann = person('Ann', { sourceId: 'user7' })
const nobody = () => undefined

test('only what was changed is sent, and a change back to the proposal is none', () => {
  const changed = choosePerson(choosePerson(emptyDraft, mika, 'left-out'), ann, 'member:U-2')
  assert.deepEqual([shownValue(changed, mika), shownValue(changed, ann)], ['left-out', 'member:U-2'])
  assert.deepEqual(toChange({ ...changed, timezone: 'Asia/Tokyo' }, nobody), {
    timezone: 'Asia/Tokyo',
    people: [
      { name: 'Mika', sourceId: null, is: 'left-out' },
      { name: 'Ann', sourceId: 'user7', is: 'member', memberId: 'U-2' },
    ],
  })
  const back = choosePerson(choosePerson(changed, mika, 'member:U-1'), ann, 'outsider')
  assert.ok(isUnchanged(back) && !isUnchanged(changed))
  // An empty list of people would forget every earlier choice.
  assert.deepEqual(toChange({ ...back, dateOrder: 'day-month' }, nobody), { dateOrder: 'day-month' })
})

test('two people with the same name are told apart by their IDs', () => {
  const other = person('Ann', { sourceId: 'user8' })
  const changed = choosePerson(emptyDraft, ann, 'left-out')
  assert.deepEqual([shownValue(changed, ann), shownValue(changed, other)], ['left-out', 'outsider'])
})

test('all people who may be gone can be let in at once, and only they', () => {
  const gone = person('Zoe', { is: 'left-out', isSure: false, mayBeGone: true })
  const changed = letIn(emptyDraft, [mika, gone])
  assert.deepEqual(toChange(changed, nobody).people, [{ name: 'Zoe', sourceId: null, is: 'outsider' }])
})

test('an answer to the question for a name adds a person: the member of that name if there is one', () => {
  const asked = chooseName(emptyDraft, 'Ken Ito hello', 'Ken Ito')
  assert.deepEqual(toChange(asked, nobody).people, [{ name: 'Ken Ito', sourceId: null, is: 'outsider' }])
  assert.deepEqual(toChange(asked, () => 'U-3').people, [
    { name: 'Ken Ito', sourceId: null, is: 'member', memberId: 'U-3' },
  ])
  assert.ok(isUnchanged(chooseName(asked, 'Ken Ito hello', undefined)))
})

test('the names that a line can begin with end before a space, and the reader looks at six words', () => {
  assert.deepEqual(namesWithin('Ken Ito hello there'), ['Ken', 'Ken Ito', 'Ken Ito hello'])
  assert.equal(namesWithin('a b c d e f g h i').length, 6)
  assert.deepEqual(namesWithin('hello'), [])
})

test('people about whom someone should decide come first', () => {
  const people = [person('A', { messages: 5 }), person('B', { isSure: false }), person('C', { messages: 9 })]
  assert.deepEqual(
    sortPeople(people).map(({ name }) => name),
    ['B', 'C', 'A'],
  )
})

test('people with the same name can be told apart in the list, and no one is guessed among them', () => {
  const named = (userId: string, displayName: string) => ({ userId, displayName })
  const people = [named('U-0001', 'Ann'), named('U-0002', 'Ann'), named('U-0003', 'Kenji')]
  assert.deepEqual(
    memberChoices(people, ({ displayName }) => displayName).map(({ label }) => label),
    ['Ann · 0001', 'Ann · 0002', 'Kenji'],
  )
  assert.deepEqual(
    [findNamed(people, 'Ann'), findNamed(people, 'Ｋenji'), findNamed(people, 'X')],
    [undefined, 'U-0003', undefined],
  )
})

test('a clock that fits no time zone is named by its distance from UTC', () => {
  const at = (minutes: number) => ({ from: '2026-03-01T00:00:00', minutes })
  assert.deepEqual(namesOfOffsets([at(540), at(540), at(-210), at(0), at(330)]), [
    'UTC+9',
    'UTC−3:30',
    'UTC',
    'UTC+5:30',
  ])
})
