import { createHash } from 'node:crypto'
import type { AlertWay } from '@innkeeper/contract'
import type { Logger } from 'pino'
import {
  type AlertEvent,
  type AlertOutcome,
  decideEvents,
  paceAlerts,
} from '../../../domain/notifications/alerts/alert.ts'
import { composeMail, composeProbeMail } from '../../../domain/notifications/alerts/compose-mail.ts'
import { composeProbeWebhook, composeWebhook } from '../../../domain/notifications/alerts/compose-webhook.ts'
import { describeFailure } from '../../../domain/notifications/alerts/describe-failure.ts'
import type { NameOf } from '../../../domain/notifications/alerts/describe-finding.ts'
import type { AlertSenders, AlertTargets } from '../../../ports/alerts.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import type { Store } from '../../../ports/store.ts'

export type TellDeps = {
  store: Pick<Store, 'write' | 'listAlerts' | 'listAlertWays' | 'listTellings'>
  clock: Clock
  log: Pick<Logger, 'warn'>
  senders: AlertSenders
  /** As the settings are now. */
  targets(): AlertTargets
  /** Of the service. */
  address(): string
  nameOf: NameOf
}

type Told = { events: readonly AlertEvent[]; outcome: AlertOutcome }

/** Of a mail, and of requests in a row. The rest follows. */
const mostAtOnce = 20

/** Tells operators one way. Only one node does it at a time. `isNeeded`: it is set up, or was until now. */
export type Teller = { isNeeded(): boolean; tell(signal: AbortSignal): Promise<void> }

export function createTeller(deps: TellDeps, way: AlertWay): Teller {
  const { store, clock, log } = deps
  let aimed: string | undefined
  /** What was sent and couldn't be recorded, such as on a full disk. Until it is, nothing is sent, or it would be sent again and again. */
  let unrecorded: CommandOf<'record-alerts'> | undefined

  /** Where alerts go, unless another node knows newer settings. After a change, and after a start, it is tried at once. */
  const aim = async (): Promise<string | undefined> => {
    const target = deps.targets()[way]
    const text = JSON.stringify(target)
    const targetHash = target && hashTarget(deps.targets(), way)
    const stored = async () => (await store.listAlertWays()).find((one) => one.way === way)
    if (text !== aimed && (target || (await stored()))) {
      await store.write<'aim-alerts'>({ kind: 'aim-alerts', at: clock(), way, targetHash })
    }
    aimed = text
    return targetHash ?? undefined
  }

  const record = async (): Promise<void> => {
    if (unrecorded) await store.write<'record-alerts'>(unrecorded)
    unrecorded = undefined
  }

  const tell = async (signal: AbortSignal) => {
    await record()
    const targetHash = await aim()
    if (targetHash === undefined) return
    const known = (await store.listAlertWays()).find((one) => one.way === way)
    if (known?.targetHash !== targetHash || clock() < known.nextAt) return
    const due = decideEvents(way, await store.listAlerts(), await store.listTellings(way), clock())
    // Otherwise no one would know whether it works again.
    if (due.length === 0 && known.failures === 0) return
    const { failingSince, failures } = known
    const { events, outcome } = await send(deps, way, { events: due.slice(0, mostAtOnce), failingSince }, signal)
    // Stopped, which says nothing about the other side.
    if (signal.aborted) return
    if (outcome.kind === 'failed' && failures === 0) {
      log.warn({ way, failure: outcome.failure }, 'failed to send an alert; will retry')
    }
    const at = clock()
    unrecorded = {
      kind: 'record-alerts',
      at,
      way,
      targetHash,
      pace: paceAlerts(outcome, { failures, at }),
      reason: outcome.kind === 'failed' ? describeFailure(outcome.failure) : '',
      told: events.map(({ kind, alert: { name, beganAt } }) => ({
        name,
        beganAt,
        told: kind === 'over' ? 'over' : 'began',
      })),
    }
    await record()
  }
  return { isNeeded: () => aimed !== 'null' || deps.targets()[way] !== null, tell }
}

type Sending = { events: AlertEvent[]; failingSince: number | null }

async function send(
  deps: TellDeps,
  way: AlertWay,
  { events, failingSince }: Sending,
  signal: AbortSignal,
): Promise<Told> {
  const { senders, clock, nameOf } = deps
  const scene = { address: deps.address(), now: clock(), nameOf }
  const probe = { ...scene, failingSince }
  const { mail, webhook } = deps.targets()
  if (way === 'mail' && mail) {
    const content = events.length > 0 ? composeMail(events, scene) : composeProbeMail(probe)
    const outcome = await senders.sendMail(mail, content, signal)
    return { events: outcome.kind === 'sent' ? events : [], outcome }
  }
  const told: AlertEvent[] = []
  let outcome: AlertOutcome = { kind: 'failed', failure: 'not-set-up', detail: '' }
  if (!webhook) return { events: told, outcome }
  const messages = events.map((event) => ({ event, id: event.id, body: composeWebhook(event, scene) }))
  const wanted = messages.length > 0 ? messages : [{ id: `restored_${failingSince}`, body: composeProbeWebhook(probe) }]
  for (const message of wanted) {
    outcome = await senders.sendWebhook(webhook, message, { at: clock(), signal })
    if (outcome.kind === 'failed') break
    if ('event' in message) told.push(message.event)
  }
  return { events: told, outcome }
}

/** The same on every node. Without secrets: what is in the database can be read by others. */
function hashTarget({ mail, webhook }: AlertTargets, way: AlertWay): string {
  const whom = way === 'mail' ? mail?.to : webhook?.url
  return createHash('sha256')
    .update(JSON.stringify([way, whom]))
    .digest('hex')
}
