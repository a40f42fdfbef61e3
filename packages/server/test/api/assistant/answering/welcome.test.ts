import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../support/eventually.ts'
import { startSlowService } from '../../../support/line/welcome-group.ts'

const { service, line, pass, idle, group: openGroup } = await startSlowService()
const second = 1000
const nightfall = (at: number) => new Date(at).toISOString().slice(11, 16)

test('twenty people who join within five seconds get one welcome that names all of them', async () => {
  const hikers = await openGroup()
  const people = hikers.people(...Array.from({ length: 20 }, (_, index) => `Hiker ${index + 1}`))
  for (const one of people) {
    await hikers.join([one])
    await pass(second / 4)
  }
  assert.deepEqual(hikers.said(), [], 'more may join')
  await pass(3 * second)
  const [welcome = '', ...more] = await hikers.hears(1)
  assert.deepEqual(more, [])
  for (const { state } of people) assert.ok(welcome.includes(`@${state.displayName}`), state.displayName)
  const [sent] = line.sent.filter(({ chatId }) => chatId === hikers.group.groupId).slice(-1)
  const [message] = sent?.messages ?? []
  const mentioned = message?.type === 'textV2' ? Object.keys(message.substitution ?? {}) : []
  assert.equal(mentioned.length, 20, 'they are mentioned, not only named')
  const usage = await eventually(
    async () => (await hikers.caller.get('/api/usage')).body,
    ({ totals }) => totals.welcomes > 0,
  )
  assert.equal(usage.totals.welcomes, 1)
})

test('if there are more people than the platform can mention, the others are only named', async () => {
  const hikers = await openGroup({ welcome: { message: 'Welcome to {group}, {names}! Now we are {count}.' } })
  const people = hikers.people(...Array.from({ length: 23 }, (_, index) => `Guest ${index + 1}.`))
  await hikers.join(people)
  await pass(3 * second)
  const [welcome = ''] = await hikers.hears(1)
  for (const { state } of people) assert.ok(welcome.includes(`@${state.displayName}`), state.displayName)
  assert.match(welcome, /^Welcome to Hikers, @Guest.* and @Guest.*! Now we are 24\.$/)
})

test('people who join separately are welcomed separately', async () => {
  const hikers = await openGroup({ welcome: { message: '{name}: {rules} {other}' }, rules: '1. Be kind.' })
  await hikers.join(hikers.people('Ann'))
  await pass(3 * second)
  assert.deepEqual(await hikers.hears(1), ['@Ann: 1. Be kind. {other}'])
  await hikers.join(hikers.people('Ben', 'Cho'), 'one by one')
  await pass(3 * second)
  const [, both] = await hikers.hears(2)
  assert.match(both ?? '', /^@(Ben and @Cho|Cho and @Ben): 1\. Be kind\. \{other\}$/)
})

test('people who leave at once are not welcomed, and people who return are, unless the group welcomes only once', async () => {
  const hikers = await openGroup()
  const dan = line.addUser({ displayName: 'Dan' })
  await hikers.join([dan, ...hikers.people('Eve')])
  await hikers.group.leave(dan)
  await pass(3 * second)
  assert.deepEqual(await hikers.hears(1), ['Welcome, @Eve!'])
  await hikers.join([dan])
  await pass(3 * second)
  assert.deepEqual((await hikers.hears(2)).slice(1), ['Welcome, @Dan!'])
  await hikers.caller.put(`${hikers.path}/assistant/welcome`, { greetReturning: false })
  await hikers.group.leave(dan)
  await pass(second)
  await hikers.join([dan, ...hikers.people('Fay')])
  await pass(3 * second)
  assert.deepEqual((await hikers.hears(3)).slice(2), ['Welcome, @Fay!'])
})

test('a group without a welcome, or with an empty one, welcomes no one', async () => {
  const welcomes = [{ enabled: false }, { message: ' \n' }]
  for (const welcome of welcomes) {
    const hikers = await openGroup({ welcome })
    await hikers.join(hikers.people('Gus'))
    await pass(20 * second)
    await idle()
    assert.ok((await hikers.log()).every(({ kind }) => kind !== 'welcome'))
  }
  const off = await openGroup()
  await off.caller.put(`${off.path}/assistant/config`, { enabled: false })
  await off.join(off.people('Hal'))
  await off.caller.put(`${off.path}/assistant/config`, { enabled: true })
  await pass(20 * second)
  await idle()
  assert.ok((await off.log()).every(({ kind }) => kind !== 'welcome'))
})

test('a welcome that is turned off while it waits for more people is not sent', async () => {
  const hikers = await openGroup()
  await hikers.join(hikers.people('Ida'))
  await hikers.caller.put(`${hikers.path}/assistant/welcome`, { enabled: false })
  await pass(3 * second)
  await idle()
  await hikers.caller.put(`${hikers.path}/assistant/welcome`, { enabled: true })
  await hikers.join(hikers.people('Jon'))
  await pass(3 * second)
  assert.deepEqual(await hikers.hears(1), ['Welcome, @Jon!'])
})

