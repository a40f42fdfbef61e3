import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsOf } from '../../../../src/domain/assistant/outgoing-message.ts'
import type { ReplyRight } from '../../../../src/domain/assistant/reply.ts'
import {
  composeWelcome,
  decideHeldUntil,
  decideWelcome,
  type Newcomer,
  type WelcomeHold,
} from '../../../../src/domain/assistant/welcome.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')
const noHold: WelcomeHold = { quietUntil: null, quietHours: null, timezone: 'UTC' }
const right = (token: string, expiresAt: number | null): ReplyRight => ({
  token,
  expiresAt,
  isOneUse: true,
  cost: 'free',
})

/** A person who joined this many seconds after noon. */
function came(seconds: number, more: Partial<Newcomer> = {}): Newcomer {
  const receivedAt = noon + seconds * 1000
  return {
    userId: `U${seconds}`,
    name: `Name ${seconds}`,
    awaitsName: false,
    receivedAt,
    joinedAt: receivedAt,
    reply: right(`right ${seconds}`, receivedAt + 58_000),
    heldUntil: null,
    isHere: true,
    ...more,
  }
}

function decide(newcomers: Newcomer[], seconds: number, hold = noHold) {
  const decision = decideWelcome(newcomers, hold, noon + seconds * 1000)
  if (decision.kind !== 'wait') return decision
  return { kind: 'wait', seconds: (decision.until - noon) / 1000, isHeld: decision.isHeld }
}
const wait = (seconds: number, isHeld = false) => ({ kind: 'wait', seconds, isHeld })

test('people are collected until nobody has joined for three seconds, for fifteen seconds at most', () => {
  const trickle = [0, 2, 4, 6, 8, 10, 12, 14]
  const cases: [joins: number[], now: number, wanted: unknown][] = [
    [[0], 2.9, wait(3)],
    [[0], 3, 'greet'],
    [[0, 2], 3, wait(5)],
    [[0, 2], 5, 'greet'],
    [trickle, 14, wait(15)],
    [trickle, 15, 'greet'],
  ]
  for (const [joins, now, wanted] of cases) {
    const decision = decide(
      joins.map((seconds) => came(seconds)),
      now,
    )
    const name = JSON.stringify({ joins, now })
    if (wanted !== 'greet') assert.deepEqual(decision, wanted, name)
    else assert.equal('people' in decision && decision.people.length, joins.length, name)
  }
})

test('the welcome waits for a name from the platform while there is time', () => {
  const unnamed = { name: null, awaitsName: true }
  assert.deepEqual(decide([came(0, unnamed)], 3), wait(4))
  assert.deepEqual(decide([came(0, unnamed)], 14.5), wait(15))
  assert.equal(decide([came(0, unnamed)], 15).kind, 'greet')
  assert.equal(decide([came(0, { name: null })], 3).kind, 'greet', 'the platform has no name for some people')
  const late = [came(0, { heldUntil: noon + 3_000_000 }), came(3600, unnamed)]
  assert.equal(decide(late, 3603).kind, 'greet', 'people held overnight do not wait for it any longer')
})

test('people who left are not greeted, and their right to reply serves the others', () => {
  assert.deepEqual(decide([came(0, { isHere: false })], 3), { kind: 'nobody' })
  const decision = decide([came(0), came(1, { isHere: false })], 4)
  assert.ok(decision.kind === 'greet' && 'people' in decision)
  assert.deepEqual(
    decision.people.map(({ userId }) => userId),
    ['U0'],
  )
  assert.equal(decision.reply?.token, 'right 1')
})

test('the right to reply that lasts longest is used, and a push only if none is left', () => {
  const greet = (newcomers: Newcomer[], seconds: number) => {
    const decision = decide(newcomers, seconds)
    assert.ok(decision.kind === 'greet' && 'people' in decision)
    const { reply, push, refusal } = decision
    return [reply?.token, push && (push.until - noon) / 1000, refusal?.failure]
  }
  assert.deepEqual(greet([came(0), came(2), came(1)], 5), ['right 2', undefined, undefined])
  assert.deepEqual(greet([came(0, { reply: right('for ever', null) }), came(2)], 5), ['for ever', undefined, undefined])
  assert.deepEqual(greet([came(0, { reply: null }), came(1)], 5), ['right 1', undefined, undefined])
  const held = came(0, { heldUntil: noon + 28_800_000 })
  assert.deepEqual(greet([held], 28_800), [undefined, 32_400, 'quiet-hours'], 'an hour from the end of the hold')
  assert.deepEqual(greet([held], 32_400), [undefined, undefined, 'expired'], 'and no longer')
  assert.deepEqual(greet([held, came(28_790)], 28_800), ['right 28790', undefined, undefined])
  assert.deepEqual(greet([came(0)], 3599), [undefined, 3600, 'expired'], 'for example, the service was down')
  assert.deepEqual(greet([came(0)], 3600), [undefined, undefined, 'expired'], 'for too long')
  const silent = [came(0, { reply: null })]
  assert.deepEqual(
    greet(silent, 5),
    [undefined, undefined, undefined],
    'nothing is pushed while another bot controls the chat',
  )
})

