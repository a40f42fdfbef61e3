import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { issueKey } from '../../src/actions/storage/operator.ts'
import type { Sql } from '../../src/adapters/sql/sql.ts'
import { hashToken } from '../../src/domain/accounts/token.ts'
import { PlatformRefusal } from '../../src/domain/platforms/platform-errors.ts'
import type { IncomingEvent } from '../../src/ports/connector.ts'
import { subscribe } from '../store/seed-channel.ts'
import { message, peopleEvents } from '../support/content/events.ts'
import { engine } from '../support/test-environment.ts'
import { type JobHarness, openJobHarness } from './job-harness.ts'

// A platform may give a group another ID. Two reports of that, the bot's arrival in the new chat, messages and joins there reach us in
// any order, and one of the reports may be missing.

const atOnce = 12
const plainKey = { name: '', scope: 'full', expiresAt: null } as const

type Way = 'one by one' | 'together' | 'at once'

type Step = 'moved, told by the old chat' | 'moved, told by the new chat' | 'bot' | 'message' | 'join' | 'late message'

const others: Step[] = ['bot', 'message', 'join', 'late message']
const [byOld, byNew]: Step[] = ['moved, told by the old chat', 'moved, told by the new chat']

const orders: Step[][] = [
  ...permutations(['bot', 'message', 'join', byOld, byNew] as Step[]).map((order): Step[] => [
    ...order,
    'late message',
  ]),
  ...permutations([...others, byOld] as Step[]),
  ...permutations([...others, byNew] as Step[]).slice(0, 30),
]

describe('a group whose platform gives it another ID stays one channel, whatever the order of events', () => {
  for (const way of ['one by one', 'together', 'at once'] as const satisfies Way[]) {
    test(`events that arrive ${way === 'at once' ? 'by two deliveries at once' : way}`, {
      timeout: 300_000,
    }, async () => {
      const harness = await openJobHarness()
      const every = way === 'one by one' ? (engine === 'postgres' ? 3 : 1) : 8
      const some = orders.filter((_, index) => index % every === 0)
      const moveGroup = async (sql: Sql, order: Step[], index: number) => {
        const chat = await openGroup(harness, sql, `G${index}`)
        const deliveries = order.map(chat.eventOf)
        if (way === 'one by one') for (const one of deliveries) await harness.receive(one)
        else if (way === 'together') await harness.receive(...deliveries)
        else {
          const half = Math.ceil(deliveries.length / 2)
          await Promise.all([harness.receive(...deliveries.slice(0, half)), harness.receive(...deliveries.slice(half))])
        }
        await chat.check(order, way)
        await harness.receive(...deliveries)
        await chat.check(order, way)
      }
      // Several groups move at the same time.
      await harness.environment.withSql(async (sql) => {
        for (let start = 0; start < some.length; start += atOnce) {
          const together = some.slice(start, start + atOnce)
          await Promise.all(together.map((order, index) => moveGroup(sql, order, start + index)))
        }
      })
      assert.deepEqual(await listStrays(harness), [])
    })
  }
})

test('control: a second channel exists until the move is known', async () => {
  const harness = await openJobHarness()
  const chat = await harness.environment.withSql((sql) => openGroup(harness, sql, 'G'))
  await harness.receive(chat.eventOf('message'))
  assert.notEqual(await harness.store.findChannelNo(chat.to), chat.channelNo)
  assert.notEqual(await harness.store.findChannelNo(chat.to), undefined)
})

test('a group of which only the new chat is known keeps its ID, and late events of the old chat belong to it', async () => {
  const harness = await openJobHarness()
  const { store, clock } = harness
  await harness.channel('new', { owner: 'U1', subscribers: ['U1'] })
  const number = await store.findChannelNo('new')
  await harness.receive(moved('old', 'new', clock.now))
  await harness.receive(message('old', clock.now, { id: 'old:1', from: 'U1' }))
  assert.equal(await store.findChannelNo('old'), undefined)
  assert.deepEqual(await listMessages(harness, number), ['old:1'])
})

