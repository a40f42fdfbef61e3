import { Command } from 'commander'
import { getSnapshotStatus } from '../../actions/storage/snapshot/runs/snapshot-status.ts'
import type { Config } from '../../config/config.ts'
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
      'Ask the service on this machine how it is, and look at its snapshots. The exit code is 0 if everything is fine, 1 if something ' +
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
    ...(await findSnapshotTroubles(deps, config)),
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

async function findSnapshotTroubles(deps: CliDeps, config: Config): Promise<Problem[]> {
  const plan = (await deps.loadSnapshots()).places.plan(config)
  const store = await deps.openStore(config)
  try {
    // When the service started isn't known here; it reports a snapshot that never came itself.
    const now = Date.now()
    const { places } = await getSnapshotStatus({ store, plan, now, since: now })
    return places.flatMap(({ where, problems }) =>
      problems.map(({ kind, reason }) => ({ kind: `snapshot-${kind}`, place: where, reason })),
    )
  } finally {
    await store.close()
  }
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
