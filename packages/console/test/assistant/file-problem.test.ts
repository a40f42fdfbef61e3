import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TableProblem } from '@innkeeper/contract'
import { describeCellProblem } from '../../../server/src/domain/assistant/rules/csv-cell-problem.ts'
import { findFileProblem } from '../../src/assistant/file/file-problem.ts'
import { findTableProblemText } from '../../src/assistant/file/table-problem.ts'

test('a wrong cell of a table has a translated message with what it contains', () => {
  const gapsOf = (sentence: string) => [findFileProblem(sentence)?.why, findFileProblem(sentence)?.gaps]
  const refuse = (name: string, cell: string) =>
    gapsOf(describeCellProblem(name, cell, `${name} must be something else`))
  assert.deepEqual(refuse('match', 'key"wrd'), [
    'choice',
    { value: '"key\\"wrd"', choices: 'keyword, exact, regex, similar', last: 'ai' },
  ])
  assert.equal(refuse('pick', 'never')[0], 'choice')
  assert.deepEqual(refuse('priority', 'high'), ['number', { value: '"high"', least: '-1000', most: '1000' }])
  assert.equal(refuse('activeFrom', 'soon')[0], 'moment')
  assert.equal(refuse('picture', 'here')[0], 'address')
  assert.equal(refuse('schedule', 'often')[0], 'list')
  assert.equal(refuse('id', 'a b')[0], 'id')
  assert.deepEqual(gapsOf('Unknown field "assistant.ruels". Did you mean "assistant.rules"?'), [
    'unknownName',
    { name: 'ruels', guess: 'rules' },
  ])
  assert.deepEqual(gapsOf('Unknown field "people"'), ['unknown', { name: 'people' }])
})

test('every problem of a table has its own text, and a column that was probably meant is named', () => {
  const allowed = ['question', 'answer']
  const base = { row: 1, sentence: '' }
  const textOf = (problem: TableProblem) => findTableProblemText(problem)
  assert.deepEqual(
    textOf({ ...base, code: 'unknown-column', values: { column: 'anser', allowed, closest: 'answer' } }),
    {
      key: 'unknown-column-meant',
      gaps: { column: 'anser', closest: 'answer' },
    },
  )
  assert.deepEqual(textOf({ ...base, code: 'unknown-column', values: { column: 'Frage', allowed } }), {
    key: 'unknown-column',
    gaps: { column: 'Frage', allowed: 'question, answer' },
  })
  assert.deepEqual(textOf({ ...base, code: 'wrong-cell-count', values: { cells: 2, columns: 3 } }), {
    key: 'wrong-cell-count',
    gaps: { cells: 2, columns: 3 },
  })
  assert.equal(textOf({ ...base, code: 'invalid-cell', values: { column: 'match' } }), undefined)
})
