import type { OperatorReport } from '@innkeeper/contract'
import { type Finding, subjectOfFinding } from '@innkeeper/contract/findings'
import { describeFinding, type NameOf } from '../../domain/notifications/alerts/describe-finding.ts'
import type { Clock } from '../../ports/clock.ts'

/**
 * What this node found when it last looked for alerts. Health checks and metrics are read by anyone and often, so they don't look
 * themselves.
 */
export type LatestFindings = {
  note(findings: readonly Finding[], connections: Connections): void
  /** About platforms whose messages don't arrive. */
  warnings(): string[]
  figures(): FindingFigures
}

export type FindingFigures = {
  findings: { kind: string; level: string; subject: string }[]
  polls: { platform: string; lastPollAt: number | null; pending: number | null }[]
}

type Connections = Pick<OperatorReport['connections'][number], 'platform' | 'receives' | 'lastPollAt' | 'behind'>[]

/** It looks every few seconds. If the store is away, nothing is known any more. */
const forgetAfterMs = 60_000

export function createLatestFindings({ clock, nameOf }: { clock: Clock; nameOf: NameOf }): LatestFindings {
  let latest: { at: number; findings: readonly Finding[]; connections: Connections } | undefined
  const known = () =>
    latest && Math.abs(clock() - latest.at) <= forgetAfterMs ? latest : { findings: [], connections: [] }
  return {
    note(findings, connections) {
      latest = { at: clock(), findings, connections }
    },
    warnings: () =>
      known()
        .findings.filter(keepsMessagesAway)
        .map((finding) => {
          const { title, advice } = describeFinding(finding, nameOf)
          return `${title}. ${advice}`.replace(/\.$/, '')
        }),
    figures() {
      const { findings, connections } = known()
      return {
        findings: findings.map((finding) => ({
          kind: finding.kind,
          level: finding.level,
          // A sentence can have a number in it, and would be a new series each time.
          subject: finding.kind === 'warning' ? '' : subjectOfFinding(finding),
        })),
        polls: connections
          .filter(({ receives }) => receives === 'polling')
          .map(({ platform, lastPollAt, behind }) => ({
            platform,
            lastPollAt: lastPollAt === null ? null : Date.parse(lastPollAt),
            pending: behind,
          })),
      }
    },
  }
}

/** A platform that was never connected successfully isn't a failure of this node. */
function keepsMessagesAway(finding: Finding): boolean {
  return 'platform' in finding && (finding.level === 'bad' || finding.kind === 'events-missed')
}
