import type { PlatformSetupList } from '@innkeeper/contract'
import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import type { Language } from '../locales/language.ts'

export type Platform = PlatformSetupList['platforms'][number]

/** The texts of a platform come from the service, in the language of the page. */
export function usePageLanguage(): Language {
  const { i18n } = useTranslation()
  return i18n.language as Language
}

export const platformsQuery = (language: Language) =>
  queryOptions({ queryKey: ['setup', 'platforms', language], queryFn: () => api.listPlatforms({ language }) })

export const accountQuery = (platform: string, language: Language) =>
  queryOptions({
    queryKey: ['setup', 'account', platform, language],
    queryFn: () => api.getBotAccount({ platform, language }),
    staleTime: 5 * 60_000,
  })

/** How this very page reaches the service, which may differ after each change of a proxy. */
export const addressQuery = queryOptions({
  queryKey: ['setup', 'address'],
  queryFn: () => api.getAddressReport(),
  staleTime: 0,
})

export const settingsQuery = queryOptions({
  queryKey: ['setup', 'settings'],
  queryFn: () => api.listServiceSettings(),
})
