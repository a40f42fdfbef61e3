import type { TestService } from '../test-service.ts'

type Scene = { service: TestService; channelId: string }

const operator = { kind: 'operator' } as const
let count = 0

/** A file as LINE's app for phones saves it. */
export const historyText = [
  '[LINE] Chat history in Hikers',
  'Saved on: 2026/03/02 10:00',
  '',
  '2026/03/01(Sun)',
  '09:31\tMika\tIs there wifi?',
  '',
].join('\r\n')

const outcome = JSON.stringify({
  format: 'line',
  lines: 5,
  firstAt: null,
  lastAt: null,
  new: 0,
  similar: 0,
  here: 0,
  leftOut: {},
  notes: {},
  unread: 0,
  days: [],
  title: null,
  zone: null,
  people: [],
  questions: [],
  samples: { new: [], similar: [], here: [], leftOut: [] },
  unreadLines: [],
})

/** An import in this state, as if its jobs had run. In a channel that saves nothing there can't be one. */
export async function addImport({ service, channelId }: Scene, state: 'ready' | 'done'): Promise<number | undefined> {
  const { store, clock } = service
  const at = clock.now
  const channelNo = await store.findChannelNo(channelId)
  if (channelNo === undefined || (await store.countSubscribers(channelNo)) === 0) return undefined
  await endImports({ service, channelId })
  const { sha256, sizeBytes } = await service.putFile(Buffer.from(`${historyText}${++count}`))
  const file = { fileName: 'history.txt', sha256, sizeBytes, choices: '{}' }
  const common = { by: operator, at, channelId }
  const { importNo } = await store.write<'open-history'>({ kind: 'open-history', ...common, ...file })
  const result = { preview: outcome, choices: '{}' }
  await store.write<'record-history'>({ kind: 'record-history', at, channelId, importNo, reading: 1, result })
  if (state === 'ready') return importNo
  await store.write<'steer-history'>({ kind: 'steer-history', ...common, importNo, wish: 'commit' })
  await endImports({ service, channelId })
  return importNo
}

/** Finishes or deletes what has not ended, because a channel has room for a few only, and does one at a time. */
export async function endImports({ service: { store, clock }, channelId }: Scene): Promise<void> {
  const at = clock.now
  const channelNo = await store.findChannelNo(channelId)
  if (channelNo === undefined) return
  for (const { importNo, state } of await store.listImports(channelNo)) {
    const one = { at, channelId, importNo }
    if (state === 'reading' || state === 'ready' || state === 'refused')
      await store.write<'steer-history'>({ kind: 'steer-history', by: operator, ...one, wish: 'drop' })
    if (state === 'writing')
      await store.write<'add-imported'>({ kind: 'add-imported', ...one, messages: [], gaps: [], reached: 5, outcome })
    if (state === 'undoing') await store.write<'remove-imported'>({ kind: 'remove-imported', ...one, limit: 100 })
  }
}
