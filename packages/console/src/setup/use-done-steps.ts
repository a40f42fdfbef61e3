import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../channel/queries.ts'
import { platformsQuery, settingsQuery, usePageLanguage } from './queries.ts'

/** Each of them protects against losing data without noticing. */
const isSafety: ReadonlySet<string> = new Set(['snapshotSchedule', 'smtpServer', 'alertWebhookUrl'])

/** What the setup has achieved so far; `options` can stay as they are. */
export function useDoneSteps(isOperator: boolean): ReadonlySet<string> {
  const settings = useQuery({ ...settingsQuery, enabled: isOperator })
  const platforms = useQuery({ ...platformsQuery(usePageLanguage()), enabled: isOperator })
  const overview = useQuery({ ...overviewQuery, enabled: isOperator })
  // With a certificate of its own, the service has the address of its domain.
  const isAddress = (name: string) => name === 'baseUrl' || name === 'acmeDomain'
  const done = {
    address: settings.data?.settings.some(({ name, isSet }) => isAddress(name) && isSet) ?? false,
    platform: platforms.data?.platforms.some(({ isConnected }) => isConnected) ?? false,
    safety: settings.data?.settings.some(({ name, isSet }) => isSafety.has(name) && isSet) ?? false,
    group: overview.data?.channels.some(({ type, role }) => type !== 'user' && role === 'owner') ?? false,
  }
  return new Set(Object.entries(done).flatMap(([step, isDone]) => (isDone ? [step] : [])))
}
