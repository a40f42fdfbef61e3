import { randomUUID } from 'node:crypto'
import type { AlertTest, BodyOf, Routes } from '@innkeeper/contract'
import type { AlertOutcome } from '../../../domain/notifications/alerts/alert.ts'
import { composeProbeMail } from '../../../domain/notifications/alerts/compose-mail.ts'
import { composeProbeWebhook } from '../../../domain/notifications/alerts/compose-webhook.ts'
import { describeFailure } from '../../../domain/notifications/alerts/describe-failure.ts'
import { invalid } from '../../../domain/refusal.ts'
import type { AlertSenders, AlertTargets } from '../../../ports/alerts.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { SecretBox, ServiceSettings } from '../../../ports/service-settings.ts'
import type { Store } from '../../../ports/store.ts'
import { openAll } from '../../storage/service-settings.ts'

type Deps = {
  store: Store
  clock: Clock
  serviceSettings: ServiceSettings
  secrets: SecretBox
  alertSenders: AlertSenders
  /** With these texts in place of the saved ones. */
  draftAlertTargets(saved: ReadonlyMap<string, string>): AlertTargets
  baseUrl: () => string
}

/** With values that aren't saved yet. Waits for the other side, so that the answer says whether it worked. */
export async function testAlert(
  { store, clock, serviceSettings, secrets, alertSenders, draftAlertTargets, baseUrl }: Deps,
  { way, changes }: BodyOf<Routes['testAlert']>,
): Promise<AlertTest> {
  const saved = openAll(await store.listSettings(), secrets)
  const problem = serviceSettings.findProblem(saved, new Map(changes.map(({ name, value }) => [name, value])))
  if (problem !== undefined) throw invalid(problem)
  for (const { name, value } of changes) {
    if (value === null) saved.delete(name)
    else saved.set(name, value)
  }
  const { mail, webhook } = draftAlertTargets(saved)
  const probe = { address: baseUrl(), now: clock(), failingSince: null }
  // The senders have a limit of their own.
  const { signal } = new AbortController()
  if (way === 'mail' && mail) {
    const outcome = await alertSenders.sendMail(mail, composeProbeMail(probe), signal)
    return describe(outcome.kind === 'sent' && outcome.isPartial ? partial : outcome)
  }
  if (way === 'webhook' && webhook) {
    const message = { id: `test_${randomUUID()}`, body: composeProbeWebhook(probe) }
    return describe(await alertSenders.sendWebhook(webhook, message, { at: clock(), signal }))
  }
  return describe({ kind: 'failed', failure: 'not-set-up', detail: '' })
}

const partial: AlertOutcome = { kind: 'failed', failure: 'recipient', detail: '' }

function describe(outcome: AlertOutcome): AlertTest {
  if (outcome.kind === 'sent') return { failure: null, advice: '', detail: '' }
  return { failure: outcome.failure, advice: describeFailure(outcome.failure), detail: outcome.detail }
}
