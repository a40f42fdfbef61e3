import { findFindings, nameFinding, type ServiceState } from '@innkeeper/contract/findings'
import type { Clock } from '../../../ports/clock.ts'
import type { Store } from '../../../ports/store.ts'
import type { LatestFindings } from '../../storage/latest-findings.ts'

type Deps = {
  store: Pick<Store, 'write' | 'listAlerts'>
  clock: Clock
  readState(): Promise<ServiceState>
  latestFindings?: Pick<LatestFindings, 'note'>
}

/** As long as a problem has to be gone to be over. A node that has just started hasn't seen everything yet. */
const startingMs = 5 * 60_000
const noteEveryMs = 60_000

/** Notes what needs an operator, as the Service status page shows it, without the hints. On every node, because each has a disk of its own. */
export function createAlertLook({ store, clock, readState, latestFindings }: Deps): () => Promise<void> {
  const noted = { names: '', at: Number.NEGATIVE_INFINITY }
  let begunAt: number | undefined
  return async () => {
    const at = clock()
    begunAt ??= at
    const state = await readState()
    const found = findFindings(state, at)
    latestFindings?.note(found, state.connections)
    const serious = found.filter(({ level }) => level !== 'hint')
    const findings = serious.map((finding) => ({ name: nameFinding(finding), finding }))
    const names = findings.map(({ name }) => name).join('\n')
    const isRecent = Math.abs(at - noted.at) < noteEveryMs
    if (names === noted.names && isRecent) return
    const isQuiet = findings.length === 0 && (await store.listAlerts()).every(({ overAt }) => overAt !== null)
    if (!isQuiet) {
      const canEnd = at - begunAt >= startingMs
      await store.write<'note-alerts'>({ kind: 'note-alerts', at, findings, canEnd })
    }
    Object.assign(noted, { names, at })
  }
}