test('a group that was never seen before its move gets one channel', async () => {
  const harness = await openJobHarness()
  const { store, clock } = harness
  await harness.receive(moved('old', 'new', clock.now), moved('old', 'new', clock.now))
  await harness.receive(message('new', clock.now, { from: 'U1' }), message('old', clock.now, { from: 'U1' }))
  assert.notEqual(await store.findChannelNo('old'), undefined)
  assert.equal(await store.findChannelNo('new'), undefined)
})

test('messages of the old and the new chat with the same number are two messages', async () => {
  const harness = await openJobHarness()
  const { store, clock } = harness
  await harness.channel('old', { owner: 'U1', subscribers: ['U1'] })
  await harness.receive(message('old', clock.now, { id: 'old:5', from: 'U1' }))
  await harness.receive(moved('old', 'new', clock.now), message('new', clock.now, { id: 'new:5', from: 'U1' }))
  assert.deepEqual(await listMessages(harness, await store.findChannelNo('old')), ['old:5', 'new:5'])
})

describe('people, rules and settings of a group that moved', () => {
  test('no one becomes owner or admin through the second channel, and a guest stays one', async () => {
    const harness = await openJobHarness()
    const { store } = harness
    await harness.channel('old', { owner: 'U1', members: ['U2'], guests: ['U3'] })
    await harness.channel('new', { owner: 'U2', admins: ['U3', 'U4'], members: ['U1'] })
    await harness.receive(moved('old', 'new', harness.clock.now))
    const number = (await store.findChannelNo('old')) ?? 0
    const members = await harness.environment.withSql((sql) =>
      sql.all<{ id: string; role: string }>('select user_id as id, role from members where channel = ?', number),
    )
    const roles = Object.fromEntries(members.map(({ id, role }) => [id, role]))
    assert.deepEqual(roles, { U1: 'owner', U2: 'member', U3: 'guest', U4: 'member' })
  })

  test('a key for one of the two channels reaches the one they become, and no other', async () => {
    const harness = await openJobHarness()
    const { store, clock } = harness
    for (const channelId of ['old', 'new', 'other']) await harness.channel(channelId, { owner: 'U1' })
    const keys = await Promise.all(
      [['old'], ['new'], ['old', 'new'], ['other']].map((channelIds) =>
        issueKey({ store, clock: () => clock.now }, { ...plainKey, userId: 'U1', channelIds }),
      ),
    )
    await harness.receive(moved('old', 'new', clock.now))
    const reached = keys.map(async ({ key }) => {
      const found = ['old', 'other'].map((channelId) => store.findAccess(hashToken(key), channelId))
      return (await Promise.all(found)).map((access) => access?.channel !== undefined)
    })
    assert.deepEqual(await Promise.all(reached), [
      [true, false],
      [true, false],
      [true, false],
      [false, true],
    ])
  })

  test('rules and settings that were made in the second channel are taken only if the first has none', async () => {
    const harness = await openJobHarness()
    const { store } = harness
    for (const name of ['a', 'b']) {
      await harness.channel(`old ${name}`, { owner: 'U1' })
      await harness.channel(`new ${name}`, { owner: 'U1' })
      await harness.teach(`new ${name}`, { allowPush: true })
    }
    await harness.teach('old a')
    const answers: number[] = []
    for (const name of ['a', 'b']) {
      await harness.receive(moved(`old ${name}`, `new ${name}`, harness.clock.now))
      const number = (await store.findChannelNo(`old ${name}`)) ?? 0
      answers.push((await store.getAssistantState(number)).state.rules.length)
    }
    assert.deepEqual(answers, [1, 1])
    assert.deepEqual(await listStrays(harness), [])
  })
})

