import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TooBusy, TooSlow } from '../../src/domain/assistant/answering/undecided.ts'
import type { RuleRunner } from '../../src/ports/rule-runner.ts'
import type { Store } from '../../src/ports/store.ts'
import { botRemoved, unsent } from '../support/content/chat-events.ts'
import { message } from '../support/content/events.ts'
import { eventually } from '../support/eventually.ts'
import { type JobHarness, openJobHarness } from './job-harness.ts'

const pattern = '(\\p{L}{1,10}\\s?){1,20}$'

/** A group with a pattern rule, so that answering takes a job. */
async function openSeeded(): Promise<JobHarness & { ruleId: string; ask(): Promise<string> }> {
  const harness = await openJobHarness()
  await harness.channel('C1', { owner: 'U-owner' })
  const about = { by: { kind: 'operator' }, at: harness.clock.now, channelId: 'C1' } as const
  const rule = { keywords: [pattern], question: 'Q?', answer: 'A.', match: 'regex' as const }
  const { id } = await harness.store.write<'create-rule'>({ kind: 'create-rule', ...about, rule })
  return {
    ...harness,
    ruleId: id,
    async ask() {
      const content = { type: 'text', text: 'What a secret' } as const
      const reply = { token: 'r1', expiresAt: harness.clock.now + 58_000, isOneUse: true, cost: 'free' } as const
      const asked = { ...message('C1', harness.clock.now, { from: 'U-asker', name: 'Asker', content }), reply }
      await harness.receive(asked)
      return asked.messageId
    },
  }
}

const slow = {
  match: () => Promise.reject(new TooSlow('matching took longer than 1000 ms', { rule: 0, pattern })),
  close: async () => {},
}

test('a message that matches a pattern is answered by a job', async () => {
  const { platform, ...harness } = await openSeeded()
  await harness.ask()
  harness.start()
  await harness.allDone()
  assert.deepEqual(platform.said, ['r1'])
})

test('a message that takes too long to match adds a row to the send log and a log line without pattern or message', async () => {
  const { platform, logged, outcomes, ruleId, ...harness } = await openSeeded()
  const messageId = await harness.ask()
  harness.start({ runner: slow })
  await harness.allDone()
  assert.deepEqual([platform.said, outcomes], [[], ['find-answer done']])
  assert.deepEqual(await harness.said('C1'), ['answer refused by reply: undecided'])
  const channelNo = (await harness.store.findChannelNo('C1')) ?? 0
  const [send] = await harness.store.listSendsTo(channelNo, { messageId, sentAt: harness.clock.now })
  assert.match(send?.reason ?? '', /took longer than 1 second.*simpler patterns/)
  assert.deepEqual([send?.ruleId, send?.texts, send?.mode], [ruleId, [], null])
  const rule = await harness.store.findRule(channelNo, ruleId)
  assert.deepEqual([rule?.hits, rule?.lastFailure?.reason], [0, send?.reason], 'the rule shows it too')
  assert.equal(logged.length, 1)
  const [line] = logged
  const { channelId, ruleId: named } = line?.about ?? {}
  assert.deepEqual([line?.level, channelId, named], ['warn', 'C1', ruleId])
  const text = JSON.stringify(logged)
  assert.ok(!text.includes('secret') && !text.includes(JSON.stringify(pattern).slice(1, -1)), text)
})

test('after a crash between the row and the end of the job, there is still one row', async () => {
  const { platform, ...harness } = await openSeeded()
  await harness.ask()
  const write: Store['write'] = async (command) => {
    if (command.kind === 'finish-job') throw new Error('this process died')
    return await harness.store.write(command)
  }
  const dying = harness.start({ runner: slow, store: { ...harness.store, write } })
  const rows = await eventually(
    () => harness.said('C1'),
    (said) => said.length > 0,
  )
  assert.equal(rows.length, 1)
  await dying.stop()
  await harness.store.write<'release-jobs'>({ kind: 'release-jobs' })
  harness.start()
  await harness.allDone()
  assert.deepEqual(await harness.said('C1'), ['answer refused by reply: undecided'])
  assert.deepEqual(platform.said, [], 'the second run could match it, but the message already has its row')
})

test('while the runner is busy, a message is postponed without counting an attempt, until it is too late', async () => {
  const { platform, outcomes, ...harness } = await openSeeded()
  await harness.ask()
  let asked = 0
  const busy: RuleRunner = {
    async match() {
      asked++
      throw new TooBusy()
    },
    close: async () => {},
  }
  const worker = harness.start({ runner: busy })
  await harness.until(async () => {
    harness.clock.now += 3_000
    worker.wake()
    return (await harness.store.getBacklog()).waitingJobs === 0
  })
  assert.ok(asked > 4, `${asked} times, more than the attempts that a job has`)
  assert.deepEqual([...new Set(outcomes)], ['find-answer give-back', 'find-answer done'])
  assert.deepEqual([platform.said, await harness.said('C1')], [[], ['answer refused by reply: undecided']])
})

test('a job that is given up leaves a row too', async () => {
  const { outcomes, ...harness } = await openSeeded()
  await harness.ask()
  const broken: RuleRunner = {
    match: () => Promise.reject(new Error('a bug')),
    close: async () => {},
  }
  const worker = harness.start({ runner: broken })
  await harness.until(() => {
    harness.clock.now += 2_000
    worker.wake()
    return outcomes.includes('find-answer bury')
  })
  assert.deepEqual(await harness.said('C1'), ['answer refused by reply: undecided'])
})