test('nobody is greeted while the bot is silenced or in quiet hours, whichever ends later', () => {
  const at = (time: string) => Date.parse(`2026-03-10T${time}:00Z`)
  const quietHours = { from: '12:00', to: '14:00' }
  const cases: [
    quietUntil: number | null,
    hours: WelcomeHold['quietHours'],
    now: string,
    wanted: string | undefined,
  ][] = [
    [null, null, '12:00', undefined],
    [null, quietHours, '11:59', undefined],
    [null, quietHours, '12:00', '14:00'],
    [at('13:00'), null, '12:00', '13:00'],
    [at('13:00'), null, '13:00', undefined],
    [at('13:00'), quietHours, '11:00', '14:00'],
    [at('15:00'), quietHours, '12:30', '15:00'],
    [at('11:30'), quietHours, '11:00', '11:30'],
  ]
  for (const [quietUntil, hours, now, wanted] of cases) {
    const until = decideHeldUntil({ quietUntil, quietHours: hours, timezone: 'UTC' }, at(now))
    assert.equal(until, wanted && at(wanted), JSON.stringify({ quietUntil, hours, now }))
  }
  const hold = { ...noHold, quietHours }
  assert.deepEqual(decide([came(0)], 3, hold), wait(7200, true))
  assert.deepEqual(decide([came(0)], 1, hold), wait(3))
})

test('the welcome lists names as the language does, and fills in its placeholders', () => {
  const people = ['Mai', 'Ken', '{rules}'].map((name, index) => ({ userId: `U${index}`, name }))
  const scene = { people, groupName: 'Hikers', memberCount: 1234, rules: '1. Be kind.', language: 'en' }
  const words = (message: string, more: Partial<typeof scene> = {}) => {
    const speech = composeWelcome(message, { ...scene, ...more })
    return speech && textsOf(speech)
  }
  const cases: [message: string, more: Partial<typeof scene>, wanted: string | undefined][] = [
    ['Hi {name}!', {}, 'Hi @Mai, @Ken and @{rules}!'],
    ['Hi {name}!', { people: people.slice(0, 1) }, 'Hi @Mai!'],
    ['Hi {names}!', { people: people.slice(0, 2) }, 'Hi @Mai and @Ken!'],
    ['{names}さん、ようこそ', { language: 'ja' }, '@Mai、@Ken、@{rules}さん、ようこそ'],
    ['歡迎 {names}', { language: 'zh-TW' }, '歡迎 @Mai、@Ken和@{rules}'],
    ['{group}: {count}, {rules}', {}, 'Hikers: 1,234, 1. Be kind.'],
    ['{Name} {date} {} {{count}}', {}, '{Name} {date} {} {1,234}'],
    ['Hello.', {}, 'Hello.'],
    ['{rules}', { rules: '' }, undefined],
    ['  \n', {}, undefined],
  ]
  for (const [message, more, wanted] of cases) {
    assert.deepEqual(words(message, more), wanted === undefined ? undefined : [wanted], message)
  }
  const speech = composeWelcome('Hi {name}!', scene)
  assert.deepEqual(speech?.parts[0], {
    kind: 'text',
    pieces: ['Hi ', people[0], ', ', people[1], ' and ', people[2], '!'],
  })
})

test('everyone in a large group of newcomers is greeted by name', () => {
  const people = Array.from({ length: 60 }, (_, index) => ({ userId: `U${index}`, name: `N${index}` }))
  const scene = { groupName: '', memberCount: 60, rules: '', language: 'en', people }
  const speech = composeWelcome('Hi {names}', scene)
  const pieces = speech?.parts.flatMap((part) => (part.kind === 'text' ? part.pieces : [])) ?? []
  assert.deepEqual(
    pieces.filter((piece) => typeof piece !== 'string'),
    people,
  )
})
