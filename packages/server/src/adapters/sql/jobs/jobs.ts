import type { Job, JobKind } from '../../../domain/jobs/job.ts'
import type { ClaimedJob, JobOutcome } from '../../../ports/commands/jobs.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { endAllSignIns } from '../accounts/sign-ins.ts'
import { endAllWaiting, endSend, turnIntoPush } from '../assistant/sending/sends.ts'
import { renewInstance } from '../instance.ts'
import { noteRestore } from '../messages/ledger/absences.ts'
import { dropAlerts } from '../notifications/alerts.ts'
import { forgetPositions } from '../platforms/source-positions.ts'
import { forEachRow, rowList } from '../row-list.ts'
import { type Defaults, given, type Sql } from '../sql.ts'
import { turnOffRestored } from '../webhooks/turn-off.ts'
import { type ClaimedRow, readJob, toClaimedJob } from './claimed-job.ts'
import { listQueues, noteTurn, recountQueues, takeInTurns } from './job-queues.ts'

/** Jobs that contain a message of a member or of the bot. */
const speaking = "'send-reply', 'push-message', 'find-answer', 'ask-model'"

const mostBuried = 10_000
/** Of a reason, which may quote another server's response. */
const mostReasonLength = 500

/**
 * Plans a job in the transaction of its cause. Returns whether there is anything new to do. A waiting job of the same name does
 * the work of both, and is moved forward if it was planned for later, unless it has failed and waits for its next attempt. A
 * running one doesn't count: it may have read the data before the change.
 */
export async function planJob(tx: Sql, channelNo: number, job: Job, at: number, runAt = at): Promise<boolean> {
  return (await tx.intake.addJob(channelNo, job, at, runAt)) > 0
}

/** Plans several jobs of one kind. Returns how many are new or run earlier than before. */
export async function planJobs(tx: Sql, channelNo: number, jobs: readonly Job[], at: number): Promise<number> {
  const [first] = jobs
  return first ? await tx.intake.addJobs(channelNo, first.kind, jobs, at) : 0
}

export function ofRequest(job: Job, requestId: string | undefined): Job {
  return requestId === undefined ? job : { ...job, requestId }
}

/**
 * One job of each channel before a second of any; the channel that was served longest ago comes first. PostgreSQL has its own,
 * for several nodes that claim at once (`postgres/jobs/claim-jobs.ts`).
 */
export async function claimJobs(tx: Sql, command: CommandOf<'claim-jobs'>): Promise<ClaimedJob[]> {
  const claimed: ClaimedJob[] = []
  for (const one of [command, ...(command.also ?? [])])
    claimed.push(...(await claimForLane(tx, { ...command, ...one })))
  return claimed
}

async function claimForLane(tx: Sql, command: CommandOf<'claim-jobs'>): Promise<ClaimedJob[]> {
  const { at, lease, leaseMs, limit } = command
  if (limit < 1) return []
  const queues = await listQueues(tx, command)
  const claimed: ClaimedJob[] = []
  for (const jobId of takeInTurns(queues, limit)) {
    await tx.run(
      'update jobs set lease = ?, run_at = ?, attempts = attempts + 1 where job_id = ?',
      lease,
      at + leaseMs,
      jobId,
    )
    const job = await getJob(tx, jobId)
    await noteTurn(tx, job.channel.channelNo, job.job.kind)
    await tx.intake.updateNextJob(job.channel.channelNo, job.job.kind)
    claimed.push(job)
  }
  return claimed
}

/** PostgreSQL has its own, which waits for no lock (`postgres/jobs/extend-leases.ts`). */
export async function extendLeases(tx: Sql, { at, leaseMs, held }: CommandOf<'extend-leases'>): Promise<null> {
  for (const { jobId, lease } of held) {
    const job = await tx.get<{ channel: number; kind: JobKind }>(
      'select channel, kind from jobs where job_id = ? and lease = ?',
      jobId,
      lease,
    )
    if (!job) continue
    await tx.run('update jobs set run_at = ? where job_id = ? and lease = ?', at + leaseMs, jobId, lease)
    await tx.intake.updateNextJob(job.channel, job.kind)
  }
  return null
}

/** Jobs keep their attempts: what the process had done before it died is unknown. Open imports are abandoned. */
export async function releaseJobs(tx: Sql): Promise<null> {
  const held = await tx.all<{
    job_id: number
    channel: number
    kind: JobKind
    name: string | null
    created_at: number
  }>('select job_id, channel, kind, name, created_at from jobs where lease is not null and buried_at is null')
  for (const { job_id: jobId, channel, kind, name, created_at: createdAt } of held) {
    await putBack(tx, { channel, jobId, name }, createdAt)
    await tx.intake.updateNextJob(channel, kind)
  }
  await tx.run('update assistant_imports set is_open = 0 where is_open = 1')
  return null
}

/** Nothing that waited before a restore is sent after it: the original service may have sent it since. */
export async function settleRestored(
  tx: Sql,
  { at, copiedAt }: CommandOf<'settle-restored'>,
): Promise<{ signedOut: number }> {
  const dropped = await tx.returning<{ channel: number; kind: JobKind }>(
    `delete from jobs where kind in (${speaking}, 'greet-newcomers') and buried_at is null returning channel, kind`,
  )
  for (const { channel, kind } of dropped) await tx.intake.updateNextJob(channel, kind)
  // A snapshot of a PostgreSQL database may have jobs that no queue counts yet.
  if (tx.engine === 'sqlite') await recountQueues(tx)
  await tx.run('delete from newcomers')
  await endAllWaiting(tx, at)
  const signedOut = await endAllSignIns(tx)
  await forgetPositions(tx)
  await dropAlerts(tx)
  await turnOffRestored(tx)
  // Clients of the original store have seen more changes than this copy has, so no one can continue from here.
  await tx.run('update channels set last_change = ? where last_change < ?', at, at)
  await noteRestore(tx, { from: copiedAt, at })
  await renewInstance(tx)
  return { signedOut }
}

