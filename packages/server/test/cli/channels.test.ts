import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { seedChannel } from '../store/seed-channel.ts'
import { message } from '../support/content/events.ts'
import { innkeeper, newFolder, withData } from '../support/process/process.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')

describe('innkeeper channels', () => {
  const dataDir = newFolder()
  before(() =>
    withData(dataDir, async ({ store }) => {
      await seedChannel(store, 'C1', { owner: 'U1', members: ['U2'], left: ['U3'], subscribers: ['U1'] }, noon)
      await seedChannel(store, 'C2', {}, noon + 1000)
      const named = message('C2', noon + 2000)
      named.channel.name = '読書会'
      const events = [message('C1', noon, { from: 'U1' }), message('C1', noon, { from: 'U1' }), named]
      await store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at: noon, events })
    }),
  )
  const setOwner = (channelId: string, userId: string) =>
    innkeeper(['channels', 'set-owner', channelId, userId, '--data', dataDir])

  test('list shows every channel, the newest activation first, in columns and as JSON', async () => {
    const [table, json] = await Promise.all([
      innkeeper(['channels', 'list', '--data', dataDir]),
      innkeeper(['channels', 'list', '--data', dataDir, '--json']),
    ])
    const [heading, ...rows] = table.stdout.trimEnd().split('\n')
    assert.match(heading ?? '', /^ID +NAME +TYPE +STATUS +OWNER +MESSAGES FROM MEMBERS +ACTIVE SINCE$/)
    assert.match(rows[0] ?? '', /^C2 +読書会 +group +active +– +0 +2026-03-10T12:00:01Z$/)
    assert.match(rows[1] ?? '', /^C1 +Group C1 +group +active +U1 +2 +2026-03-10T12:00:00Z$/)
    assert.match(json.stdout, /^\{.*\}\n$/)
    assert.deepEqual(JSON.parse(json.stdout).channels[1], {
      channelId: 'C1',
      name: 'Group C1',
      type: 'group',
      status: 'active',
      ownerId: 'U1',
      messages: 2,
      enabledAt: '2026-03-10T12:00:00Z',
    })
  })

  test('list says so when there are none', async () => {
    const dataDir = newFolder()
    await withData(dataDir, async () => {})
    const { code, stdout } = await innkeeper(['channels', 'list', '--data', dataDir])
    assert.deepEqual([code, stdout], [0, 'No channels yet. One appears when the bot is added to a chat.\n'])
  })

  test('set-owner accepts an active member of an existing channel, and otherwise says why not', async () => {
    const [unknown, stranger, gone] = await Promise.all([
      setOwner('C-nowhere', 'U2'),
      setOwner('C1', 'U-stranger'),
      setOwner('C1', 'U3'),
    ])
    assert.deepEqual(
      [unknown.code, unknown.stderr],
      [1, 'No channel has the ID C-nowhere. To see all IDs, run ./innkeeper channels list.\n'],
    )
    assert.deepEqual([stranger.code, stranger.stderr], [1, 'Member not found\n'])
    assert.deepEqual([gone.code, gone.stderr], [1, 'Member not found\n'])
    const done = await setOwner('C1', 'U2')
    assert.deepEqual([done.code, done.stdout, done.stderr], [0, 'U2 is now the owner of C1.\n', ''])
    const channels = await withData(dataDir, ({ store }) => store.listAllChannels())
    assert.deepEqual(
      channels.map(({ channelId, ownerId }) => [channelId, ownerId]),
      [
        ['C2', null],
        ['C1', 'U2'],
      ],
    )
  })

  test('claim-code prints a code for the chat, which works once, in the channel it was made for', async () => {
    const [anywhere, here] = await Promise.all([
      innkeeper(['channels', 'claim-code', '--data', dataDir]),
      innkeeper(['channels', 'claim-code', 'C2', '--expires', '7d', '--json', '--data', dataDir]),
    ])
    assert.deepEqual([anywhere.code, anywhere.stderr], [0, ''])
    assert.match(
      anywhere.stdout,
      /^You can use this code once, in any group without an owner, until \d{4}-\d\d-\d\dT[\d:]+Z\. Send this in the chat:\n\n {2}\/claim [0-9A-Z]{4}-[0-9A-Z]{4}\n\n$/,
    )
    assert.match(here.stdout, /^\{.*\}\n$/)
    const made: { code: string; channelId: string; expiresAt: string } = JSON.parse(here.stdout)
    assert.equal(made.channelId, 'C2')
    const days = (Date.parse(made.expiresAt) - Date.now()) / 86_400_000
    assert.ok(days > 6.9 && days <= 7, made.expiresAt)

    const claim = async (channelId: string, userId: string, code: string) => {
      const words = { type: 'text', text: `/claim ${code}` } as const
      const reply = { token: 't', expiresAt: null, isOneUse: true, cost: 'free' } as const
      const events = [{ ...message(channelId, Date.now(), { from: userId, content: words }), reply }]
      await withData(
        dataDir,
        ({ store }) =>
          store.write<'receive-events'>({
            kind: 'receive-events',
            platform: 'test',
            unread: [],
            at: Date.now(),
            events,
          }),
        { claim: 'code' },
      )
      const channels = await withData(dataDir, ({ store }) => store.listAllChannels())
      return channels.find((channel) => channel.channelId === channelId)?.ownerId
    }
    assert.equal(await claim('C2', 'U5', 'AAAA-AAAA'), null, 'no other code works')
    assert.equal(await claim('C3', 'U5', made.code), null, 'not in another channel')
    assert.equal(await claim('C2', 'U5', made.code), 'U5')
    const data = readFileSync(join(dataDir, 'innkeeper.db'), 'latin1')
    assert.ok(data.includes('U5') && !data.includes(made.code), 'only its hash is stored')
  })

  test('claim-code says why it creates no code, or why the code will not work', async () => {
    const [unknown, never, off] = await Promise.all([
      innkeeper(['channels', 'claim-code', 'C-nowhere', '--data', dataDir]),
      innkeeper(['channels', 'claim-code', '--expires', 'never', '--data', dataDir]),
      innkeeper(['channels', 'claim-code', '--data', dataDir], { env: { INNKEEPER_CLAIM: 'off' } }),
    ])
    assert.deepEqual(
      [unknown.code, unknown.stderr],
      [1, 'No channel has the ID C-nowhere. To see all IDs, run ./innkeeper channels list.\n'],
    )
    assert.equal(never.code, 2)
    assert.match(never.stderr, /^--expires is "never"\. Set it to a number of days such as 30d, or a future time/)
    assert.equal(off.code, 0)
    assert.match(off.stdout, /\nINNKEEPER_CLAIM is off, so the service accepts no codes\. Set it to code or first\.\n$/)
  })
})
