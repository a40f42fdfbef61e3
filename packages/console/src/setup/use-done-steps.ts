import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../channel/queries.ts'
import { platformsQuery, settingsQuery, usePageLanguage } from './queries.ts'

/** What the setup has achieved so far; `options` can stay as they are. */
export function useDoneSteps(isOperator: boolean): ReadonlySet<string> {
  const settings = useQuery({ ...settingsQuery, enabled: isOperator })
  const platforms = useQuery({ ...platformsQuery(usePageLanguage()), enabled: isOperator })
  const overview = useQuery({ ...overviewQuery, enabled: isOperator })
  const address = settings.data?.settings.find(({ name }) => name === 'baseUrl')?.value
  const done = {
    address: address !== undefined && address !== null,
    platform: platforms.data?.platforms.some(({ isConnected }) => isConnected) ?? false,
    group: overview.data?.channels.some(({ type, role }) => type !== 'user' && role === 'owner') ?? false,
  }
  return new Set(Object.entries(done).flatMap(([step, isDone]) => (isDone ? [step] : [])))
}
