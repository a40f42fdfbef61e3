import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QaMode } from '@innkeeper/contract'
import {
  type CheckedRule,
  findChannelProblem,
  findModeProblem,
  findRuleProblem,
} from '../../../src/domain/assistant/rules/check-rule.ts'

const rule: CheckedRule = { keywords: ['hello'], match: null, schedule: [], activeFrom: null, activeUntil: null }
const problemOf = (part: Partial<CheckedRule>, mode: QaMode = 'keyword', timezone = 'UTC') =>
  findRuleProblem({ ...rule, ...part }, mode, timezone)

test('keywords that are blank or the same as another are refused by their index', () => {
  const cases: [keywords: string[], mode: QaMode, problem: string | undefined][] = [
    [['a', ' \u3000 '], 'keyword', 'keywords[1] is blank; write the text to look for'],
    [['\u200b\u00ad'], 'exact', 'keywords[0] is blank; write the text to look for'],
    [['  '], 'regex', 'keywords[0] is blank; write the text to look for'],
    [['Wi-Fi', 'b', 'ＷＩ-ＦＩ '], 'keyword', 'keywords[2] is the same as keywords[0]; leave one of them out'],
    [['Straße', 'STRASSE'], 'exact', 'keywords[1] is the same as keywords[0]; leave one of them out'],
    [['a+', 'A+'], 'regex', undefined],
    [['\\s', '\\S'], 'regex', undefined],
    [['a+', 'a+'], 'regex', 'keywords[1] is the same as keywords[0]; leave one of them out'],
    [['wifi', 'wi fi'], 'keyword', undefined],
    [['(', '['], 'keyword', undefined],
    [['🦊', '👨‍👩‍👧'], 'keyword', undefined],
  ]
  for (const [keywords, mode, problem] of cases) assert.equal(problemOf({ keywords }, mode), problem, keywords.join())
})

test("in regex mode a keyword must be a pattern; a rule's own mode takes precedence over the channel's", () => {
  const keywords = ['fine', 'wi(?=fi)']
  const problem =
    'keywords[1] "wi(?=fi)" is not a valid pattern: at character 3, "(?=" is a lookaround, which is not supported; leave it out'
  assert.equal(problemOf({ keywords }, 'regex'), problem)
  assert.equal(problemOf({ keywords, match: 'regex' }, 'exact'), problem)
  assert.equal(problemOf({ keywords, match: 'exact' }, 'regex'), undefined)
  assert.match(
    problemOf({ keywords: ['(a{1,100}){1,10}$'] }, 'regex') ?? '',
    /^keywords\[0\] ".*" is not a valid pattern: it exp/,
  )
})

const monday = '2026-03-02T'
const weekdays = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '18:00' } as const
const span = (day: string, from: string, to: string) => [{ days: [day], from, to }] as CheckedRule['schedule']
const window = (from: string, until: string) => ({ activeFrom: from, activeUntil: until })

