import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimelineItem } from '@innkeeper/contract'
import { message } from '../../support/content/events.ts'
import { createSampleGroup } from '../../support/content/sample-group.ts'
import { watchChannel } from '../../support/http/watching.ts'
import { importsOf, lineFile, previewOf } from '../../support/imports/owner-imports.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
/** On the clock of Tokyo, it's 09:31. */
const start = Date.parse('2026-03-01T00:31:00Z')
const minute = 60_000

const said = ['good morning everyone', 'the bus leaves at ten', 'who brings the map', 'I have two of them']

test('an owner merges a chat history, sees it everywhere, and undoes it', async (t) => {
  const group = await createSampleGroup(service, 'C-journey', { members: ['U-kenji', 'U-ann'] })
  const { owner, backup, channelId, settled, deliver } = group
  const from = (index: number) => (index % 2 === 0 ? 'U-owner' : 'U-kenji')
  await deliver(
    ...said.map((text, index) =>
      message(channelId, start + index * 2 * minute + 5_000, {
        id: `live-${index}`,
        from: from(index),
        content: { type: 'text', text },
      }),
    ),
  )
  await settled()
  const imports = importsOf(owner, channelId)
  const read = async () => {
    const timeline = (await owner.get(`${backup}/timeline?date=2026-03-01`)).body
    const { body: usage } = await owner.get(`/api/channels/${channelId}/usage?from=2026-03-01&to=2026-03-11`)
    const { body: overview } = await owner.get('/api/overview')
    return {
      // The number of the import changes when another one vouches for a message.
      items: timeline.items
        .filter(({ kind }: { kind: string }) => kind === 'message')
        .map(({ imported, ...item }: { imported: { format: string } | null }) => ({ ...item, from: imported?.format })),
      messages: (await owner.get(`${backup}/messages?date=2026-03-01`)).body.messages,
      days: (await owner.get(`${backup}/days`)).body.days,
      found: (await owner.get(`${backup}/search?q=tea`)).body.hits.length,
      exported: (await owner.post(`${backup}/export`, { formats: ['jsonl'] })).body.messages,
      sends: (await owner.get(`/api/channels/${channelId}/assistant/log`)).body.sends.length,
      usage: usage.totals,
      lastMessageAt: overview.channels.map((one: { lastMessageAt: string }) => one.lastMessageAt),
    }
  }
  const before = await read()
  const watcher = await watchChannel(service, owner, channelId)
  t.after(() => watcher.stop())
  const file = lineFile(
    '09:31 Owner-san good morning everyone',
    '09:32 Kenji Is there tea?',
    '09:33 Kenji the bus leaves at ten',
    '09:35 Owner-san who brings the map',
    '09:36 Ann [Photo]',
    '09:37 Kenji I have two of them',
    '09:38\t\tKenji joined the group.',
  )

  const uploaded = await imports.send(file, '?fileName=%5BLINE%5D%20Hikers.txt')
  assert.equal(uploaded.status, 201, uploaded.text)
  assert.equal(uploaded.headers.get('location'), `${imports.path}/1`)
  assert.deepEqual([uploaded.body.fileName, uploaded.body.createdBy], ['[LINE] Hikers.txt', 'U-owner'])
  const ready = await imports.settled(1)
  const preview = previewOf(ready)
  assert.deepEqual(
    [ready.figures?.format, ready.figures?.new, ready.figures?.here, preview.title],
    ['line', 2, 4, 'Hikers'],
  )
  assert.deepEqual([ready.figures?.firstDay, ready.figures?.lastDay], ['2026-03-01', '2026-03-01'])
  assert.deepEqual(ready.days, [{ date: '2026-03-01', new: 2, here: 4, leftOut: 0 }])
  const people = () => previewOf(ready).people.map(({ name, is, memberId, isChosen }) => [name, is, memberId, isChosen])
  assert.deepEqual(people(), [
    ['Owner-san', 'member', 'U-owner', false],
    ['Kenji', 'member', 'U-kenji', false],
    ['Ann', 'outsider', null, false],
  ])
  assert.deepEqual(
    preview.zone?.offsets.map(({ minutes }) => minutes),
    [540],
    'the texts show it',
  )
  assert.equal(preview.samples.new[0]?.text, 'Is there tea?')

  const changed = await imports.change(1, {
    timezone: 'Asia/Tokyo',
    people: [{ name: 'Ann', is: 'member', memberId: 'U-ann' }],
  })
  assert.deepEqual(changed.choices?.people, [{ name: 'Ann', sourceId: null, is: 'member', memberId: 'U-ann' }])
  assert.deepEqual(
    previewOf(changed).people.map(({ name, memberId, isChosen }) => [name, memberId, isChosen]),
    [
      ['Owner-san', 'U-owner', false],
      ['Kenji', 'U-kenji', false],
      ['Ann', 'U-ann', true],
    ],
  )
  assert.deepEqual(previewOf(changed).zone?.timezone, 'Asia/Tokyo')
  assert.deepEqual(await read(), before, 'nothing is written yet')

  const done = await imports.move(1, 'commit')
  assert.deepEqual([done.state, done.preview, done.choices, done.figures?.new], ['done', null, null, 2])
  await watcher.until(({ event }) => event === 'reset')
  const after = await read()
  assert.deepEqual(
    after.items.map((item: { content?: string; type: string; sender: { id: string } }) => [
      item.content ?? item.type,
      item.sender.id,
    ]),
    [
      ['good morning everyone', 'U-owner'],
      ['Is there tea?', 'U-kenji'],
      ['the bus leaves at ten', 'U-kenji'],
      ['who brings the map', 'U-owner'],
      ['image', 'U-ann'],
      ['I have two of them', 'U-kenji'],
    ],
  )
  const { body: timeline } = await owner.get(`${backup}/timeline?date=2026-03-01`)
  assert.deepEqual(
    timeline.items.slice(0, 2).map(({ imported, precision }: Record<string, unknown>) => [imported, precision]),
    [
      [null, 'exact'],
      [{ number: 1, format: 'line', similar: false }, 'minute'],
    ],
  )
  assert.deepEqual(
    Object.keys(after.messages[1]),
    Object.keys(after.messages[0]),
    'the public message has no more fields',
  )
  assert.deepEqual([after.found, before.found], [1, 0], 'search')
  assert.deepEqual([after.exported, before.exported], [6, 4], 'exports')
  assert.deepEqual(after.days, [{ date: '2026-03-01', messages: 6 }])
  assert.deepEqual([after.sends, after.usage, after.lastMessageAt], [before.sends, before.usage, before.lastMessageAt])

  await imports.upload(file)
  const same = await imports.change(2, {
    timezone: 'Asia/Tokyo',
    people: [{ name: 'Ann', is: 'member', memberId: 'U-ann' }],
  })
  assert.deepEqual([same.figures?.new, same.figures?.here, same.days[0]?.new], [0, 6, 0])
  await imports.move(same.number, 'commit')
  assert.deepEqual(await read(), after, 'the same file twice adds nothing')

  const undone = async (number: number) => {
    const { status, body } = await owner.get(`${imports.path}/${number}/undo`)
    return status === 200 ? body : status
  }
  assert.deepEqual(await undone(1), { removed: 0, kept: 2 }, 'what undoing would do')
  await imports.move(1, 'undo')
  assert.deepEqual(await read(), after, 'the other import still vouches for everything')
  assert.deepEqual([await undone(1), await undone(2)], [409, { removed: 2, kept: 0 }])
  await imports.move(2, 'undo')
  assert.deepEqual(await read(), before)
  await watcher.stop()
  assert.deepEqual([...new Set(watcher.events.map(({ event }) => event))], ['reset'], 'no message was announced')
  const { body: audit } = await owner.get(`/api/channels/${channelId}/audit`)
  const about = audit.entries.filter(({ action }: { action: string }) => action.startsWith('import.'))
  assert.deepEqual(
    about.map(({ action, target, actor, detail }: Record<string, unknown>) => [action, target, actor, detail]),
    [
      ['import.undone', '2', 'U-owner', {}],
      ['import.undone', '1', 'U-owner', {}],
      ['import.made', '2', 'U-owner', {}],
      ['import.made', '1', 'U-owner', {}],
    ],
  )
  assert.deepEqual(
    (await imports.list()).map(({ number, state, figures }) => [number, state, figures?.here]),
    [
      [2, 'undone', 6],
      [1, 'undone', 4],
    ],
  )
})