/** Only with the current lease. An expired lease still counts until another worker has claimed the job. */
export async function finishJob(tx: Sql, command: CommandOf<'finish-job'>, defaults: Defaults): Promise<null> {
  const { at, jobId, lease, outcome } = command
  // Locked, because another node may claim it as soon as the lease has expired.
  const held = await tx.get<{ channel: number; kind: JobKind; name: string | null; detail: string }>(
    `select channel, kind, name, detail from jobs where job_id = ? and lease = ?${tx.engine === 'sqlite' ? '' : ' for update'}`,
    jobId,
    lease,
  )
  if (!held) return null
  switch (outcome.kind) {
    case 'done':
      await endSend(tx, defaults, readJob(held.detail), at, outcome)
      await tx.run('delete from jobs where job_id = ?', jobId)
      if (outcome.alsoDone?.length) {
        const rows = rowList(outcome.alsoDone.map((id) => [id]))
        await tx.run(deleteBehind[tx.engine], rows, held.channel, held.kind)
      }
      break
    case 'retry':
      await putBack(tx, { ...held, jobId }, outcome.runAt)
      await tx.run('update jobs set reason = ? where job_id = ?', outcome.reason.slice(0, mostReasonLength), jobId)
      break
    case 'give-back':
      await putBack(tx, { ...held, jobId }, Math.min(outcome.runAt, await nextOfName(tx, held)))
      await tx.run('update jobs set attempts = attempts - 1 where job_id = ?', jobId)
      break
    case 'push-instead': {
      const reply = readJob(held.detail)
      const push = await turnIntoPush(tx, reply, at)
      if (push) {
        await tx.run('delete from jobs where job_id = ?', jobId)
        await planJob(tx, held.channel, ofRequest(push, reply.requestId), at)
        break
      }
      await bury(tx, defaults, { ...held, jobId }, at, { ...outcome, kind: 'bury', failure: 'expired' })
      break
    }
    case 'bury':
      await bury(tx, defaults, { ...held, jobId }, at, outcome)
      break
  }
  if (outcome.chatPausedUntil !== undefined) {
    await tx.run('update channels set paused_until = ? where channel = ?', outcome.chatPausedUntil, held.channel)
  }
  await tx.intake.updateNextJob(held.channel, held.kind)
  return null
}

const deleteBehind = forEachRow(
  (rows) => `delete from jobs where job_id in (select cast(l.value ->> 0 as bigint) from ${rows})
     and channel = ? and kind = ? and lease is null and buried_at is null`,
)

const longBuried = `buried_at is not null and (buried_at, job_id) < (
  select buried_at, job_id from jobs where buried_at is not null
  order by buried_at desc, job_id desc limit 1 offset ${given}
)`
/** Of any channel, so those that someone else has locked are left to the next time. */
const deleteLongBuried = {
  sqlite: `delete from jobs where ${longBuried}`,
  postgres: `delete from jobs where job_id in (select job_id from jobs where ${longBuried} for update skip locked)`,
}

type Named = { channel: number; name: string | null }

/** When the same job was planned for meanwhile: there may be a reason to run it earlier than its own outcome says. */
async function nextOfName(tx: Sql, { channel, name }: Named): Promise<number> {
  const waiting = await tx.get<{ runAt: number }>(
    'select run_at as "runAt" from jobs where channel = ? and name = ? and lease is null and buried_at is null',
    channel,
    name,
  )
  return waiting?.runAt ?? Number.POSITIVE_INFINITY
}

/** The next attempt also does the work planned under its name meanwhile, and keeps the time it has to wait. */
async function putBack(tx: Sql, { jobId, channel, name }: Named & { jobId: number }, runAt: number): Promise<void> {
  await tx.run(
    'delete from jobs where channel = ? and name = ? and name is not null and lease is null and buried_at is null',
    channel,
    name,
  )
  await tx.run('update jobs set lease = null, run_at = ? where job_id = ?', runAt, jobId)
}

/** The text and the reply token are no longer needed, and are deleted. */
async function bury(
  tx: Sql,
  defaults: Defaults,
  { jobId, detail }: { jobId: number; detail: string },
  at: number,
  outcome: Extract<JobOutcome, { kind: 'bury' }>,
): Promise<void> {
  const reason = outcome.reason.slice(0, mostReasonLength)
  await endSend(tx, defaults, readJob(detail), at, { ...outcome, reason })
  await tx.run(
    `update jobs set buried_at = ?, reason = ?, lease = null, detail = case when kind in (${speaking}) then '{}' else detail end
     where job_id = ?`,
    at,
    reason,
    jobId,
  )
  await tx.run(deleteLongBuried[tx.engine], mostBuried - 1)
}

async function getJob(tx: Sql, jobId: number): Promise<ClaimedJob> {
  const row = await tx.get<ClaimedRow>(
    `select j.job_id, j.detail, j.attempts, j.created_at,
       c.channel, c.channel_id, c.chat_id, c.type, c.platform, c.bot_present, c.owner_disabled, c.paused_until
     from jobs j join channels c on c.channel = j.channel where j.job_id = ?`,
    jobId,
  )
  if (!row) throw new Error('The claimed job could not be read')
  return toClaimedJob(row)
}
