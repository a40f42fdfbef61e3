import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createRuleRunner } from '../../src/adapters/thread/rule-runner.ts'
import { type AnsweringRule, standardRule } from '../../src/domain/answering/assistant.ts'
import { TooSlow } from '../../src/ports/rule-runner.ts'

const rule = (part: Partial<AnsweringRule>): AnsweringRule => ({
  ...(standardRule as Omit<AnsweringRule, 'id' | 'keywords' | 'question' | 'answer'>),
  id: 'r_1',
  keywords: ['hello'],
  question: 'Hello?',
  answer: 'Hello!',
  ...part,
})
const set = (key: string, ...parts: Partial<AnsweringRule>[]) => ({
  key,
  mode: 'keyword' as const,
  rules: parts.map(rule),
})

const runner = createRuleRunner()
after(() => runner.close())

test('texts are matched in keyword, exact, regex and similar mode', async () => {
  const rules = set(
    'modes',
    {},
    { keywords: ['Hello, Inn'], match: 'exact' },
    { keywords: ['^h.*n$'], match: 'regex' },
    { keywords: ['breakfast'], question: 'What time is breakfast served?', match: 'similar' },
  )
  const texts = ['hello, inn', 'bye', 'HELLO there', 'what time is breakfast served tomorrow?']
  const found = await runner.match(rules, texts, 1000)
  assert.deepEqual(
    found.map((all) => all.map((one) => one.rule).sort()),
    [[0, 1, 2], [], [0], [3]],
  )
})

test('rules that changed come under another key and are seen at once; the old ones are not forgotten', async () => {
  const ask = async (key: string, pattern: string) => {
    const [found = []] = await runner.match(set(key, { keywords: [pattern], match: 'regex' }), ['open'], 1000)
    return found.length
  }
  assert.deepEqual([await ask('c 1', 'op.n'), await ask('c 2', 'cl.sed'), await ask('c 1', 'op.n')], [1, 0, 1])
})

test('when time is up, the pattern that took the most is named', async () => {
  const slow = '(\\p{L}{1,10}\\s?){1,20}$'
  const rules = set('slow', { keywords: ['open'], match: 'regex' }, { keywords: [slow], match: 'regex' })
  await assert.rejects(runner.match(rules, ['a'.repeat(5000)], 20), (error) => {
    assert.ok(error instanceof TooSlow)
    assert.deepEqual(error.culprit, { rule: 1, pattern: slow })
    return true
  })
  assert.equal((await runner.match(rules, ['open'], 1000))[0]?.length, 2, 'shorter messages are answered as before')
})

test('a call with many texts lets others in between', async () => {
  const rules = set('many', { keywords: ['x.*y'], match: 'regex' })
  const order: string[] = []
  await Promise.all([
    runner
      .match(
        rules,
        Array.from({ length: 3_000 }, (_, index) => `x${index}y`),
        10_000,
      )
      .then((found) => order.push(`long ${found.filter((one) => one.length > 0).length}`)),
    runner.match(rules, ['xy'], 1000).then(() => order.push('short')),
  ])
  assert.deepEqual(order, ['short', 'long 3000'])
})

test('a thread that stands still or falls over is ended; what waited behind it is done by the next', async () => {
  const stubborn = createRuleRunner({ thread: new URL('./stubborn-thread.mjs', import.meta.url), graceMs: 1_000 })
  const ask = (text: string) => stubborn.match(set('any', {}), [text], 10)
  const [still, behind, fallen, last] = await Promise.allSettled([
    ask('stand still'),
    ask('behind'),
    ask('fall over'),
    ask('last'),
  ])
  assert.ok(still.status === 'rejected' && still.reason instanceof TooSlow)
  assert.deepEqual(behind, { status: 'fulfilled', value: [[]] })
  assert.ok(fallen.status === 'rejected' && fallen.reason instanceof TooSlow)
  assert.match(fallen.reason.message, /too much memory/)
  assert.deepEqual(last, { status: 'fulfilled', value: [[]] })
  await stubborn.close()
})

const crowdedThread = new URL('./crowded-thread.ts', import.meta.url)
const patterns = (count: number) => ({
  keywords: Array.from({ length: count }, (_, index) => `op.n${index}?$`),
  match: 'regex' as const,
})

test('channels whose rules do not fit into memory together are all answered', async (context) => {
  const crowded = createRuleRunner({ thread: crowdedThread })
  context.after(() => crowded.close())
  const keys = ['a', 'b', 'c', 'd', 'a']
  const found = await Promise.all(keys.map((key) => crowded.match(set(key, patterns(5)), ['open', 'open'], 1e6)))
  assert.deepEqual(
    found.map((texts) => texts.map((one) => one.length)),
    keys.map(() => [1, 1]),
  )
})

test('while the rules of one channel are made ready, others whose rules are ready are answered', async (context) => {
  const crowded = createRuleRunner({ thread: crowdedThread })
  context.after(() => crowded.close())
  const order: string[] = []
  const ask = (key: string, count: number) =>
    crowded.match(set(key, patterns(count)), ['open'], 1e6).then(() => order.push(key))
  await ask('ready', 1)
  await Promise.all([ask('long', 40), ask('ready', 1)])
  assert.deepEqual(order, ['ready', 'ready', 'long'])
})

test('rules that take too long to be made ready are given up, and others go on', async (context) => {
  const crowded = createRuleRunner({ thread: crowdedThread })
  context.after(() => crowded.close())
  const [endless, other] = await Promise.allSettled([
    crowded.match(set('endless', patterns(200)), ['open'], 1e6),
    crowded.match(set('other', patterns(5)), ['open'], 1e6),
  ])
  assert.ok(endless.status === 'rejected' && endless.reason instanceof TooSlow)
  assert.match(endless.reason.message, /^making the rules ready took longer than/)
  assert.equal(other.status, 'fulfilled')
})

test('a call that nobody waits for any more ends at once, and keeps nobody waiting', async (context) => {
  const crowded = createRuleRunner({ thread: crowdedThread })
  context.after(() => crowded.close())
  const gone = new AbortController()
  const ask = (key: string, signal?: AbortSignal) => crowded.match(set(key, patterns(5)), ['open'], 1e6, signal)
  const asked = Promise.allSettled([ask('first', gone.signal), ask('second', gone.signal), ask('third')])
  gone.abort(new Error('gone'))
  const [first, second, third] = await asked
  for (const one of [first, second]) assert.ok(one.status === 'rejected' && one.reason.message === 'gone')
  assert.equal(third.status, 'fulfilled')
  await assert.rejects(ask('late', gone.signal), /gone/)
})

test('closing ends what is under way, and a runner that was never asked has nothing to close', async () => {
  const stubborn = createRuleRunner({ thread: new URL('./stubborn-thread.mjs', import.meta.url) })
  const asked = [stubborn.match(set('any', {}), ['stand still'], 10), stubborn.match(set('any', {}), ['behind'], 10)]
  const settled = Promise.allSettled(asked)
  await stubborn.close()
  for (const one of await settled) assert.equal(one.status, 'rejected')
  await createRuleRunner({ thread: new URL('file:///nowhere.mjs') }).close()
})
