import { toTimestamp } from '../../timestamp.ts'
import type { AlertEvent } from './alert.ts'
import { describeProbe, operatorUrl, type Probe, type Scene } from './compose-mail.ts'
import { describeFinding } from './describe-finding.ts'

const types = { began: 'alert.began', still: 'alert.reminded', over: 'alert.over' } as const

/** The body of a message as Standard Webhooks wants it. The same for each attempt. */
export function composeWebhook({ kind, alert }: AlertEvent, { address, nameOf }: Omit<Scene, 'now'>): string {
  const { finding, beganAt, overAt } = alert
  const { title, advice } = describeFinding(finding, nameOf)
  return JSON.stringify({
    type: types[kind],
    timestamp: toTimestamp(kind === 'over' && overAt !== null ? overAt : beganAt),
    data: {
      kind: finding.kind,
      level: finding.level,
      title,
      advice,
      beganAt: toTimestamp(beganAt),
      overAt: overAt === null ? null : toTimestamp(overAt),
      url: operatorUrl(address),
    },
  })
}

export function composeProbeWebhook({ address, now, failingSince }: Probe): string {
  return JSON.stringify({
    type: failingSince === null ? 'alert.test' : 'alert.restored',
    timestamp: toTimestamp(now),
    data: { ...describeProbe(failingSince), url: operatorUrl(address) },
  })
}
