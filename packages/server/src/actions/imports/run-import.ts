import type { JobOutcome } from '../../ports/commands/jobs.ts'
import type { HistoryOrder } from '../../ports/history-reader.ts'
import type { ImportRecord } from '../../ports/importing.ts'
import type { JobCall, JobDeps } from '../jobs/job-call.ts'

type Deps = Pick<JobDeps, 'store' | 'clock' | 'histories'>
type Call<K extends 'read-import' | 'write-import' | 'undo-import'> = Omit<JobCall<K>, 'connector'>

/** Messages in one command. */
const removedAtOnce = 500

/** Reads the file and stores the preview. If it is to be read again meanwhile, this result is ignored. */
export async function readImport(deps: Deps, { job, channel, signal }: Call<'read-import'>): Promise<JobOutcome> {
  const { store, clock, histories } = deps
  const { channelId, importNo } = job
  const found = await store.findImport(channel.channelNo, importNo)
  if (found?.state !== 'reading') return { kind: 'done' }
  const order = toOrder(channel, found, clock())
  const result = order ? await histories.preview(order, signal) : { refused: 'The file is gone' }
  const { reading } = found
  await store.write<'record-history'>({ kind: 'record-history', at: clock(), channelId, importNo, reading, result })
  return { kind: 'done' }
}

/** Adds what is missing, slice by slice. After a crash it continues with the line that it had reached. */
export async function writeImport(deps: Deps, { job, channel, signal }: Call<'write-import'>): Promise<JobOutcome> {
  const { store, clock, histories } = deps
  const { channelId, importNo } = job
  const found = await store.findImport(channel.channelNo, importNo)
  const order = found?.state === 'writing' ? toOrder(channel, found, clock()) : undefined
  if (!found || !order) return { kind: 'done' }
  const common = { kind: 'add-imported', channelId, importNo } as const
  let reached = found.reached
  const result = await histories.compare(
    { ...order, after: found.reached },
    async (slice) => {
      signal.throwIfAborted()
      reached = slice.reached
      return (await store.write<'add-imported'>({ ...common, at: clock(), ...slice })).kind === 'going-on'
    },
    signal,
  )
  if (!result) return { kind: 'done' }
  if ('refused' in result) {
    const { reading } = found
    await store.write<'record-history'>({ kind: 'record-history', at: clock(), channelId, importNo, reading, result })
    return { kind: 'done' }
  }
  await store.write<'add-imported'>({ ...common, at: clock(), messages: [], reached, outcome: result.outcome })
  return { kind: 'done' }
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

function toOrder(
  { channelNo, channelId }: JobCall<'read-import'>['channel'],
  { sha256, sizeBytes, choices }: ImportRecord,
  at: number,
): HistoryOrder | undefined {
  if (sha256 === null) return undefined
  return { channelNo, channelId, sha256, sizeBytes, choices: choices ?? '{}', at }
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
