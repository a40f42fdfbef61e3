import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createRuleRunner } from '../../../../src/adapters/thread/rule-runner.ts'
import { type AnsweringRule, standardRule } from '../../../../src/domain/assistant/answering/assistant.ts'
import { TooBusy, TooSlow } from '../../../../src/domain/assistant/answering/undecided.ts'
import type { MatchFor } from '../../../../src/ports/rule-runner.ts'

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

const live: MatchFor = { channelNo: 1, userId: null, purpose: 'live' }
const ofPerson = (userId: string, channelNo = 1): MatchFor => ({ channelNo, userId, purpose: 'live' })
const second = { limitMs: 1000 }
const noLimit = { limitMs: 1e6 }

const stubbornThread = new URL('./stubborn-thread.mjs', import.meta.url)
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
  const found = await runner.match(rules, texts, live, second)
  assert.deepEqual(
    found.map((all) => all.map((one) => one.rule).sort()),
    [[0, 1, 2], [], [0], [3]],
  )
})

test('changed rules come under another key and apply at once; the old ones are not forgotten', async () => {
  const ask = async (key: string, pattern: string) => {
    const [found = []] = await runner.match(set(key, { keywords: [pattern], match: 'regex' }), ['open'], live, second)
    return found.length
  }
  assert.deepEqual([await ask('c 1', 'op.n'), await ask('c 2', 'cl.sed'), await ask('c 1', 'op.n')], [1, 0, 1])
})

test('at the time limit, the slowest pattern is named', async () => {
  const slow = '(\\p{L}{1,10}\\s?){1,20}$'
  const rules = set('slow', { keywords: ['open'], match: 'regex' }, { keywords: [slow], match: 'regex' })
  await assert.rejects(runner.match(rules, ['a'.repeat(5000)], live, { limitMs: 20 }), (error) => {
    assert.ok(error instanceof TooSlow)
    assert.deepEqual(error.culprit, { rule: 1, pattern: slow })
    return true
  })
  assert.equal(
    (await runner.match(rules, ['open'], live, second))[0]?.length,
    2,
    'shorter messages are matched as before',
  )
})

test('a call with many texts lets other calls in between', async () => {
  const rules = set('many', { keywords: ['x.*y'], match: 'regex' })
  const order: string[] = []
  await Promise.all([
    runner
      .match(
        rules,
        Array.from({ length: 3_000 }, (_, index) => `x${index}y`),
        live,
        { limitMs: 10_000 },
      )
      .then((found) => order.push(`long ${found.filter((one) => one.length > 0).length}`)),
    runner.match(rules, ['xy'], live, second).then(() => order.push('short')),
  ])
  assert.deepEqual(order, ['short', 'long 3000'])
})

test('a thread that hangs or crashes is ended, and the calls behind it are done by the next', async () => {
  const stubborn = createRuleRunner({ thread: stubbornThread, graceMs: 1_000 })
  const ask = (text: string) => stubborn.match(set('any', {}), [text], live, { limitMs: 10 })
  const [still, behind, fallen, last] = await Promise.allSettled([
    ask('stand still'),
    ask('behind'),
    ask('fall over'),
    ask('last'),
  ])
  assert.ok(still.status === 'rejected' && still.reason instanceof TooSlow)
  assert.deepEqual(behind, { status: 'fulfilled', value: [[]] })
  assert.ok(fallen.status === 'rejected' && fallen.reason instanceof TooSlow)
  assert.equal(fallen.reason.message, 'the thread that matches rules failed: Error', 'the error quotes no pattern')
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
  const found = await Promise.all(
    keys.map((key) => crowded.match(set(key, patterns(5)), ['open', 'open'], ofPerson(key), noLimit)),
  )
  assert.deepEqual(
    found.map((texts) => texts.map((one) => one.length)),
    keys.map(() => [1, 1]),
  )
})

test('while the rules of one channel are compiled, channels whose rules are ready are answered', async (context) => {
  const crowded = createRuleRunner({ thread: crowdedThread })
  context.after(() => crowded.close())
  const order: string[] = []
  const ask = (key: string, count: number) =>
    crowded.match(set(key, patterns(count)), ['open'], live, noLimit).then(() => order.push(key))
  await ask('ready', 1)
  await Promise.all([ask('long', 40), ask('ready', 1)])
  assert.deepEqual(order, ['ready', 'ready', 'long'])
})

