import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsOf } from '../../../src/domain/assistant/outgoing-message.ts'
import type { ReplyRight } from '../../../src/domain/assistant/reply.ts'
import type { Job } from '../../../src/domain/jobs/job.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { botAdded, botRemoved, edited, inPrivate, left, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { noon, type OpenStore, operator, shareStoreWorld, type World } from '../store-world.ts'

let rights = 0

/** Adds a right to reply to an event. */
const answerable = <E extends IncomingEvent>(event: E): E => {
  const reply: ReplyRight = { token: `right-${++rights}`, expiresAt: noon + 60_000, isOneUse: true, cost: 'free' }
  return { ...event, reply }
}
const say = (channel: string, from: string, text: string, at = noon) =>
  answerable(message(channel, at, { from, name: `Name of ${from}`, content: { type: 'text', text } }))

/** All jobs waiting for this channel, in the order they are handed out: one reply at a time. */
async function jobsOf(world: World, channelId: string): Promise<Job[]> {
  const found: Job[] = []
  for (;;) {
    const lease = `look-${++rights}`
    const claim = { kind: 'claim-jobs', at: noon + 3_600_000, lease, leaseMs: 1, limit: 1000 } as const
    const claimed = await world.store.write<'claim-jobs'>(claim)
    if (claimed.length === 0) return found
    for (const { jobId, job } of claimed) {
      if (job.channelId === channelId) found.push(job)
      const done = { kind: 'finish-job', at: noon, jobId, lease, outcome: { kind: 'done' } } as const
      await world.store.write<'finish-job'>(done)
    }
  }
}

/** A channel is refreshed whenever people come or go. These tests are about the other jobs. */
const otherJobs = (jobs: Job[]) => jobs.filter(({ kind }) => kind !== 'refresh-channel' && kind !== 'check-members')
const wordsOf = (jobs: Job[]) => jobs.flatMap((job) => (job.kind === 'send-reply' ? textsOf(job.speech) : []))