describe('what is sent while a group moves', () => {
  test('a reply that is refused because the chat moved is sent to the new chat, once', async () => {
    const harness = await openJobHarness()
    const { platform, store } = harness
    await harness.channel('old', { owner: 'U1' })
    const chats = recordChats(harness, 'old', 'new')
    await harness.askForHelp('old', 'r1')
    harness.start()
    await harness.allDone()
    assert.deepEqual(chats, ['old', 'new'])
    assert.deepEqual(platform.said, ['r1'])
    assert.deepEqual(await harness.said('old'), ['command sent by reply'])
    await harness.receive(message('new', harness.clock.now, { from: 'U1' }))
    assert.equal(await store.findChannelNo('new'), undefined, 'the refusal was enough to learn of the move')
  })

  test('a reply of which a part arrived in the old chat is not sent again, and the move is known', async () => {
    const harness = await openJobHarness()
    const { platform, store } = harness
    await harness.channel('old', { owner: 'U1' })
    platform.connector.replies.send = async () => {
      throw new PlatformRefusal('invalid', 'The group was upgraded', { movedTo: 'new', sentParts: 1 })
    }
    await harness.askForHelp('old', 'r1')
    harness.start()
    await harness.allDone()
    assert.deepEqual(harness.outcomes, ['send-reply bury'])
    await harness.receive(message('new', harness.clock.now, { from: 'U1' }))
    assert.equal(await store.findChannelNo('new'), undefined)
  })

  test('a refusal that names the same chat again is a failure, and is not repeated for ever', async () => {
    const harness = await openJobHarness()
    await harness.channel('old', { owner: 'U1' })
    harness.platform.connector.replies.send = async () => {
      throw new PlatformRefusal('invalid', 'The group was upgraded', { movedTo: 'old' })
    }
    await harness.askForHelp('old', 'r1')
    harness.start()
    await harness.allDone()
    assert.deepEqual(harness.outcomes, ['send-reply bury'])
  })

  test('an answer that waits in the second channel is sent from the first', async () => {
    const harness = await openJobHarness()
    await harness.channel('old', { owner: 'U1' })
    const chats = recordChats(harness, 'old', 'new')
    await harness.askForHelp('new', 'r1')
    await harness.receive(moved('old', 'new', harness.clock.now))
    harness.start()
    await harness.allDone()
    assert.deepEqual(chats, ['new'])
    assert.deepEqual(await harness.said('old'), ['command sent by reply'])
  })

  test('an answer that is on its way when the channels become one is not sent twice', async () => {
    const harness = await openJobHarness()
    await harness.channel('old', { owner: 'U1' })
    await harness.askForHelp('new', 'r1')
    harness.platform.before.send = () => harness.receive(moved('old', 'new', harness.clock.now))
    harness.start()
    await harness.allDone()
    assert.deepEqual(harness.platform.said, ['r1'])
    assert.deepEqual(await harness.said('old'), ['command sent by reply'])
  })

  test('other work of the second channel that was under way is done again for the first', async () => {
    const harness = await openJobHarness()
    const { platform, store } = harness
    await harness.channel('old', { owner: 'U1' })
    let isFirst = true
    platform.before.look = async (id) => {
      if (id !== 'new' || !isFirst) return
      isFirst = false
      await harness.receive(moved('old', 'new', harness.clock.now))
    }
    platform.profiles.set('new', { name: 'Name of the new chat' })
    const channel = { channelId: 'new', type: 'group' } as const
    await harness.receive({ kind: 'bot-added', eventId: 'e', at: harness.clock.now, channel })
    harness.start()
    await harness.allDone()
    const number = (await store.findChannelNo('old')) ?? 0
    assert.equal((await store.getChannel(number)).name, 'Name of the new chat')
    assert.deepEqual(await harness.buried(), [])
  })

  test('the bot leaves the chat it is in now, also after the channel was deleted', async () => {
    const harness = await openJobHarness()
    const { store, platform, clock } = harness
    await harness.channel('old', { owner: 'U1' })
    await harness.receive(moved('old', 'new', clock.now))
    const by = { kind: 'operator' } as const
    const { name } = await store.getChannel((await store.findChannelNo('old')) ?? 0)
    await store.write<'delete-channel'>({ kind: 'delete-channel', by, at: clock.now, channelId: 'old', confirm: name })
    harness.start()
    await harness.until(() => platform.left.length > 0)
    assert.deepEqual(platform.left, ['new'])
  })
})

