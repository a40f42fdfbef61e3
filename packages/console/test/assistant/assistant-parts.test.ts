import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AssistantChange, AssistantFile } from '@innkeeper/contract'
import { fillIn, joinNames } from '../../src/assistant/bot-text.ts'
import { findPosition, readContent } from '../../src/assistant/file/read-file.ts'
import { diffLists, diffValues, shortenPieces } from '../../src/assistant/versions/diff-values.ts'
import { describeChange, describeFirst, findDifferences } from '../../src/assistant/versions/differences.ts'
import { endsNextDay, findWelcomeProblems } from '../../src/assistant/welcome/welcome-draft.ts'

const rule = {
  id: 'r_hours',
  keywords: ['hours'],
  question: 'When are you open?',
  answer: 'From 9 to 18.',
  enabled: true,
}
const file = (change: Partial<AssistantFile>): AssistantFile => ({
  format: 'innkeeper-assistant/1',
  config: { enabled: true, qa: { mode: 'keyword', cooldownSeconds: 0 } },
  welcome: { enabled: false, message: '' },
  rules: [rule],
  ...change,
})

describe('the differences between two versions', () => {
  it('are empty for equal versions', () => {
    assert.deepEqual(findDifferences(file({}), file({})), [])
  })

  it('are listed by part and field, with members of the configuration under their own names', () => {
    const to = file({ config: { enabled: true, qa: { mode: 'exact', cooldownSeconds: 0 } } })
    assert.deepEqual(findDifferences(file({}), to), [
      { part: 'config', change: 'changed', fields: [{ member: 'qa.mode', before: 'keyword', after: 'exact' }] },
    ])
  })

  it('are listed by rule: created, changed and deleted', () => {
    const changed = { ...rule, answer: 'From 8 to 20.' }
    const other = { ...rule, id: 'r_park', question: 'Where can I park?', answers: [], priority: 0 }
    const listed = (from: AssistantFile, to: AssistantFile) =>
      findDifferences(from, to).map(({ change, ruleId, fields }) => [
        change,
        ruleId,
        fields.map(({ member }) => member),
      ])
    assert.deepEqual(listed(file({}), file({ rules: [changed, other] })), [
      ['changed', 'r_hours', ['answer']],
      // Default values of a new rule are not listed.
      ['created', 'r_park', ['keywords', 'answer']],
    ])
    assert.deepEqual(listed(file({}), file({ rules: [] })), [['deleted', 'r_hours', ['keywords', 'answer']]])
  })

  it('of the first version are its own list of changes, because there is nothing to compare with', () => {
    const changes: AssistantChange[] = [{ part: 'welcome', change: 'changed', members: ['message'] }]
    const differences = describeFirst(changes, file({ welcome: { enabled: false, message: 'Hi' } }))
    assert.deepEqual(differences, [
      { part: 'welcome', change: 'changed', fields: [{ member: 'message', before: undefined, after: 'Hi' }] },
    ])
  })
})

describe('a change in the preview of an import', () => {
  it('has the old and the new values, of the configuration under their own names', () => {
    const [before, after] = [{ qa: { mode: 'keyword' } }, { qa: { mode: 'exact' } }]
    assert.deepEqual(describeChange({ part: 'config', change: 'changed', members: ['qa.mode'], before, after }), {
      part: 'config',
      change: 'changed',
      fields: [{ member: 'qa.mode', before: 'keyword', after: 'exact' }],
    })
  })

  it('has the keywords and the answer of a rule that is new or deleted, but no default values', () => {
    const { id, ...content } = rule
    const named = { part: 'rule' as const, question: rule.question, members: [] }
    const fieldsOf = (change: Parameters<typeof describeChange>[0]) =>
      describeChange(change).fields.map(({ member, before, after }) => [member, before, after])
    assert.deepEqual(fieldsOf({ ...named, change: 'created', after: { ...content, match: null, priority: 0 } }), [
      ['keywords', undefined, ['hours']],
      ['answer', undefined, 'From 9 to 18.'],
    ])
    assert.deepEqual(fieldsOf({ ...named, ruleId: id, change: 'deleted', before: content }), [
      ['keywords', ['hours'], undefined],
      ['answer', 'From 9 to 18.', undefined],
    ])
    // Unchanged keywords are shown, too, because people recognize a rule by them.
    const changed = {
      ...named,
      change: 'changed' as const,
      keywords: ['hours'],
      before: { answer: 'a' },
      after: { answer: 'b' },
    }
    assert.deepEqual(describeChange(changed).keywords, ['hours'])
    // A very large report has no values any more.
    assert.deepEqual(fieldsOf({ ...named, change: 'created' }), [])
  })
})

