import { useTranslation } from 'react-i18next'

/** As people write it; its name in addresses where we know no other. */
export function usePlatformName(): (platform: string) => string {
  const { t } = useTranslation()
  return (platform) => (platform === 'line' ? t('operator.platforms.line') : platform)
}
