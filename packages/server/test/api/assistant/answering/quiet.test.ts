import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSlowService } from '../../../support/line/welcome-group.ts'

const { service, line, pass, group: openGroup } = await startSlowService()
const second = 1000
const hour = 3600 * second

/** A group with one rule and an ordinary member. */
async function openTalkative(settings: Record<string, unknown> = {}) {
  const sampleGroup = await openGroup({ settings: { timezone: 'Asia/Tokyo', ...settings } })
  const rule = { keywords: ['hours'], question: 'When are you open?', answer: 'From 9 to 18.' }
  const made = await sampleGroup.caller.post(`${sampleGroup.path}/assistant/qa`, rule)
  assert.equal(made.status, 201)
  const [mia] = sampleGroup.people('Mia')
  assert.ok(mia)
  sampleGroup.group.state.memberIds.add(mia.userId)
  const config = async () => (await sampleGroup.caller.get(`${sampleGroup.path}/assistant/config`)).body
  return { ...sampleGroup, mia, config }
}

test('an admin can mute the bot for a while; commands still work, and then it answers again', async () => {
  const { group, owner, mia, hears, said, config } = await openTalkative()
  await group.say(owner, '／ｑｕｉｅｔ　１ｈ')
  const until = new Date(Math.ceil((service.clock.now + hour) / second) * second)
  const byClock = until.toLocaleTimeString('en-GB', { timeZone: 'Asia/Tokyo', hour: '2-digit', minute: '2-digit' })
  const [answer = ''] = await hears(1)
  assert.ok(answer.includes(byClock), `${answer} names ${byClock}`)
  assert.equal(Date.parse((await config()).quietUntil), until.getTime())
  assert.equal((await config()).updatedBy, owner.userId)
  await group.say(mia, 'What are your hours?')
  await group.say(mia, '/quiet')
  assert.equal((await hears(2))[1], answer, 'everyone gets the same reply')
  await group.say(mia, '/help')
  assert.match((await hears(3))[2] ?? '', /\/quiet – [\s\S]*using rules[\s\S]*I’m muted until/)
  await pass(hour + second)
  await group.say(mia, 'And now, what are your hours?')
  assert.equal((await hears(4))[3], 'From 9 to 18.')
  assert.equal(said().length, 4)
})

test('a message right after /quiet, in the same delivery, is not answered', async () => {
  const { group, owner, mia, hears, said } = await openTalkative()
  const say = (userId: string, text: string) =>
    line.buildEvent({
      type: 'message',
      source: group.source({ userId }),
      mode: 'active',
      message: line.buildMessage(text),
    })
  await line.deliver([
    say(mia.userId, 'hours?'),
    say(owner.userId, '/quiet 30m'),
    say(mia.userId, 'hours, please'),
    say(owner.userId, '/quiet off'),
    say(mia.userId, 'hours!'),
  ])
  const [first, quiet, back, last] = await hears(4)
  assert.deepEqual([first, last], ['From 9 to 18.', 'From 9 to 18.'])
  assert.match(quiet ?? '', /I’m muted/)
  assert.match(back ?? '', /I’m back/)
  await group.say(mia, '/quiet')
  await hears(5)
  assert.equal(said().length, 5)
})

test('members are told whom to ask, and a time that is too long or unclear gets an explanation', async () => {
  const { group, owner, mia, hears, config } = await openTalkative()
  const cases: [user: typeof owner, text: string, wanted: RegExp][] = [
    [mia, '/quiet 1h', /Only the owner and admins/],
    [mia, '/quiet off', /Only the owner and admins/],
    [mia, '/quiet', /not muted.*\/quiet 1h/],
    [owner, '/quiet 8d', /[Ss]even days/],
    [owner, '/quiet soon', /\/quiet 2h30m/],
    [owner, '/quiet off', /I’m back/],
  ]
  for (const [index, [user, text, wanted]] of cases.entries()) {
    await group.say(user, text)
    assert.match((await hears(index + 1))[index] ?? '', wanted, text)
  }
  assert.equal((await config()).quietUntil, null)
})

test('an admin can unmute the bot early, and the log says who did', async () => {
  const { group, owner, mia, caller, path, hears, config } = await openTalkative()
  await group.say(owner, '/quiet 7d')
  await hears(1)
  await group.say(mia, '/quiet off')
  await hears(2)
  assert.notEqual((await config()).quietUntil, null)
  await group.say(owner, '/quiet off')
  await hears(3)
  assert.equal((await config()).quietUntil, null)
  await group.say(mia, 'hours?')
  assert.equal((await hears(4))[3], 'From 9 to 18.')
  const { entries } = (await caller.get(`${path}/audit`)).body
  const quieted = entries.filter(({ action }: { action: string }) => action === 'assistant.quieted')
  assert.deepEqual(
    quieted.map(({ target, detail }: { target: string; detail: { quietUntil: string | null } }) => [
      target,
      detail.quietUntil === null,
    ]),
    [
      [owner.userId, true],
      [owner.userId, false],
    ],
  )
})

test('no one is welcomed while the bot is muted; once it can speak again, it welcomes the people who joined', async () => {
  const { group, owner, people, join, hears, said } = await openTalkative()
  await group.say(owner, '/quiet 1h')
  await hears(1)
  await join(people('Noa', 'Oda'), 'one by one')
  await pass(20 * second)
  assert.equal(said().length, 1)
  await group.say(owner, '/quiet off')
  await pass(second)
  const [, , welcome = ''] = await hears(3)
  assert.match(welcome, /^Welcome, @(Noa and @Oda|Oda and @Noa)!$/)
})

test('the bot replies to /quiet in the language of the group', async () => {
  const { group, owner, hears } = await openTalkative({ language: 'ja' })
  await group.say(owner, '/quiet 2h30m')
  assert.match((await hears(1))[0] ?? '', /までミュート中です/)
})
