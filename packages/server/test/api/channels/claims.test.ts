import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { issueClaimCode } from '../../../src/actions/storage/operator.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { botAdded, joined, left } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const minute = 60_000
const day = 24 * 60 * minute
let rights = 0

const say = (channel: string, from: string, text: string): IncomingEvent => ({
  ...message(channel, service.clock.now, { from, name: `Name of ${from}`, content: { type: 'text', text } }),
  reply: { token: `right-${++rights}`, expiresAt: service.clock.now + minute, isOneUse: true, cost: 'free' },
})
const roleOf = async (channelId: string, userId: string) =>
  (await (await service.caller(userId)).get(`/api/channels/${channelId}`)).body.role
const auditOf = async (channelId: string, ownerId: string) =>
  (await (await service.caller(ownerId)).get(`/api/channels/${channelId}/audit`)).body.entries as {
    action: string
    target: string | null
    detail: object
  }[]
/** What the bot said according to the send log, once the log has at least `count` entries. */
const saidIn = async (channelId: string, ownerId: string, count: number) => {
  const caller = await service.caller(ownerId)
  const readSends = async () =>
    (await caller.get(`/api/channels/${channelId}/assistant/log`)).body.sends as { texts: string[] }[]
  const sends = await eventually(readSends, (list) => list.length >= count)
  return sends.map(({ texts }) => texts.join('\n')).reverse()
}

/** A group whose owner has left. */
const ownerless = async (channelId: string, people: { admins?: string[]; members?: string[]; guests?: string[] }) => {
  await service.channel(channelId, { owner: 'U-owner', ...people })
  service.clock.now += 2 * day
  await service.receive([left(channelId, service.clock.now, 'U-owner')])
}
const claim = async (channelId: string, userId: string, code = '') => {
  service.clock.now += 1
  await service.receive([say(channelId, userId, `/claim${code}`)])
  return roleOf(channelId, userId)
}

describe('A group whose owner left', () => {
  test('cannot be claimed by a demoted guest, a newcomer or a member while there is an admin', async () => {
    await ownerless('C-takeover', { admins: ['U-admin'], members: ['U-member'], guests: ['U-guest'] })
    await service.receive([joined('C-takeover', service.clock.now, 'U-new')])
    for (const [userId, role] of [
      ['U-guest', 'guest'],
      ['U-new', 'member'],
      ['U-member', 'member'],
    ] as const) {
      assert.equal(await claim('C-takeover', userId), role, userId)
    }
    assert.equal(await claim('C-takeover', 'U-admin'), 'owner')
    const claims = (await auditOf('C-takeover', 'U-admin')).filter(({ action }) => action === 'owner.claimed')
    assert.deepEqual(
      claims.map(({ target, detail }) => ({ target, detail })),
      [{ target: 'U-admin', detail: { as: 'admin' } }],
    )
    const said = await saidIn('C-takeover', 'U-admin', 4)
    assert.match(said[1] ?? '', /only its admins can claim it/)
    assert.doesNotMatch(said[1] ?? '', /Name of U-admin/, 'the log does not name people who did not ask')
    assert.match(said.at(-1) ?? '', /@Name of U-admin, you’re now the owner/)
  })

  test('goes back to its former owner who returns, ahead of the admins', async () => {
    await ownerless('C-return', { admins: ['U-admin'] })
    await service.receive([joined('C-return', service.clock.now + 1, 'U-owner')])
    assert.equal(await claim('C-return', 'U-owner'), 'owner')
  })

  test('does not go back to a former owner who has been demoted since', async () => {
    await service.channel('C-demoted', { owner: 'U-owner', admins: ['U-second'] })
    const owner = await service.caller('U-owner')
    assert.equal((await owner.put('/api/channels/C-demoted/owner', { userId: 'U-second' })).status, 200)
    const second = await service.caller('U-second')
    const demote = await second.put('/api/channels/C-demoted/members/U-owner/role', { role: 'member' })
    assert.equal(demote.status, 200, demote.text)
    await service.receive([left('C-demoted', service.clock.now + 1, 'U-second')])
    assert.equal(await claim('C-demoted', 'U-owner'), 'member')
  })

  test('can only be claimed with a code from the operator if no admin is left', async () => {
    await ownerless('C-orphan', { members: ['U-member'], guests: ['U-guest'] })
    assert.equal(await claim('C-orphan', 'U-member'), 'member')
    const request = { channelId: 'C-orphan', expiresAt: service.clock.now + day }
    const code = await issueClaimCode({ store: service.store, clock: () => service.clock.now }, request)
    assert.equal(await claim('C-orphan', 'U-guest', ` ${code}`), 'guest', 'a code does not make a guest the owner')
    assert.equal(await claim('C-orphan', 'U-member', ` ${code}`), 'owner', 'and that did not use up the code')
  })
})

