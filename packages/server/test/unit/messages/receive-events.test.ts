import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receiveEvents } from '../../../src/actions/messages/receive-events.ts'
import type { CommandOf } from '../../../src/ports/commands.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import type { Store } from '../../../src/ports/store.ts'

async function listCommits(events: IncomingEvent[]) {
  const commits: CommandOf<'receive-events'>[] = []
  const store = {
    async write(command: CommandOf<'receive-events'>) {
      commits.push(command)
      return { fresh: command.events.length, duplicate: 0, unread: 0, jobs: 0 }
    },
  } as unknown as Store
  const position = { source: 'updates', value: '1' }
  const receipt = await receiveEvents({ store, clock: () => 1 }, { platform: 'test', events, unread: [], position })
  return { commits, receipt }
}

function said(index: number, text: string, command?: string): IncomingEvent {
  return {
    kind: 'message',
    eventId: `e${index}`,
    at: index,
    channel: { channelId: 'C', type: 'group' },
    messageId: `m${index}`,
    content: { type: 'text', text },
    ...(command === undefined ? {} : { command }),
  }
}

test('only a few removals go into one commit, in order, and the position goes with the last', async () => {
  const kinds = [
    (index: number) => said(index, '/delete'),
    (index: number) => said(index, '/delete@inn_bot', '/delete'),
    (index: number): IncomingEvent => ({ ...said(index, ''), kind: 'message-unsent' }) as IncomingEvent,
    (index: number): IncomingEvent => ({ ...said(index, ''), kind: 'message-edited', text: 'x' }) as IncomingEvent,
  ]
  const events = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0 ? said(index, 'delete it') : (kinds[(index >> 1) % kinds.length]?.(index) ?? assert.fail()),
  )
  const { commits, receipt } = await listCommits(events)
  assert.equal(commits.length, 3, 'ten removals, four at a time')
  assert.deepEqual(
    commits.flatMap((one) => one.events),
    events,
  )
  assert.deepEqual(
    commits.map(({ position }) => position?.value),
    [undefined, undefined, '1'],
  )
  assert.equal(receipt.fresh, 20)
})

test('however many messages there are, without removals they are one commit', async () => {
  const events = Array.from({ length: 100 }, (_, index) => said(index, '/delete is a command', '/help'))
  assert.equal((await listCommits(events)).commits.length, 1)
})