describe('a changed text', () => {
  const shown = (was: string, is: string) => {
    const { pieces, isInline } = diffValues(was, is, true)
    return [isInline, ...pieces.map(({ kind, text }) => ({ same: text, added: `+${text}`, removed: `-${text}` })[kind])]
  }

  it('shows deletions and insertions in place', () => {
    assert.deepEqual(shown('Open from 9.', 'Open from 10.'), [true, 'Open from ', '-9', '+10', '.'])
  })

  it('is shown after the old one if they have little in common, and alone if there was none', () => {
    const [was, is] = ['Every day but Monday.', 'We are open from 8 to 20, on a Sunday from 10.']
    assert.deepEqual(shown(was, is), [false, `-${was}`, `+${is}`])
    assert.deepEqual(shown('', is), [false, `+${is}`])
  })

  it('is a removed and an added item within a list', () => {
    const kinds = diffLists(['open on', 'hours'], ['hours', 'open']).map(({ kind, text }) => [kind, text])
    assert.deepEqual(kinds, [
      ['removed', 'open on'],
      ['same', 'hours'],
      ['added', 'open'],
    ])
    assert.equal(diffLists(['a', 'b'], ['b', 'a']).length, 2)
    assert.deepEqual(diffLists([], ['a']), [{ kind: 'added', text: 'a' }])
    assert.deepEqual(diffLists(['a'], ['a']), [{ kind: 'same', text: 'a' }])
  })

  it('is shortened if it is long: to its beginning, and unchanged passages to both their ends', () => {
    const short = diffValues('Open from 9.', 'Open from 10.', true).pieces
    assert.equal(shortenPieces(short), short)
    const added = { kind: 'added', text: '🍣'.repeat(1000) } as const
    const same = { kind: 'same', text: `a${'x'.repeat(1000)}z` } as const
    const [first, second] = shortenPieces([added, same])
    assert.match(first?.text ?? '', /^(🍣){240} …$/u)
    assert.match(second?.text ?? '', /^ax{59} … x{59}z$/)
  })
})

describe('a file to import', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  it('is recognized as CSV or JSON by its content', () => {
    assert.deepEqual(readContent(bytes('\uFEFFkeywords,question,answer\n')), { csv: 'keywords,question,answer\n' })
    assert.deepEqual(readContent(bytes(' {"format":"innkeeper-assistant/1"}')), {
      assistant: { format: 'innkeeper-assistant/1' },
    })
  })

  it('can be UTF-16, as some spreadsheets export it', () => {
    const wide = new Uint8Array([0xff, 0xfe, ...Buffer.from('keywords\t営業', 'utf16le')])
    assert.deepEqual(readContent(wide), { csv: 'keywords\t営業' })
  })

  it('that cannot be parsed is rejected with the position, before it is sent', () => {
    assert.deepEqual(readContent(bytes('{\n  "rules": [,]\n}')), { kind: 'notJson', line: 2, column: 13 })
    assert.deepEqual(readContent(bytes('{"rules": [{"id": "a"}], "config": {"enabled": yes}}')), {
      kind: 'notJson',
      line: 1,
      column: 48,
    })
    assert.deepEqual(readContent(bytes('{"rules": []}')), { kind: 'notAssistant' })
    assert.deepEqual(readContent(bytes('[]')), { kind: 'notAssistant' })
    assert.deepEqual(readContent(bytes('{"rules": []\n')), { kind: 'notJson', line: 2, column: 1 })
    assert.deepEqual(readContent(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0xff, 0x00])), { kind: 'excel' })
    assert.deepEqual(readContent(new Uint8Array([0x51, 0x4b, 0x03, 0x04, 0xff, 0x00])), { kind: 'notText' })
    // As spreadsheets in the West and in Japan save "CSV" without UTF-8.
    assert.deepEqual(readContent(Buffer.from('keywords\ncafé', 'latin1')), { kind: 'notUtf8' })
    assert.deepEqual(readContent(new Uint8Array([0x8b, 0x78, 0x90, 0xdd])), { kind: 'notUtf8' })
    assert.deepEqual(readContent(new Uint8Array(1024 * 1024 + 1)), { kind: 'tooLarge' })
  })

  it('that the service rejects has its error at a row of the CSV, or in a rule of the JSON', () => {
    assert.deepEqual(findPosition('Row 5, column priority: priority must be a whole number'), {
      position: { kind: 'row', number: 5, member: 'priority' },
      rest: 'priority must be a whole number',
    })
    assert.deepEqual(findPosition('Row 3: it has 2 cells, but there are 3 columns'), {
      position: { kind: 'row', number: 3, member: undefined },
      rest: 'It has 2 cells, but there are 3 columns',
    })
    assert.deepEqual(findPosition('assistant.rules[2].keywords[0] must not be empty'), {
      position: { kind: 'rule', number: 3, member: 'keywords' },
      rest: 'keywords[0] must not be empty',
    })
    assert.equal(findPosition('The table is empty; its first row must name the columns'), undefined)
  })
})

describe('the preview of a welcome', () => {
  it('fills in the same variables as the service and leaves every other brace', () => {
    const text = fillIn('{names}: {group}, {nobody} {name', {
      names: joinNames(['Mika', 'Ken'], 'en'),
      group: '{names}',
    })
    assert.equal(text, '@Mika and @Ken: {names}, {nobody} {name')
  })

  it('finds what the service would reject, by field', () => {
    const draft = { enabled: true, message: 'Hi', quietHours: { from: '22:00', to: '07:00' }, greetReturning: true }
    assert.deepEqual(findWelcomeProblems(draft), {})
    assert.deepEqual(findWelcomeProblems({ ...draft, quietHours: { from: '', to: '' } }), { from: 'time', to: 'time' })
    assert.deepEqual(findWelcomeProblems({ ...draft, quietHours: { from: '07:00', to: '07:00' } }), { to: 'sameTimes' })
    assert.deepEqual(findWelcomeProblems({ ...draft, message: 'x'.repeat(5001) }), { message: 'tooLong' })
    assert.ok(endsNextDay(draft.quietHours))
  })
})