test('a join that is redelivered and a job that runs twice send one welcome', async () => {
  const hikers = await openGroup()
  const kim = line.addUser({ displayName: 'Kim' })
  const joined = line.buildEvent({
    type: 'memberJoined',
    source: hikers.group.source(),
    mode: 'active',
    joined: { members: [{ type: 'user', userId: kim.userId }] },
  })
  hikers.group.state.memberIds.add(kim.userId)
  await line.deliver([joined, joined])
  await line.deliver([{ ...joined, deliveryContext: { isRedelivery: true } }])
  await eventually(
    async () => (await hikers.caller.get(`${hikers.path}/members`)).body.members as { displayName: string }[],
    (members) => members.some(({ displayName }) => displayName === 'Kim'),
  )
  await pass(3 * second)
  assert.deepEqual(await hikers.hears(1), ['Welcome, @Kim!'])
  // As after a crash between the welcome and the end of its job.
  const again = { kind: 'greet-newcomers', at: service.clock.now, channelId: hikers.group.groupId } as const
  assert.deepEqual(await service.store.write<'greet-newcomers'>(again), { again: null })
  await line.deliver([{ ...joined, deliveryContext: { isRedelivery: true } }])
  await pass(20 * second)
  await idle()
  assert.equal(hikers.said().length, 1)
  assert.equal((await hikers.log()).filter(({ kind }) => kind === 'welcome').length, 1)
})

test('people who join in quiet hours are welcomed together when these end, with a reply token that is still valid', async () => {
  const from = nightfall(service.clock.now)
  const to = nightfall(service.clock.now + 8 * 3600 * second)
  const hikers = await openGroup({ welcome: { quietHours: { from, to } }, settings: { timezone: 'UTC' } })
  const ends = service.clock.now - (service.clock.now % 60_000) + 8 * 3600 * second
  await hikers.join(hikers.people('Lea'))
  await pass(3600 * second)
  await pass(ends - 30 * second - service.clock.now)
  await hikers.join(hikers.people('Max'))
  await pass(29 * second)
  assert.deepEqual(hikers.said(), [])
  await pass(second)
  assert.deepEqual(await hikers.hears(1), ['Welcome, @Lea and @Max!'])
  const [welcome] = await eventually(hikers.log, ([last]) => last?.state === 'sent')
  assert.deepEqual([welcome?.kind, welcome?.by], ['welcome', 'reply'])
})

test('if the reply token expires in quiet hours, the welcome is dropped and the log says why', async () => {
  const hikers = await quietGroup({})
  await hikers.join(hikers.people('Noa'))
  await pass(10 * second)
  await idle()
  await pass(8 * 3600 * second)
  const [welcome] = await eventually(hikers.log, ([last]) => last?.kind === 'welcome')
  assert.equal(welcome?.state, 'refused')
  assert.equal(welcome?.failure, 'quiet-hours')
  assert.match(welcome?.reason ?? '', /was quiet.*push/)
  assert.deepEqual(hikers.said(), [])
})

test('if the owner allows it, a welcome that was delayed by quiet hours is pushed once', async () => {
  const hikers = await quietGroup({ allowPush: true })
  await hikers.join(hikers.people('Pia', 'Quinn'), 'one by one')
  await pass(10 * second)
  await idle()
  await pass(8 * 3600 * second)
  const [welcome = ''] = await hikers.hears(1)
  assert.match(welcome, /^Welcome, @(Pia and @Quinn|Quinn and @Pia)!$/)
  const [logged] = await eventually(hikers.log, ([last]) => last?.state === 'sent')
  assert.deepEqual([logged?.kind, logged?.by, logged?.failure], ['welcome', 'push', null])
  await pass(3600 * second)
  assert.equal(hikers.said().length, 1)
})

test('when quiet hours are removed, no one waits for them any longer', async () => {
  const hikers = await quietGroup({})
  await hikers.join(hikers.people('Ria'))
  await pass(10 * second)
  assert.deepEqual(hikers.said(), [])
  await hikers.caller.put(`${hikers.path}/assistant/welcome`, { quietHours: null })
  await pass(second)
  assert.deepEqual(await hikers.hears(1), ['Welcome, @Ria!'])
})

test('quiet hours that never end are refused', async () => {
  const hikers = await openGroup()
  const hours = { quietHours: { from: '08:00', to: '08:00' } }
  const answer = await hikers.caller.put(`${hikers.path}/assistant/welcome`, hours)
  assert.equal(answer.status, 400)
  assert.match(answer.body.error, /quietHours\.from and quietHours\.to are both 08:00/)
})

test('people are welcomed in the language of the group', async () => {
  const hikers = await openGroup({ welcome: { message: '{names}さん、ようこそ' }, settings: { language: 'ja' } })
  await hikers.join(hikers.people('結衣', '蓮'), 'one by one')
  await pass(3 * second)
  assert.match((await hikers.hears(1))[0] ?? '', /^@(結衣、@蓮|蓮、@結衣)さん、ようこそ$/)
})

test('rooms welcome people like groups do', async () => {
  const sam = line.addUser({ displayName: 'Sam' })
  const tia = line.addUser({ displayName: 'Tia' })
  const room = line.addRoom({ members: [sam] })
  await room.invite()
  await room.say(sam, '/claim')
  await line.until(() => line.sent.filter(({ chatId }) => chatId === room.roomId).length === 2)
  const caller = await service.caller(sam.userId)
  await caller.put(`/api/channels/${room.roomId}/assistant/welcome`, { enabled: true, message: 'Hello {name}' })
  await room.join(tia)
  await pass(15 * second)
  await line.until(() => line.sent.filter(({ chatId }) => chatId === room.roomId).length === 3)
})

/** A group whose quiet hours are the next eight hours. */
function quietGroup(settings: Record<string, unknown>) {
  const quietHours = { from: nightfall(service.clock.now), to: nightfall(service.clock.now + 8 * 3600 * second) }
  return openGroup({ welcome: { quietHours }, settings: { timezone: 'UTC', ...settings } })
}
