import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelDigest } from '@innkeeper/contract'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const now = service.clock.now
const minute = 60_000
const day = 24 * 60 * minute
let count = 0

const idsOf = (messages: readonly { id: string }[]) => messages.map(({ id }) => id)

async function openGroup() {
  service.clock.now = now - 10 * day
  const members = ['U1', 'U2', 'U3']
  const channelId = await service.channel(`C-${++count}`, { owner: 'U-owner', members, subscribers: ['U-owner'] })
  service.clock.now = now
  const owner = await service.caller('U-owner')
  const path = `/api/channels/${channelId}`
  return {
    channelId,
    owner,
    path,
    text: (id: string, ago: number, from: string, text: string, quotedMessageId?: string): IncomingEvent => {
      const event = message(channelId, now - ago, { id, from, content: { type: 'text', text } })
      return { ...event, ...(quotedMessageId !== undefined && { details: { quotedMessageId } }) } as IncomingEvent
    },
    async digest(since: string): Promise<ChannelDigest> {
      const answer = await owner.get(`${path}/backup/digest?since=${since}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.body
    },
  }
}

test('shows the messages with the most replies, questions without one, links, files and who joined', async () => {
  const { channelId, text, digest } = await openGroup()
  await service.receive([
    text('old', 8 * day, 'U1', 'Too old for this: https://old.example'),
    text('plan', 300 * minute, 'U1', 'We go to the lake on Sunday'),
    text('r1', 290 * minute, 'U2', 'Great', 'plan'),
    text('r2', 280 * minute, 'U3', 'I am in', 'plan'),
    text('own', 270 * minute, 'U1', 'And bring towels', 'plan'),
    text('asked', 200 * minute, 'U1', 'Who has the towels?'),
    text('reply', 199 * minute, 'U2', 'I do'),
    text('open', 100 * minute, 'U1', 'Who has a boat?'),
    text('same', 99 * minute, 'U1', 'A small one is fine'),
    text('link', 10 * minute, 'U2', 'Look at https://lake.example'),
    message(channelId, now - 5 * minute, { id: 'file', from: 'U2', content: { type: 'file', fileName: 'map.pdf' } }),
  ])
  await service.channel(channelId, { members: ['U-new'] })
  const found = await digest('week')
  assert.deepEqual(
    found.replied.map(({ message: { id }, replies }) => [id, replies]),
    [['plan', 2]],
  )
  assert.deepEqual(idsOf(found.questions), ['open'])
  assert.deepEqual(idsOf(found.links), ['link'])
  assert.deepEqual(idsOf(found.files), ['file'])
  assert.deepEqual(
    found.moves.slice(-1).map(({ what, person }) => [what, person?.id]),
    [['joined', 'U-new']],
  )
  assert.deepEqual([found.messages, found.people, found.isWhole], [10, 3, true])
})

test('since the caller read last, only what came later counts', async () => {
  const { owner, path, text, digest } = await openGroup()
  await service.receive([
    text('m1', 2 * day, 'U1', 'https://one.example'),
    text('m2', 30 * minute, 'U1', 'https://two.example'),
  ])
  assert.deepEqual(idsOf((await digest('read')).links), ['m1', 'm2'], 'a week if nothing was read')
  assert.equal((await owner.put(`${path}/backup/read-position`, { messageId: 'm1' })).status, 200)
  assert.deepEqual(idsOf((await digest('read')).links), ['m2'])
  assert.deepEqual((await owner.get(`${path}/backup/digest`)).body, await digest('read'), 'that is the default')
  assert.deepEqual(idsOf((await digest('week')).links), ['m1', 'm2'])
  assert.deepEqual(idsOf((await digest('today')).links), ['m2'])
})

test('contains nothing that was unsent, has expired, or that the caller cannot read', async () => {
  const { channelId, owner, path, text, digest } = await openGroup()
  await service.receive([
    text('gone', 60 * minute, 'U1', 'https://gone.example'),
    text('old', 3 * day, 'U1', 'https://old.example'),
    text('m1', 30 * minute, 'U1', 'https://kept.example'),
  ])
  assert.equal((await digest('week')).links.length, 3, 'the control')
  await service.receive([unsent(channelId, now, 'gone')])
  await owner.put(`${path}/settings`, { retentionDays: 2, history: 'since-joined' })
  service.clock.now = now - 40 * minute
  await service.channel(channelId, { members: ['U-late'], subscribers: ['U-late'] })
  service.clock.now = now
  assert.deepEqual(idsOf((await digest('week')).links), ['m1'])
  const late = await (await service.caller('U-late')).get(`${path}/backup/digest?since=week`)
  assert.deepEqual([idsOf(late.body.links), late.body.messages], [['m1'], 1])
})

test('a digest since something else is refused', async () => {
  const { owner, path } = await openGroup()
  for (const query of ['?since=', '?since=month', '?since=read&from=1']) {
    assert.equal((await owner.get(`${path}/backup/digest${query}`)).status, 400, query)
  }
})
