import { Button, Checkbox, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signInWaysQuery } from '../session/queries.ts'
import { RecoveryCodes } from '../ui/recovery-codes.tsx'

/** Going on requires that someone says they kept them. */
export function CodesStep({ codes }: { codes: string[] }) {
  const { t } = useTranslation()
  const [isKept, setIsKept] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  // A demo ends now, and the service that takes its place needs a moment to start.
  const ways = useQuery({ ...signInWaysQuery, enabled: isLeaving, refetchInterval: 500, retry: true, retryDelay: 500 })
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isLeaving) return
    const timer = setTimeout(() => setIsSlow(true), 20_000)
    return () => clearTimeout(timer)
  }, [isLeaving])
  useEffect(() => {
    // A full page load, because everything before it belonged to someone who wasn't signed in.
    if (isLeaving && ways.data?.isDemo === false) window.location.assign('/operator/setup')
  }, [isLeaving, ways.data])
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        {t('setup.codes.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('account.operator.codesText')}
      </Text>
      <RecoveryCodes codes={codes} />
      <Checkbox
        label={t('setup.codes.kept')}
        checked={isKept}
        onChange={(event) => setIsKept(event.currentTarget.checked)}
      />
      <Button disabled={!isKept} loading={isLeaving} onClick={() => setIsLeaving(true)}>
        {t('setup.codes.next')}
      </Button>
      {isLeaving && (
        <Text size="sm" c="dimmed" role="status">
          {isSlow ? t('setup.slowStart') : t('setup.restarting')}
        </Text>
      )}
    </Stack>
  )
}