test('a message that may be another version of a saved one is marked, until an import has both', async () => {
  const { owner, backup, channelId, deliver, settled } = await createSampleGroup(service, 'C-similar', {
    members: ['U-kenji'],
  })
  const content = { type: 'text', text: 'the bus leaves at ten' } as const
  await deliver(message(channelId, start + 2 * minute + 5_000, { id: 'live', from: 'U-kenji', content }))
  await settled()
  const imports = importsOf(owner, channelId)
  const people = [{ name: 'Kenji', is: 'member' as const, memberId: 'U-kenji' }]
  const read = async (...lines: string[]) =>
    await imports.change((await imports.upload(lineFile(...lines))).number, { timezone: 'Asia/Tokyo', people })
  const marks = async () => {
    const { items } = (await owner.get(`${backup}/timeline?date=2026-03-01`)).body
    return items.flatMap((item: TimelineItem) =>
      item.kind === 'message' && item.type === 'text' ? [[item.content, item.imported?.similar ?? null]] : [],
    )
  }
  const later = '09:33 Kenji the bus leaves at eleven'

  const alone = await read(later)
  const { samples } = previewOf(alone)
  assert.deepEqual([alone.figures?.new, alone.figures?.similar, samples.new], [1, 1, []])
  assert.deepEqual(
    samples.similar.map(({ line, text, similarTo }) => [line, text, similarTo]),
    [[5, 'the bus leaves at eleven', content.text]],
  )
  await imports.move(alone.number, 'commit')
  const marked = [
    [content.text, null],
    ['the bus leaves at eleven', true],
  ]
  assert.deepEqual(await marks(), marked)

  const both = await read('09:33 Kenji the bus leaves at ten', later)
  assert.deepEqual([both.figures?.here, both.figures?.similar], [2, 0])
  await imports.move(both.number, 'commit')
  assert.deepEqual(await marks(), [marked[0], ['the bus leaves at eleven', false]])
  await imports.move(both.number, 'undo')
  assert.deepEqual(await marks(), marked)
})
