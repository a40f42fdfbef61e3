import { Alert, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { Coded } from '../ui/coded.tsx'
import { type AddressFinding, judgeAddress } from './judge-address.ts'
import { CheckList } from './platform/check-list.tsx'
import { addressQuery, platformsQuery, usePageLanguage } from './queries.ts'

/** How the browser reaches the service, as far as both can tell, and what the platforms need. */
export function AddressChecks() {
  const { t } = useTranslation()
  const report = useQuery(addressQuery)
  const platforms = useQuery(platformsQuery(usePageLanguage()))
  if (report.error) return <ErrorScreen inline error={report.error} onRetry={() => void report.refetch()} />
  if (!report.data) return <Skeleton height={90} />
  const { host } = report.data
  const checks = judgeAddress(report.data, window.location).map(({ id, isGood }) => ({
    id,
    state: isGood ? ('ok' as const) : isHarmless(id) ? ('unknown' as const) : ('failed' as const),
    isBlocking: false,
    title: <Coded text={t(`setup.address.checks.${id}`, { host: host ?? '' })} />,
    text: null,
  }))
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {t('setup.address.checks.title')}
      </Title>
      <CheckList checks={checks} />
      {report.data.certificate !== null && (
        <Alert color="orange" title={t('setup.address.acme.failed')}>
          <span lang="en">{report.data.certificate}</span>
        </Alert>
      )}
      {platforms.data?.platforms.map(({ platform, addressNeeds }) => (
        <Text key={platform} size="sm" c="dimmed">
          {addressNeeds}
        </Text>
      ))}
    </Stack>
  )
}

/** On the machine itself, nobody can listen in. Whether a platform needs HTTPS is said below. */
function isHarmless(id: AddressFinding['id']): boolean {
  return id === 'noHttps' && window.isSecureContext
}