describe('A group that never had an owner', () => {
  test('can be claimed by someone who was there before the bot', async () => {
    await service.receive([botAdded('C-first', service.clock.now), say('C-first', 'U-old', 'hello')])
    assert.equal(await claim('C-first', 'U-old'), 'owner')
  })

  test('can be claimed by someone who has just joined only after a day', async () => {
    await service.receive([botAdded('C-fresh', service.clock.now), joined('C-fresh', service.clock.now + 1, 'U-new')])
    assert.equal(await claim('C-fresh', 'U-new'), 'member')
    service.clock.now += day
    assert.equal(await claim('C-fresh', 'U-new'), 'owner')
  })
})

describe('Closed history', () => {
  const contents = async (userId: string) => {
    const date = new Date(service.clock.now).toISOString().slice(0, 10)
    const { body } = await (await service.caller(userId)).get(`/api/channels/C-history/backup/messages?date=${date}`)
    return body.messages.map(({ content }: { content: string }) => content)
  }

  test('stays closed to people who joined later, even to an owner who opens it', async () => {
    await service.channel('C-history', { owner: 'U-owner', admins: ['U-admin'], subscribers: ['U-owner'] })
    const owner = await service.caller('U-owner')
    const closed = await owner.put('/api/channels/C-history/settings', { history: 'since-joined' })
    assert.equal(closed.status, 200, closed.text)
    await service.receive([say('C-history', 'U-owner', 'said before')])
    service.clock.now += minute
    await service.receive([joined('C-history', service.clock.now, 'U-late'), say('C-history', 'U-owner', 'said since')])
    await service.subscribe('C-history', 'U-late')
    assert.deepEqual(await contents('U-late'), ['said since'])
    await owner.put('/api/channels/C-history/owner', { userId: 'U-late' })
    const late = await service.caller('U-late')
    service.clock.now += minute
    const opened = await late.put('/api/channels/C-history/settings', { history: 'all' })
    assert.equal(opened.status, 200, opened.text)
    assert.deepEqual(await contents('U-late'), ['said since'], 'opening the history reveals nothing that was closed')
    assert.deepEqual(await contents('U-owner'), ['said before', 'said since'], 'people who were there still read it')
    await service.receive([say('C-history', 'U-owner', 'said in the open')])
    service.clock.now += minute
    await service.receive([joined('C-history', service.clock.now, 'U-last')])
    await service.subscribe('C-history', 'U-last')
    assert.deepEqual(await contents('U-last'), ['said in the open'], 'messages from then on are open to all')
    const { body } = await (await service.caller('U-last')).get('/api/channels/C-history/backup/search?q=said')
    assert.equal(body.hits.length, 1, 'search follows the same rule')
  })
})

describe('A new owner', () => {
  const claimed = async (channelId: string) => {
    await service.receive([botAdded(channelId, service.clock.now)])
    assert.equal(await claim(channelId, 'U-founder'), 'owner')
    service.clock.now += 4 * minute
  }
  const reminders = async (channelId: string, messages: number) => {
    const said = await saidIn(channelId, 'U-founder', messages)
    return said.filter((text) => /still not saving members’ messages/.test(text)).length
  }

  test('is told at once how to save messages, and /backup on does that', async () => {
    await claimed('C-new')
    const said = await saidIn('C-new', 'U-founder', 1)
    assert.match(said.at(-1) ?? '', /you’re now the owner[\s\S]*not saving members’ messages[\s\S]*\/backup on/)
    await service.receive([say('C-new', 'U-founder', '/backup on'), say('C-new', 'U-guest', 'kept')])
    const { body } = await (await service.caller('U-founder')).get('/api/channels/C-new/backup/messages?limit=100')
    assert.ok(body.messages.some(({ content }: { content: string }) => content === 'kept'))
    const audited = (await auditOf('C-new', 'U-founder')).map(({ action }) => action)
    assert.ok(audited.includes('backup.subscribed'))
    service.clock.now += 2 * minute
    await service.receive([say('C-new', 'U-guest', 'anything')])
    assert.equal(await reminders('C-new', 2), 0, 'an owner who turned it on is not reminded')
  })

  test('who does nothing is reminded once, at the next message after five minutes', async () => {
    await claimed('C-idle')
    await service.receive([say('C-idle', 'U-other', 'too early')])
    service.clock.now += minute
    await service.receive([say('C-idle', 'U-other', 'after five minutes')])
    assert.equal(await reminders('C-idle', 2), 1)
    await service.receive([say('C-idle', 'U-other', 'and once more'), say('C-idle', 'U-founder', '/help')])
    assert.equal(await reminders('C-idle', 3), 1)
  })

  test('who subscribed in the console is not reminded', async () => {
    await claimed('C-console')
    await service.subscribe('C-console', 'U-founder')
    service.clock.now += 2 * minute
    await service.receive([say('C-console', 'U-other', 'hello'), say('C-console', 'U-founder', '/help')])
    assert.equal(await reminders('C-console', 2), 0)
  })
})