test('a rule whose active times never occur is refused', () => {
  const never = /so the rule would never answer; change one of them$/
  const cases: [part: Partial<CheckedRule>, timezone: string, problem: RegExp | undefined][] = [
    [window(`${monday}10:00:00Z`, `${monday}10:00:00Z`), 'UTC', /^activeUntil must be later than activeFrom/],
    [window(`${monday}10:00:00Z`, `${monday}09:00:00Z`), 'UTC', /^activeUntil must be later than activeFrom/],
    [window(`${monday}10:00:00Z`, `${monday}10:00:01Z`), 'UTC', undefined],
    [{ schedule: [{ ...weekdays, days: ['mon', 'tue', 'mon'] }] }, 'UTC', /^schedule\[0\]\.days contains mon twice/],
    [{ schedule: span('sun', '10:00', '10:00') }, 'UTC', undefined],
    // Monday morning, and a span on Wednesday.
    [{ ...window(`${monday}08:00:00Z`, `${monday}12:00:00Z`), schedule: span('wed', '09:00', '10:00') }, 'UTC', never],
    [
      { ...window(`${monday}08:00:00Z`, `${monday}12:00:00Z`), schedule: span('mon', '11:59', '12:30') },
      'UTC',
      undefined,
    ],
    [{ ...window(`${monday}08:00:00Z`, `${monday}12:00:00Z`), schedule: span('mon', '12:00', '13:00') }, 'UTC', never],
    [{ ...window(`${monday}08:00:00Z`, `${monday}12:00:00Z`), schedule: span('mon', '07:00', '08:00') }, 'UTC', never],
    [
      { ...window(`${monday}08:00:00Z`, `${monday}12:00:00Z`), schedule: span('mon', '07:00', '08:01') },
      'UTC',
      undefined,
    ],
    // From Sunday evening into Monday.
    [
      { ...window(`${monday}00:00:00Z`, `${monday}01:00:00Z`), schedule: span('sun', '22:00', '02:00') },
      'UTC',
      undefined,
    ],
    [{ ...window(`${monday}03:00:00Z`, `${monday}04:00:00Z`), schedule: span('sun', '22:00', '02:00') }, 'UTC', never],
    // In the channel's time zone it is already evening.
    [
      { ...window(`${monday}08:00:00Z`, `${monday}12:00:00Z`), schedule: span('mon', '18:00', '19:00') },
      'Asia/Tokyo',
      undefined,
    ],
    [{ ...window(`${monday}08:00:00Z`, `${monday}12:00:00Z`), schedule: span('mon', '18:00', '19:00') }, 'UTC', never],
    [
      { ...window(`${monday}08:00:00Z`, '2026-03-12T00:00:00Z'), schedule: span('sun', '03:00', '03:01') },
      'UTC',
      undefined,
    ],
    [{ activeFrom: `${monday}08:00:00Z`, schedule: span('wed', '09:00', '10:00') }, 'UTC', undefined],
  ]
  for (const [part, timezone, problem] of cases) {
    const found = problemOf(part, 'keyword', timezone)
    if (problem) assert.match(found ?? '', problem, JSON.stringify(part))
    else assert.equal(found, undefined, JSON.stringify(part))
  }
})

test('a channel can have at most 10,000 rules and 200 patterns', () => {
  const many = (count: number) => Array.from({ length: count }, () => ({ keywords: ['a'], match: null }))
  assert.equal(findChannelProblem(many(10_000), 'keyword'), undefined)
  assert.match(findChannelProblem(many(10_001), 'keyword') ?? '', /^A channel holds at most 10000 rules/)
  assert.equal(findChannelProblem(many(200), 'regex'), undefined)
  assert.match(
    findChannelProblem(many(201), 'regex') ?? '',
    /^A channel holds at most 200 patterns, and these would be 201/,
  )
})

test('a mode that does not work for a rule is refused with the name of the rule', () => {
  const sad = { id: 'r_1', question: 'Sad?', keywords: ['fine', ':('], match: null }
  assert.equal(findModeProblem([sad], 'exact'), undefined)
  assert.equal(findModeProblem([{ ...sad, match: 'exact' }], 'regex'), undefined)
  assert.match(
    findModeProblem([sad], 'regex') ?? '',
    /^qa\.mode cannot be regex: in rule r_1 \(Sad\?\) keywords\[1\] ":\(" is not a valid pattern: at character 2, /,
  )
})

test('the keywords of a channel have a total limit, because they are kept in memory', () => {
  const long = { keywords: Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(200, 'x')), match: null }
  const rules = Array.from({ length: 98 }, () => long)
  assert.equal(findChannelProblem(rules, 'keyword'), undefined)
  assert.match(
    findChannelProblem([...rules, long], 'keyword') ?? '',
    /^The keywords of a channel hold at most 1000000 /,
  )
})

test('an hour that the first of its days skips, because clocks go forward, still occurs on the next', () => {
  const rule = {
    keywords: ['tea'],
    match: null,
    schedule: [{ days: ['sun' as const], from: '02:00', to: '03:00' }],
    activeFrom: '2026-03-24T00:00:00Z',
    activeUntil: '2026-12-31T00:00:00Z',
  }
  assert.equal(findRuleProblem(rule, 'keyword', 'Europe/Berlin'), undefined)
})
