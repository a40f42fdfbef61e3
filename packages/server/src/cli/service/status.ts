import type { Finding } from '@innkeeper/contract/findings'
import { Command } from 'commander'
import { getSnapshotStatus } from '../../actions/storage/snapshot/runs/snapshot-status.ts'
import type { Config } from '../../config/config.ts'
import { describeFinding } from '../../domain/notifications/alerts/describe-finding.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import { type CliDeps, configOf, type DataOption, withDataOption } from '../cli-deps.ts'

type Options = DataOption & { json?: boolean }

type Problem = { kind: string; place: string | null; reason: string }
type Status = { state: 'fine' | 'attention' | 'unreachable'; address: string | null; problems: Problem[] }

const exitCodes: Record<Status['state'], number> = { fine: 0, attention: 1, unreachable: 2 }
const answerMs = 10_000

export function statusCommand(deps: CliDeps, exit: { code: number }): Command {
  return withDataOption(new Command('status'))
    .summary('Check a running service, for monitoring.')
    .description(
      'Check the service on this machine and its snapshots. The exit code is 0 if everything is fine, 1 if something ' +
        'needs attention, and 2 if the service does not respond.',
    )
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  ./innkeeper status --json --data /var/lib/innkeeper\n')
    .action(async (options: Options) => {
      const { dataDir } = configOf(deps, options)
      const { config } = await deps.readFullConfig({ dataDir })
      const status = await readStatus(deps, config)
      exit.code = exitCodes[status.state]
      console.log(options.json ? JSON.stringify(status) : formatStatus(status))
    })
}

async function readStatus(deps: CliDeps, config: Config): Promise<Status> {
  const address = deps.findAddress(config) ?? null
  const warnings = address === null ? undefined : await askWarnings(address)
  if (!warnings) {
    const reason =
      address === null
        ? `No service runs on ${config.dataDir}. Start it, or name another folder with --data.`
        : `${address} does not respond as it should.`
    return { state: 'unreachable', address, problems: [{ kind: 'unreachable', place: null, reason }] }
  }
  const problems = [
    ...warnings.map((reason) => ({ kind: 'warning', place: null, reason })),
    ...(await findTroubles(deps, config)),
  ]
  return { state: problems.length === 0 ? 'fine' : 'attention', address, problems }
}

/** Undefined if it doesn't respond, or isn't ready. */
async function askWarnings(address: string): Promise<string[] | undefined> {
  try {
    const answer = await fetch(new URL('/ready', address), { signal: AbortSignal.timeout(answerMs) })
    const body = (await answer.json()) as { warnings?: string[] }
    return answer.ok ? (body.warnings ?? []) : undefined
  } catch {
    return undefined
  }
}

/** The service notes what it finds once a minute. */
const recentMs = 150_000

/** Snapshots as they are now, and what the service found otherwise. */
async function findTroubles(deps: CliDeps, config: Config): Promise<Problem[]> {
  const plan = (await deps.loadSnapshots()).places.plan(config)
  const lastSnapshotAt = await deps.findLastSnapshotAt(config)
  const store = await deps.openStore(config)
  try {
    const { places } = await getSnapshotStatus({ store, plan, now: Date.now() })
    const ofSnapshots = places.flatMap(({ where, problems }) =>
      problems.map(({ kind, reason }) => ({ kind: `snapshot-${kind}`, place: where, reason })),
    )
    const noted = (await store.listAlerts()).filter(({ seenAt }) => Date.now() - seenAt < recentMs)
    const others = noted.flatMap(({ finding }) => {
      // Those are known better.
      if (finding.kind === 'warning' || 'place' in finding || hasSnapshotSince(finding, lastSnapshotAt)) return []
      const { title, advice } = describeFinding(finding, (platform) => platform)
      return { kind: finding.kind, place: null, reason: `${title}. ${advice}`.trim() }
    })
    return [...ofSnapshots, ...others]
  } finally {
    await store.close()
  }
}

/** Someone who has just made a snapshot expects the advice to be gone. */
function hasSnapshotSince(finding: Finding, lastSnapshotAt: number | undefined): boolean {
  if (lastSnapshotAt === undefined) return false
  if (finding.kind === 'never-backed-up') return true
  return finding.kind === 'backup-old' && toTimestamp(lastSnapshotAt) > finding.lastAt
}

function formatStatus({ state, address, problems }: Status): string {
  if (state === 'fine') return `${address} is running, and nothing needs attention.`
  const lines = problems.map(
    ({ kind, place, reason }) => `- ${place === null ? '' : `${place}: `}${reason === '' ? kind : reason}`,
  )
  return (
    state === 'unreachable' ? problems.map(({ reason }) => reason) : ['Something needs attention.', ...lines]
  ).join('\n')
}