test('a message whose right to reply has expired is not matched any more, unless it can be pushed', async () => {
  for (const allowPush of [false, true]) {
    const { platform, ...harness } = await openSeeded()
    const about = { by: { kind: 'operator' }, at: harness.clock.now, channelId: 'C1' } as const
    await harness.store.write<'change-settings'>({ kind: 'change-settings', ...about, change: { allowPush } })
    await harness.ask()
    harness.clock.now += 60_000
    harness.start()
    await harness.allDone()
    const ended = allowPush ? 'answer sent by push' : 'answer refused by reply: undecided'
    assert.deepEqual(await harness.said('C1'), [ended])
  }
})

test('a message that was not answered in time starts no cooldown', async () => {
  const { platform, ...harness } = await openSeeded()
  const about = { by: { kind: 'operator' }, at: harness.clock.now, channelId: 'C1' } as const
  const change = { qa: { cooldownSeconds: 3600 } }
  await harness.store.write<'change-assistant-config'>({ kind: 'change-assistant-config', ...about, change })
  await harness.ask()
  const stuck = harness.start({ runner: slow })
  await harness.allDone()
  await stuck.stop()
  await harness.ask()
  harness.start()
  await harness.allDone()
  assert.deepEqual(platform.said, ['r1'])
  const channelNo = (await harness.store.findChannelNo('C1')) ?? 0
  const now = { sentAt: harness.clock.now, seq: Number.MAX_SAFE_INTEGER }
  assert.equal((await harness.store.listAnswersBefore(channelNo, now, 3_600_000)).length, 1, 'explanations ignore it')
})

test('a message that is unsent while the rules are matched is not answered', async () => {
  const { platform, ...harness } = await openSeeded()
  const messageId = await harness.ask()
  const during = {
    async match() {
      await harness.receive(unsent('C1', harness.clock.now, messageId))
      return [[{ rule: 0, by: pattern, length: 1, score: null }]]
    },
    close: async () => {},
  }
  harness.start({ runner: during })
  await harness.allDone()
  assert.deepEqual(platform.said, [])
})

test('nothing is matched in a channel that the bot has left in the meantime', async () => {
  const { platform, outcomes, logged, ...harness } = await openSeeded()
  await harness.ask()
  await harness.receive(botRemoved('C1', harness.clock.now + 1))
  harness.start({ runner: slow })
  await harness.allDone()
  assert.deepEqual([platform.said, logged], [[], []])
})

test('a rule that is turned off is not matched, and costs the others no time', async () => {
  const { platform, ruleId, ...harness } = await openSeeded()
  const about = { by: { kind: 'operator' }, at: harness.clock.now, channelId: 'C1' } as const
  const other = { keywords: ['^What'], question: 'What?', answer: 'That.', match: 'regex' as const }
  const { id } = await harness.store.write<'create-rule'>({ kind: 'create-rule', ...about, rule: other })
  await harness.store.write<'update-rule'>({ kind: 'update-rule', ...about, ruleId, change: { enabled: false } })
  const asked: { ids: string[]; signal: AbortSignal | undefined }[] = []
  const noting: RuleRunner = {
    async match({ rules }, _texts, _whom, { signal }) {
      asked.push({ ids: rules.map((one) => one.id), signal })
      return [[{ rule: 0, by: '^What', length: 4, score: null }]]
    },
    close: async () => {},
  }
  await harness.ask()
  harness.start({ runner: noting })
  await harness.allDone()
  assert.deepEqual(
    asked.map(({ ids }) => ids),
    [[id]],
  )
  assert.ok(asked[0]?.signal, 'the runner can be cancelled with the job')
  assert.deepEqual(platform.said, ['r1'], 'the index of a match refers to the rules that were passed')
})

test('a channel that is behind catches up with many messages at a time, in their order, and answers the same', async () => {
  const { platform, outcomes, ...harness } = await openSeeded()
  const say = async (words: string, token: string) => {
    const content = { type: 'text', text: words } as const
    const reply = { token, expiresAt: harness.clock.now + 58_000, isOneUse: true, cost: 'free' } as const
    await harness.receive({ ...message('C1', harness.clock.now, { from: 'U-asker', name: 'Asker', content }), reply })
  }
  for (let no = 0; no < 30; no++) await say(`${no}!`, `silent ${no}`)
  await say('What a secret', 'answered')
  for (let no = 30; no < 60; no++) await say(`${no}!`, `silent ${no}`)
  harness.clock.now += 5_000
  const written: string[] = []
  const write: Store['write'] = async (command) => {
    written.push(command.kind)
    return await harness.store.write(command)
  }
  harness.start({ store: { ...harness.store, write } })
  await harness.allDone()
  assert.deepEqual(platform.said, ['answered'])
  assert.equal(outcomes.filter((one) => one === 'find-answer done').length, 61, 'each is counted')
  const finished = written.filter((kind) => kind === 'finish-job').length
  assert.ok(finished <= 6, `${finished} transactions ended 61 jobs and a reply`)
})

test('of many messages that are too late, each has its row, and the first that can be answered is answered', async () => {
  const { platform, outcomes, ...harness } = await openSeeded()
  for (let no = 0; no < 20; no++) await harness.ask()
  harness.clock.now += 59_000
  await harness.ask()
  const matched: string[][] = []
  const runner: RuleRunner = {
    async match(_, texts) {
      matched.push([...texts])
      return texts.map(() => [])
    },
    close: async () => {},
  }
  harness.start({ runner })
  await harness.allDone()
  assert.deepEqual(await harness.said('C1'), Array(20).fill('answer refused by reply: undecided'))
  assert.deepEqual(matched, [['What a secret']], 'none that is too late was matched')
  assert.equal(outcomes.length, 21)
  assert.deepEqual(platform.said, [])
})