describe('what is erased stays erased under every ID of its chat', () => {
  test('late events of a deleted group create nothing, from the old chat or the new', async () => {
    const harness = await openJobHarness()
    const { store, clock } = harness
    await harness.channel('old', { owner: 'U1', subscribers: ['U1'] })
    await harness.receive(moved('old', 'new', clock.now))
    const late = ['old', 'new'].map((chatId) => message(chatId, clock.now, { from: 'U1' }))
    clock.now += 1_000
    const by = { kind: 'operator' } as const
    const { name } = await store.getChannel((await store.findChannelNo('old')) ?? 0)
    await store.write<'delete-channel'>({ kind: 'delete-channel', by, at: clock.now, channelId: 'old', confirm: name })
    await harness.receive(...late, moved('old', 'new', clock.now))
    assert.equal(await store.findChannelNo('old'), undefined)
    assert.equal(await store.findChannelNo('new'), undefined)
  })

  test('a person who is being erased while the channels become one has no messages in either', async () => {
    const harness = await openJobHarness()
    const { store, clock } = harness
    await harness.channel('old', { owner: 'U1', members: ['U2'], subscribers: ['U1'] })
    await harness.channel('new', { owner: 'U1', members: ['U2'], subscribers: ['U1'] })
    for (const chatId of ['old', 'new']) await harness.receive(message(chatId, clock.now, { from: 'U2' }))
    const number = await store.findChannelNo('old')
    assert.equal((await listMessages(harness, number)).length, 1, 'control: there was something to erase')
    const by = { kind: 'operator' } as const
    await store.write<'erase-person'>({ kind: 'erase-person', by, at: clock.now, userId: 'U2', channelId: null })
    const goOn = () => store.write<'continue-erasure'>({ kind: 'continue-erasure', at: clock.now, limit: 1 })
    // After a first slice, in the middle of it.
    await goOn()
    await harness.receive(moved('old', 'new', clock.now))
    while (await store.hasOpenErasures()) await goOn()
    assert.deepEqual(await listMessages(harness, number), [])
  })
})

test('search finds the messages of both channels, and nothing twice', async () => {
  const harness = await openJobHarness()
  const { store, clock, environment } = harness
  for (const chatId of ['old', 'new']) {
    await harness.channel(chatId, { owner: 'U1', subscribers: ['U1'] })
    await harness.receive(message(chatId, clock.now, { id: `${chatId}:1`, from: 'U1' }))
  }
  const indexAll = async () => {
    while ((await store.write<'index-messages'>({ kind: 'index-messages', limit: 100 })).more);
  }
  await indexAll()
  await harness.receive(moved('old', 'new', clock.now))
  await indexAll()
  const docs = await environment.withSql((sql) =>
    sql.all<{ id: string }>(
      `select m.message_id as id from search_docs s
       join messages m on m.channel = s.channel and m.time = s.time and m.seq = s.seq order by m.message_id`,
    ),
  )
  assert.deepEqual(
    docs.map(({ id }) => id),
    ['new:1', 'old:1'],
  )
})

