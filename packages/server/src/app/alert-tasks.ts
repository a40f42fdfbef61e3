import { createAlertLook } from '../actions/notifications/alerts/look-for-alerts.ts'
import { createTeller } from '../actions/notifications/alerts/tell-alerts.ts'
import { createReachQuestion } from '../actions/platforms/ask-reach.ts'
import { platformNames } from '../actions/platforms/known-platforms.ts'
import type { AlertTask } from '../jobs/alerter.ts'
import type { Store } from '../ports/store.ts'
import { alertTargetsOf } from './alert-targets.ts'
import type { Services } from './create-services.ts'
import type { Log } from './log.ts'

/** A snapshot that fails must be told within a minute. */
const lookEveryMs = 5_000
const tellEveryMs = 2_000
const askEveryMs = 10_000

type Deps = Services & { store: Store; log: Log['log'] }

/** What there is to do about alerts, again and again. */
export function alertTasks(deps: Deps): AlertTask[] {
  const { settings, platforms, platformSetups, operatorReports, alertSenders, baseUrl } = deps
  const known = { connectors: platforms.connectors, platformSetups }
  const telling = {
    ...deps,
    senders: alertSenders,
    targets: () => alertTargetsOf(settings.config()),
    address: baseUrl,
    nameOf: (platform: string) => platformNames(known, platform).name,
  }
  const askReach = createReachQuestion({ ...deps, connectors: platforms.connectors })
  const ways = (['mail', 'webhook'] as const).map((way): AlertTask => {
    const { isNeeded, tell } = createTeller(telling, way)
    return { name: `alerts by ${way}`, everyMs: tellEveryMs, isShared: true, isNeeded, run: tell }
  })
  return [
    {
      name: 'look for alerts',
      everyMs: lookEveryMs,
      isShared: false,
      isNeeded: () => true,
      run: createAlertLook({ ...deps, readState: operatorReports.readState }),
    },
    ...ways,
    {
      name: 'reach of platforms',
      everyMs: askEveryMs,
      isShared: true,
      // Without an address of its own, a service is tried out on this machine.
      isNeeded: () => settings.config().baseUrl !== '',
      run: askReach,
    },
  ]
}
