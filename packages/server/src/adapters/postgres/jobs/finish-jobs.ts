import type { JobKind } from '../../../domain/jobs/job.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { type Outcome, unwritten } from '../../sql/outcome.ts'
import { type Connection, queryLists } from '../connections/query-lists.ts'
import type { Transactions } from '../connections/transactions.ts'
import { isUnreachable } from '../connections/trouble.ts'
import { updateNextJobs } from './claim-jobs.ts'

type FinishJob = CommandOf<'finish-job'>
type Waiting = { command: FinishJob; resolve(outcome: Outcome): void }

/** Jobs that end so close to each other are ended by one statement. A transaction for each would cost more than most jobs. */
const gatherMs = 5

/** Only sending changes more than the job itself when it is done. */
const sending: ReadonlySet<JobKind | undefined> = new Set(['send-reply', 'push-message', undefined])

export function canFinishTogether({ jobKind, outcome }: FinishJob): boolean {
  return outcome.kind === 'done' && !outcome.alsoDone?.length && !sending.has(jobKind)
}

/**
 * Ends jobs that are done and have nothing else to write. The statement waits for no lock. Jobs that it could not end, because
 * someone else has locked or claimed them, are ended by `runAlone`.
 */
export function createJobEnds(
  runSingle: Transactions['runSingle'],
  runAlone: (command: FinishJob) => Promise<Outcome>,
): (command: FinishJob) => Promise<Outcome> {
  let waiting: Waiting[] = []

  const endAll = async () => {
    const all = waiting
    waiting = []
    try {
      const ended = await runSingle((connection) =>
        finishJobs(
          connection,
          all.map(({ command }) => command),
        ),
      )
      for (const { command, resolve } of all) {
        if (ended.has(command.jobId)) resolve({ kind: 'done', value: null })
        else void runAlone(command).then(resolve)
      }
    } catch (error) {
      for (const { command, resolve } of all) {
        if (isUnreachable(error)) resolve(unwritten(error))
        else void runAlone(command).then(resolve)
      }
    }
  }

  return (command) =>
    new Promise((resolve) => {
      if (waiting.push({ command, resolve }) === 1) setTimeout(() => void endAll(), gatherMs)
    })
}

async function finishJobs(connection: Connection, commands: FinishJob[]): Promise<Set<number>> {
  const ended = await queryLists<{ job_id: number; channel: number; kind: JobKind }>(
    connection,
    statement,
    commands.map(({ jobId }) => jobId),
    commands.map(({ lease }) => lease),
  )
  // If it fails, a claim does it.
  await updateNextJobs(connection, ended).catch(() => undefined)
  return new Set(ended.map(({ job_id }) => job_id))
}

const statement = `with held as materialized (
    select j.channel, j.job_id from unnest(?::bigint[], ?::text[]) f (job_id, lease)
    join jobs j on j.job_id = f.job_id and j.lease = f.lease
    where j.kind not in ('send-reply', 'push-message') for update of j skip locked
  )
  delete from jobs j using held h where j.channel = h.channel and j.job_id = h.job_id returning j.job_id, j.channel, j.kind`