/** A backed-up group with a welcome, one message and an introduction, and the events of its move. */
async function openGroup(harness: JobHarness, sql: Sql, from: string) {
  const { store, clock } = harness
  const to = `${from}-new`
  const at = clock.now
  const channel = { channelId: from, type: 'group' } as const
  const reply = (token: string) => ({ token, expiresAt: null, isOneUse: false, cost: 'free' }) as const
  const arrival = { kind: 'bot-added', eventId: `${from} 0`, at, channel, reply: reply('notice') } as const
  await harness.receive(arrival, ...peopleEvents(from, { members: ['U1', 'U2'] }, at).slice(1))
  const by = { kind: 'operator' } as const
  await store.write<'hand-over-owner'>({ kind: 'hand-over-owner', by, at, channelId: from, userId: 'U1' })
  await subscribe(store, from, 'U1', at)
  const welcome = { enabled: true, message: 'Welcome' }
  await store.write<'change-welcome'>({ kind: 'change-welcome', by, at, channelId: from, change: welcome })
  await harness.receive(message(from, at, { id: `${from}:5`, from: 'U1' }))
  const channelNo = (await store.findChannelNo(from)) ?? 0
  const where = { channel: { channelId: to, type: 'group' }, at: at + 10 } as const
  const events: Record<Step, IncomingEvent> = {
    [byOld as Step]: moved(from, to, at + 5),
    [byNew as Step]: moved(from, to, at + 5),
    bot: { kind: 'bot-added', eventId: `${from} bot`, reply: reply('notice 2'), ...where },
    message: message(to, at + 20, { id: `${to}:5`, from: 'U2' }),
    join: {
      kind: 'members-joined',
      eventId: `${from} join`,
      members: [{ userId: 'U2' }, { userId: 'U9' }],
      reply: reply('welcome'),
      ...where,
    },
    'late message': message(from, at + 2, { id: `${from}:6`, from: 'U2' }),
  } as Record<Step, IncomingEvent>
  return {
    channelNo,
    to,
    eventOf: (step: Step) => events[step],
    async check(steps: Step[], way: Way) {
      const order = steps.join(', ')
      assert.equal(await store.findChannelNo(from), channelNo, order)
      assert.equal(await store.findChannelNo(to), undefined, order)
      const found = await sql.all<{ what: string; id: string | null }>(
        `select 'message' as what, message_id as id from messages where channel = ?
         union all select 'notice', null from sends where channel = ? and kind = 'notice'
         union all select 'newcomer', user_id from newcomers where channel = ?
         union all select 'owner', user_id from members where channel = ? and role = 'owner'
         union all select 'subscriber', user_id from subscriptions where channel = ? order by 1, 2`,
        ...Array.from({ length: 5 }, () => channelNo),
      )
      const idsOf = (kind: string) => found.filter(({ what }) => what === kind).map(({ id }) => id)
      // Without a subscriber, a second channel stores no message.
      const moves = [byOld, byNew].map((step) => steps.indexOf(step as Step)).filter((index) => index >= 0)
      const isStored = Math.min(...moves) < steps.indexOf('message')
      const expected = [`${from}:5`, `${from}:6`, ...(isStored || way === 'at once' ? [`${to}:5`] : [])].sort()
      const missing = expected.filter((id) => !idsOf('message').includes(id))
      if (way === 'at once')
        assert.ok(
          missing.every((id) => id === `${to}:5`),
          order,
        )
      else assert.deepEqual(idsOf('message').toSorted(), expected, order)
      assert.equal(idsOf('notice').length, 1, `one introduction: ${order}`)
      assert.deepEqual(
        idsOf('newcomer').filter((id) => id !== 'U9'),
        [],
        `who was here isn't welcomed: ${order}`,
      )
      assert.deepEqual(idsOf('owner'), ['U1'], order)
      assert.deepEqual(idsOf('subscriber'), ['U1'], order)
    },
  }
}

let count = 0
function moved(from: string, to: string, at: number): IncomingEvent {
  return { kind: 'chat-moved', eventId: `moved ${++count}`, at, channel: { channelId: from, type: 'group' }, from, to }
}

async function listMessages(harness: JobHarness, channelNo: number | undefined): Promise<string[]> {
  const rows = await harness.environment.withSql((sql) =>
    sql.all<{ id: string }>(
      'select message_id as id from messages where channel = ? order by time, seq',
      channelNo ?? null,
    ),
  )
  return rows.map(({ id }) => id)
}

/** Rows of channels that don't exist. */
async function listStrays(harness: JobHarness): Promise<string[]> {
  const tables = [
    'messages',
    'message_ids',
    'members',
    'events_seen',
    'sends',
    'jobs',
    'changes',
    'chat_moves',
    'rules',
  ]
  const strays: string[] = []
  for (const table of tables) {
    const [row] = await harness.environment.withSql((sql) =>
      sql.all<{ count: number }>(
        `select count(*) as count from ${table} t where not exists (select 1 from channels c where c.channel = t.channel)`,
      ),
    )
    if (row?.count) strays.push(table)
  }
  return strays
}

/** The chats that replies were sent to. Those to `from` are refused, because it moved. */
function recordChats({ platform }: JobHarness, from: string, to: string): string[] {
  const chats: string[] = []
  const { send } = platform.connector.replies
  platform.connector.replies.send = async (reply, speech, chat) => {
    chats.push(chat.channelId ?? '')
    if (chat.channelId === from) throw new PlatformRefusal('invalid', 'The group was upgraded', { movedTo: to })
    await send(reply, speech, chat)
  }
  return chats
}

function permutations<Thing>(things: Thing[]): Thing[][] {
  if (things.length <= 1) return [things]
  return things.flatMap((thing, index) => permutations(things.toSpliced(index, 1)).map((rest) => [thing, ...rest]))
}