test('rules that take too long to compile are given up, and others go on', async (context) => {
  const crowded = createRuleRunner({ thread: crowdedThread })
  context.after(() => crowded.close())
  const [endless, other] = await Promise.allSettled([
    crowded.match(set('endless', patterns(200)), ['open'], ofPerson('U-endless'), noLimit),
    crowded.match(set('other', patterns(5)), ['open'], ofPerson('U-other'), noLimit),
  ])
  assert.ok(endless.status === 'rejected' && endless.reason instanceof TooSlow)
  assert.match(endless.reason.message, /^compiling the rules took longer than/)
  assert.equal(other.status, 'fulfilled')
})

test('an aborted call ends at once, and delays nobody', async (context) => {
  const crowded = createRuleRunner({ thread: crowdedThread })
  context.after(() => crowded.close())
  const gone = new AbortController()
  const ask = (key: string, signal?: AbortSignal) =>
    crowded.match(set(key, patterns(5)), ['open'], live, { limitMs: 1e6, signal })
  const asked = Promise.allSettled([ask('first', gone.signal), ask('second', gone.signal), ask('third')])
  gone.abort(new Error('gone'))
  const [first, second, third] = await asked
  for (const one of [first, second]) assert.ok(one.status === 'rejected' && one.reason.message === 'gone')
  assert.equal(third.status, 'fulfilled')
  await assert.rejects(ask('late', gone.signal), /gone/)
})

test('closing ends the calls under way, and a runner that was never used has nothing to close', async () => {
  const stubborn = createRuleRunner({ thread: stubbornThread })
  const asked = [
    stubborn.match(set('any', {}), ['stand still'], live, second),
    stubborn.match(set('any', {}), ['behind'], live, second),
  ]
  const settled = Promise.allSettled(asked)
  await stubborn.close()
  for (const one of await settled) assert.equal(one.status, 'rejected')
  await createRuleRunner({ thread: new URL('file:///nowhere.mjs') }).close()
})

const slow = (key: string) =>
  set(key, { keywords: Array.from({ length: 12 }, (_, index) => `x.*y${index}`), match: 'regex' })

test('the person who used the least time goes first: slow messages of one person delay only their own', async (context) => {
  const counting = createRuleRunner({ thread: stubbornThread, threads: 1 })
  context.after(() => counting.close())
  const order: string[] = []
  const ask = (whom: MatchFor, name: string) =>
    counting.match(set('any', {}), ['takes 300'], whom, noLimit).then(() => order.push(name))
  const heavy = ofPerson('U-heavy', 1)
  await ask(heavy, 'heavy 1')
  // The thread is free, so the first of them starts at once.
  await Promise.all([ask(heavy, 'heavy 2'), ask(heavy, 'heavy 3'), ask(ofPerson('U-other', 2), 'other')])
  assert.deepEqual(order, ['heavy 1', 'heavy 2', 'other', 'heavy 3'])
})

test('only a few slow messages of one person can wait; more are refused, whatever channel they come from', async (context) => {
  const crowded = createRuleRunner({ thread: crowdedThread })
  context.after(() => crowded.close())
  const ask = (whom: MatchFor) => crowded.match(slow(`${whom.channelNo}`), ['xy'], whom, noLimit)
  await ask(ofPerson('U-heavy', 1))
  const asked = [1, 2, 3, 4, 5].map((channelNo) => ask(ofPerson('U-heavy', channelNo)))
  const settled = await Promise.allSettled([...asked, ask(ofPerson('U-other', 6))])
  const busy = settled.map((one) => one.status === 'rejected' && one.reason instanceof TooBusy)
  assert.deepEqual(busy, [false, false, true, true, true, false])
})

test('trials have their own queue and never delay a message', async (context) => {
  const stubborn = createRuleRunner({ thread: stubbornThread, graceMs: 1_000 })
  context.after(() => stubborn.close())
  const trial: MatchFor = { channelNo: 1, userId: 'U-1', purpose: 'trial' }
  const still = stubborn.match(set('any', {}), ['stand still'], trial, second)
  const order: string[] = []
  const ended = still.catch((error: unknown) => {
    order.push('trial')
    return error
  })
  assert.deepEqual(await stubborn.match(set('any', {}), ['hello'], ofPerson('U-1'), second), [[]])
  order.push('message')
  assert.ok((await ended) instanceof TooSlow)
  assert.deepEqual(order, ['message', 'trial'])
})