export function chatSuite(open: OpenStore): void {
  const world = shareStoreWorld(open)
  const ownerOf = async (channelId: string) =>
    (await world.store.listAllChannels()).find((channel) => channel.channelId === channelId)?.ownerId
  const answers = async (channelId: string) => wordsOf(await jobsOf(world, channelId))

  test('a bot that joins a group introduces itself, once, and looks up who is there', async () => {
    const added = answerable(botAdded('C-arrival', noon))
    await world.receive(added)
    await world.receive(added)
    const jobs = await jobsOf(world, 'C-arrival')
    assert.deepEqual(jobs.map(({ kind }) => kind).sort(), ['refresh-channel', 'refresh-roster', 'send-reply'])
    assert.match(wordsOf(jobs)[0] ?? '', /Innkeeper[\s\S]*\/claim[\s\S]*\/backup on[\s\S]*\/private[\s\S]*\/help/)
  })

  test('a bot that returns says who owns the chat and for how many it saves messages', async () => {
    const channel = await world.channel({ owner: 'U-one', members: ['U-two'], subscribers: ['U-one', 'U-two'] })
    await world.receive(say(channel, 'U-one', 'hello'), botRemoved(channel, noon + 1))
    await answers(channel)
    await world.receive(answerable(botAdded(channel, noon + 2)))
    const [notice = ''] = await answers(channel)
    assert.match(notice, /I’m back![\s\S]*Name of U-one still owns this chat[\s\S]*2 people have their backup on/)
    assert.doesNotMatch(notice, /\/claim|I don’t save/)
    const unclaimed = await world.channel({ members: ['U-two'] })
    await world.receive(botRemoved(unclaimed, noon + 1), answerable(botAdded(unclaimed, noon + 2)))
    assert.match((await answers(unclaimed))[0] ?? '', /I don’t save[\s\S]*\/claim/, 'control: no one has begun there')
  })

  test('nothing is sent while another bot controls the chat', async () => {
    await world.receive(
      botAdded('C-silent', noon),
      message('C-silent', noon, { content: { type: 'text', text: '/claim' } }),
    )
    assert.deepEqual(await answers('C-silent'), [])
    assert.equal(await ownerOf('C-silent'), null)
  })

  test('a private chat cannot be claimed: its person owns it', async () => {
    await world.receive(inPrivate(answerable(botAdded('U-solo', noon)), 'U-solo'))
    const [notice = ''] = await answers('U-solo')
    assert.match(notice, /Innkeeper/)
    assert.doesNotMatch(notice, /\/claim/)
    assert.equal(await ownerOf('U-solo'), 'U-solo')
  })

  test('the first person who claims a group owns it, and the second is refused politely', async () => {
    const channel = await world.channel({ members: ['U-one', 'U-two'] })
    await world.receive(
      say(channel, 'U-one', '/claim'),
      say(channel, 'U-two', ' ／CLAIM '),
      say(channel, 'U-one', '/claim'),
    )
    const [first, second, third] = await answers(channel)
    assert.match(first ?? '', /you’re now the owner of this chat/)
    assert.match(second ?? '', /already has an owner/)
    assert.match(third ?? '', /already the owner of this chat/)
    assert.equal(await ownerOf(channel), 'U-one')
  })

  test('when the owner has left, an admin can claim the group, and nobody with a lower role', async () => {
    const channel = await world.channel({ owner: 'U-one', admins: ['U-two'], members: ['U-three'] })
    await world.receive(left(channel, noon + 1, 'U-one'), say(channel, 'U-three', '/claim', noon + 2))
    assert.equal(await ownerOf(channel), null)
    assert.match((await answers(channel))[0] ?? '', /only its admins[\s\S]*@Name of U-two/)
    await world.receive(say(channel, 'U-two', '/claim', noon + 3))
    assert.equal(await ownerOf(channel), 'U-two')
  })

  test('a command delivered twice is answered once', async () => {
    const channel = await world.channel({ owner: 'U-one', members: ['U-two'], subscribers: ['U-one'] })
    const help = say(channel, 'U-two', '/help')
    await world.receive(help, help, { ...help, eventId: 'another-telling' })
    assert.equal((await answers(channel)).length, 1)
  })

  test('only the owner can send the bot away, and it says goodbye first', async () => {
    const channel = await world.channel({ owner: 'U-one', members: ['U-two'] })
    await world.receive(say(channel, 'U-two', '/leave yes'))
    assert.deepEqual(
      otherJobs(await jobsOf(world, channel)).map(({ kind }) => kind),
      ['send-reply'],
    )
    await world.receive(say(channel, 'U-one', '/leave'))
    const asked = otherJobs(await jobsOf(world, channel))
    assert.match(wordsOf(asked)[0] ?? '', /stop saving messages[\s\S]*\/leave yes/)
    assert.equal(asked.length, 1, 'it stays until the owner confirms')
    await world.receive(say(channel, 'U-one', '/leave yes'))
    const claim = { kind: 'claim-jobs', at: noon, lease: 'at-once', leaseMs: 1, limit: 1000 } as const
    const atOnce = (await world.store.write<'claim-jobs'>(claim)).filter(({ job }) => job.channelId === channel)
    assert.deepEqual(
      atOnce.map(({ job }) => job.kind),
      ['send-reply'],
    )
    assert.ok((await jobsOf(world, channel)).some(({ kind }) => kind === 'leave-channel'))
  })

  test('/rules posts the group rules, if there are any', async () => {
    const channelId = await world.channel({ owner: 'U1' })
    const ask = async () => {
      await world.receive(say(channelId, 'U1', '/rules'))
      return answers(channelId)
    }
    const change = (given: { enabled?: boolean; content?: string }) =>
      world.store.write<'change-group-rules'>({
        kind: 'change-group-rules',
        by: operator,
        at: noon,
        channelId,
        change: given,
      })
    assert.match((await ask()).join(), /no rules yet/)
    await change({ content: '1. Be kind.' })
    assert.match((await ask()).join(), /no rules yet/, 'written, but not turned on')
    await change({ enabled: true })
    assert.deepEqual(await ask(), ['1. Be kind.'])
    const off = { enabled: false }
    const head = { kind: 'change-assistant-config', by: operator, at: noon, channelId } as const
    await world.store.write<'change-assistant-config'>({ ...head, change: off })
    assert.match((await ask()).join(), /no rules yet/, 'with the assistant off, the group rules are not posted')
  })

  test('/backup says in one line whether messages are saved, for whom, and what to do', async () => {
    const channelId = await world.channel({ owner: 'U1', members: ['U2', 'U3'], guests: ['U4'] })
    const ask = async (from = 'U2', text = '/backup') => {
      await world.receive(say(channelId, from, text))
      return (await answers(channelId)).join()
    }
    const setPolicy = (backup: 'members' | 'admins' | 'off') =>
      world.store.write<'change-settings'>({
        kind: 'change-settings',
        by: operator,
        at: noon,
        channelId,
        change: { backup },
      })
    assert.match(
      await ask(),
      /^The backup is off\. I’m not saving members’ messages here\. To turn on your backup, send \/backup on\.$/,
    )
    assert.match(await ask('U4'), /not saving members’ messages here\. Guests can’t/)
    await world.subscribe(channelId, 'U2')
    assert.match(
      await ask(),
      /I save all messages and files in this chat for you\. To read the messages, send me \/link[^\n]*$/,
    )
    assert.match(
      await ask('U3'),
      /Other members \(1\) have a backup here, but yours is off\. To turn on your backup, send \/backup on\./,
    )
    const span = { beganAt: noon - 60_000, seenAt: noon + 86_400_000 }
    await world.store.write<'note-alive'>({ kind: 'note-alive', node: 'n', span })
    assert.match(await ask(), /for you\. As far as I know, I haven’t missed anything since [^.]*12:00[^.]*\. To read/)
    await setPolicy('admins')
    assert.match(
      await ask(),
      /not saving members’ messages here\. Only the owner and admins/,
      'the member is suspended then',
    )
    await setPolicy('off')
    assert.match(await ask(), /turned off the backup/)
    assert.match(await ask('U1', '/backup on'), /turned off the backup/)
  })

  test('/backup on saves messages for the sender from then on, and /backup off ends that', async () => {
    const channel = await world.channel({ owner: 'U1', members: ['U2'] })
    await world.receive(say(channel, 'U2', 'before'), say(channel, 'U1', '/backup on'), say(channel, 'U2', 'between'))
    await world.receive(say(channel, 'U1', '/backup off'), say(channel, 'U2', 'after'))
    const texts = (await world.messages(channel)).map(({ content }) => content)
    assert.deepEqual(texts, ['between', '/backup off'])
    const [on = '', off = ''] = await answers(channel)
    assert.match(on, /save all messages and files in this chat for you[\s\S]*\/link/)
    assert.match(off, /no longer saving messages for you[\s\S]*nothing more is saved/, 'no one else has it on')
  })

  test('a guest cannot turn on the backup', async () => {
    const channel = await world.channel({ owner: 'U1', guests: ['U2'] })
    await world.receive(say(channel, 'U2', '/backup on'), say(channel, 'U1', 'not kept'))
    assert.deepEqual(await world.messages(channel), [])
    assert.match((await answers(channel))[0] ?? '', /Guests can’t/)
  })

  test('a known command with an unknown word is answered with what it knows', async () => {
    const channel = await world.channel({ owner: 'U1' })
    await world.receive(say(channel, 'U1', '/backup onn'), say(channel, 'U1', '/bakcup on'))
    assert.deepEqual(await answers(channel), ['I didn’t understand that. Try /backup on or /backup off.'])
  })

  test('text that only looks like a command is not one', async () => {
    const channel = await world.channel({ members: ['U-one'] })
    const texts = [
      '/claims',
      'claim',
      'please /claim',
      '/claim a b',
      '/help me out',
      '//help',
      `/help${' '.repeat(200)}`,
    ]
    await world.receive(...texts.map((text) => say(channel, 'U-one', text)))
    assert.deepEqual(await answers(channel), [])
    assert.equal(await ownerOf(channel), null)
  })

  test('the messages of a member who sends /private stay out of the backup until they send /public', async () => {
    const channel = await world.channel({ owner: 'U-one', members: ['U-two'], subscribers: ['U-one'] })
    await world.receive(say(channel, 'U-two', 'seen'), say(channel, 'U-one', 'mine'))
    await world.receive(say(channel, 'U-two', '/private'))
    const hidden = say(channel, 'U-two', 'hidden')
    await world.receive(hidden, say(channel, 'U-one', 'mine too'))
    await world.receive(
      {
        ...edited(channel, noon + 5, hidden.messageId, 'edited in hiding'),
        sender: { userId: 'U-two' },
      } as IncomingEvent,
      say(channel, 'U-two', '/public'),
      say(channel, 'U-two', 'seen again'),
    )
    const texts = (await world.messages(channel)).map(({ content }) => content)
    assert.deepEqual(texts, ['seen', 'mine', 'mine too', 'seen again'])
    assert.equal((await answers(channel)).length, 2)
  })

  test('an edit that arrives before its message is not lost', async () => {
    const channel = await world.channel({ owner: 'U-one', subscribers: ['U-one'] })
    const versions = async (id: string) =>
      (await world.store.listVersions((await world.look(channel)).channelNo, id)).map(({ content }) => content)
    await world.receive(
      edited(channel, noon + 20, 'early', 'third', 'U-owner'),
      edited(channel, noon + 10, 'early', 'second', 'U-owner'),
    )
    assert.deepEqual(await world.messages(channel), [])
    await world.receive(message(channel, noon, { id: 'early', content: { type: 'text', text: 'first' } }))
    assert.deepEqual(
      (await world.messages(channel)).map(({ content }) => content),
      ['third'],
    )
    assert.deepEqual(await versions('early'), ['first', 'second', 'third'])
    await world.receive(edited(channel, noon + 15, 'early', 'between'))
    assert.deepEqual(await versions('early'), ['first', 'second', 'between', 'third'])
  })

  test('an edit that arrives before its message must be from the same sender, and waits for a day', async () => {
    const channel = await world.channel({ owner: 'U-one', subscribers: ['U-one'] })
    const say = (id: string) => message(channel, noon, { id, content: { type: 'text', text: 'first' } })
    const expire = (at: number) =>
      world.store.write<'delete-expired'>({ kind: 'delete-expired', at, ceilingDays: null, limit: 10 })
    await world.receive(
      edited(channel, noon + 1, 'withheld', 'second'),
      edited(channel, noon + 1, 'foreign', 'second', 'U-one'),
      edited(channel, noon + 1, 'late', 'second', 'U-owner'),
      edited(channel, noon + 1, 'in-time', 'second', 'U-owner'),
    )
    await expire(noon + 86_400_000)
    await world.receive(say('withheld'), say('foreign'), say('in-time'))
    await expire(noon + 86_400_001)
    await world.receive(say('late'))
    const texts = (await world.messages(channel)).map(({ id, content }) => `${id} ${content}`)
    assert.deepEqual(texts.sort(), ['foreign first', 'in-time second', 'late first', 'withheld first'])
  })

  test('an edit of an unsent message leaves nothing behind', async () => {
    const channel = await world.channel({ owner: 'U-one', subscribers: ['U-one'] })
    await world.receive(edited(channel, noon + 2, 'gone', 'too late', 'U-owner'), unsent(channel, noon + 1, 'gone'))
    await world.receive(edited(channel, noon + 3, 'gone', 'later still'), message(channel, noon, { id: 'gone' }))
    assert.deepEqual(await world.messages(channel), [])
    assert.deepEqual(await world.store.listVersions((await world.look(channel)).channelNo, 'gone'), [])
  })

  test('the download of a file on the platform is planned in the transaction of its message', async () => {
    const channel = await world.channel({ owner: 'U-one', subscribers: ['U-one'] })
    const picture = message(channel, noon, { id: 'picture', name: 'One', content: { type: 'image' } })
    await world.receive(
      { ...picture, hasFile: true },
      message(channel, noon, { id: 'other', name: 'One', content: { type: 'image' } }),
    )
    assert.deepEqual(otherJobs(await jobsOf(world, channel)), [
      { kind: 'fetch-media', channelId: channel, messageId: 'picture' },
    ])
  })

  test('without a subscriber, no message is kept and no file is fetched', async () => {
    const channel = await world.channel({ owner: 'U-one' })
    const picture = message(channel, noon, { name: 'One', content: { type: 'image' } })
    await world.receive({ ...picture, hasFile: true }, edited(channel, noon, 'm', 'words'))
    assert.deepEqual(otherJobs(await jobsOf(world, channel)), [])
    assert.deepEqual(await world.messages(channel), [])
    assert.deepEqual(await world.store.listVersions((await world.look(channel)).channelNo, 'm'), [])
  })

  test('a person without a name is looked up, only once until the answer arrives', async () => {
    const channel = await world.channel({})
    await world.receive(message(channel, noon, { from: 'U-new' }), message(channel, noon, { from: 'U-new' }))
    assert.deepEqual(otherJobs(await jobsOf(world, channel)), [
      { kind: 'refresh-member', channelId: channel, userId: 'U-new' },
    ])
    const record = {
      kind: 'record-member',
      at: noon,
      channelId: channel,
      userId: 'U-new',
      name: 'New',
      picture: null,
    } as const
    await world.store.write<'record-member'>(record)
    await world.receive(message(channel, noon + 1, { from: 'U-new' }))
    assert.deepEqual(otherJobs(await jobsOf(world, channel)), [])
    await world.receive(message(channel, noon + 8 * 86_400_000, { from: 'U-new' }))
    assert.equal(
      otherJobs(await jobsOf(world, channel)).length,
      1,
      'names change, so it is looked up again after a week',
    )
  })
}
