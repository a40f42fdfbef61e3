import { DamagedFile } from '../../domain/imports/archived-file.ts'
import type { AddedHistory, ImportedRow } from '../../ports/commands/imports.ts'
import type { JobOutcome } from '../../ports/commands/jobs.ts'
import type { HistoryOrder, HistorySlice } from '../../ports/history-reader.ts'
import type { JobCall, JobDeps } from '../jobs/job-call.ts'
import { toOrder } from './open-order.ts'

type Deps = Pick<JobDeps, 'store' | 'clock' | 'histories' | 'files' | 'blobs' | 'mostMediaBytes'>
type Call<K extends 'read-import' | 'write-import' | 'undo-import'> = Pick<JobCall<K>, 'job' | 'signal'> & {
  channel: Pick<JobCall<K>['channel'], 'channelNo' | 'channelId'>
}

/** Messages in one command. */
const removedAtOnce = 100

/** Reads the file and stores the preview. If it is to be read again meanwhile, this result is ignored. */
export async function readImport(deps: Deps, { job, channel, signal }: Call<'read-import'>): Promise<JobOutcome> {
  const { store, clock, histories } = deps
  const { channelId, importNo } = job
  const found = await store.findImport(channel.channelNo, importNo)
  if (found?.state !== 'reading') return { kind: 'done' }
  const order = toOrder(channel, channelId, found, clock())
  const { reading, sizeBytes } = found
  const progress = writeLatest((share) => {
    const reached = Math.floor(share * sizeBytes)
    return store.write<'note-reading'>({ kind: 'note-reading', channelId, importNo, reading, reached })
  })
  const result = order ? await histories.preview(order, signal, progress.tell) : { refused: 'The file is gone' }
  await progress.written()
  await store.write<'record-history'>({ kind: 'record-history', at: clock(), channelId, importNo, reading, result })
  return { kind: 'done' }
}

/** Writes one share at a time, and always the latest. If one can't be written, neither can the result, which is what counts. */
function writeLatest(write: (share: number) => Promise<unknown>) {
  let latest: number | undefined
  let writing: Promise<void> | undefined
  const writeAll = async () => {
    for (let share = latest; share !== undefined; share = latest) {
      latest = undefined
      await write(share).catch(() => undefined)
    }
    writing = undefined
  }
  return {
    tell(share: number) {
      latest = share
      writing ??= writeAll()
    },
    written: async () => await writing,
  }
}

/** Adds what is missing, slice by slice. After a crash it continues with the line that it had reached. */
export async function writeImport(deps: Deps, { job, channel, signal }: Call<'write-import'>): Promise<JobOutcome> {
  const { store, clock, histories } = deps
  const { channelId, importNo } = job
  const found = await store.findImport(channel.channelNo, importNo)
  const order = found?.state === 'writing' ? toOrder(channel, channelId, found, clock()) : undefined
  if (!found || !order) return { kind: 'done' }
  const common = { kind: 'add-imported', channelId, importNo } as const
  const add = (slice: Omit<HistorySlice, 'file'>) => store.write<'add-imported'>({ ...common, at: clock(), ...slice })
  let reached = found.reached
  const result = await histories.compare(
    { ...order, after: found.reached },
    async (slice) => {
      signal.throwIfAborted()
      reached = slice.reached
      return (await addWithFile(deps, { order, slice, add, signal })).kind === 'going-on'
    },
    signal,
  )
  if (!result) return { kind: 'done' }
  if ('refused' in result) {
    const { reading } = found
    await store.write<'record-history'>({ kind: 'record-history', at: clock(), channelId, importNo, reading, result })
    return { kind: 'done' }
  }
  await store.write<'add-imported'>({
    ...common,
    at: clock(),
    messages: [],
    gaps: [],
    reached,
    outcome: result.outcome,
  })
  return { kind: 'done' }
}

type Addition = {
  order: HistoryOrder
  slice: HistorySlice
  add(slice: Omit<HistorySlice, 'file'>): Promise<AddedHistory>
  signal: AbortSignal
}

/** Adds a slice. The file of its last message is stored first, and deleted again if the message doesn't come in. */
async function addWithFile(
  { histories, files, blobs, mostMediaBytes }: Pick<Deps, 'histories' | 'files' | 'blobs' | 'mostMediaBytes'>,
  { order, slice: { file: packed, ...slice }, add, signal }: Addition,
): Promise<AddedHistory> {
  const last = slice.messages.at(-1)
  if (!packed || !last) return await add(slice)
  const addLast = (file: NonNullable<ImportedRow['file']>) =>
    add({ ...slice, messages: [...slice.messages.slice(0, -1), { ...last, file }] })
  if (packed.sizeBytes > mostMediaBytes) return await addLast('too-large')
  if (packed.sizeBytes === 0) return await addLast('damaged')
  // Checked before reading bytes that couldn't be stored.
  await blobs.check()
  let added: AddedHistory | undefined
  try {
    await files.keep(untilAborted(histories.readFile(order, packed), signal), async (file) => {
      added = await addLast(file)
    })
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
  }
  return added ?? (await addLast('damaged'))
}

async function* untilAborted(pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    signal.throwIfAborted()
    yield piece
  }
}

export async function undoImport(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { job: { channelId, importNo }, signal }: Call<'undo-import'>,
): Promise<JobOutcome> {
  const command = { kind: 'remove-imported', channelId, importNo, limit: removedAtOnce } as const
  for (;;) {
    signal.throwIfAborted()
    const { more } = await store.write<'remove-imported'>({ ...command, at: clock() })
    if (!more) return { kind: 'done' }
  }
}

/** A job that failed for good ends its import, so that nothing waits for it. */
export async function giveUpImport(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { job, channel }: Pick<Call<'read-import'>, 'channel'> & { job: { channelId: string; importNo: number } },
  reason: string,
): Promise<void> {
  const { channelId, importNo } = job
  const found = await store.findImport(channel.channelNo, importNo)
  if (!found) return
  const result = { refused: `It failed several times: ${reason}` }
  const { reading } = found
  await store.write<'record-history'>({ kind: 'record-history', at: clock(), channelId, importNo, reading, result })
}
