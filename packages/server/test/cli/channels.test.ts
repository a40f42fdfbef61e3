import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { furnishChannel } from '../store/furnish.ts'
import { message } from '../support/events.ts'
import { innkeeper, newFolder, withData } from '../support/process.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')

describe('innkeeper channels', () => {
  const dataDir = newFolder()
  before(() =>
    withData(dataDir, async ({ store }) => {
      await furnishChannel(store, 'C1', { owner: 'U1', members: ['U2'], left: ['U3'], subscribers: ['U1'] }, noon)
      await furnishChannel(store, 'C2', {}, noon + 1000)
      const named = message('C2', noon + 2000)
      named.channel.name = '読書会'
      const events = [message('C1', noon, { from: 'U1' }), message('C1', noon, { from: 'U1' }), named]
      await store.write<'receive-events'>({ kind: 'receive-events', at: noon, events })
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
    assert.match(heading ?? '', /^ID +NAME +TYPE +STATUS +OWNER +MESSAGES +ENABLED$/)
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

  test('list says so when there is none', async () => {
    const { code, stdout } = await innkeeper(['channels', 'list', '--data', newFolder()])
    assert.deepEqual([code, stdout], [0, 'No channels yet. One appears when the bot is added to a chat.\n'])
  })

  test('set-owner takes an active member of a channel that exists, and otherwise says why not', async () => {
    const [unknown, stranger, gone] = await Promise.all([
      setOwner('C-nowhere', 'U2'),
      setOwner('C1', 'U-stranger'),
      setOwner('C1', 'U3'),
    ])
    assert.deepEqual([unknown.code, unknown.stderr], [1, 'No channel has the id C-nowhere\n'])
    assert.deepEqual([stranger.code, stranger.stderr], [1, 'Member not found\n'])
    assert.deepEqual([gone.code, gone.stderr], [1, 'Member not found\n'])
    const done = await setOwner('C1', 'U2')
    assert.deepEqual([done.code, done.stdout, done.stderr], [0, 'U2 owns C1 now.\n', ''])
    const channels = await withData(dataDir, ({ store }) => store.listAllChannels())
    assert.deepEqual(
      channels.map(({ channelId, ownerId }) => [channelId, ownerId]),
      [
        ['C2', null],
        ['C1', 'U2'],
      ],
    )
  })
})
