import { Alert, Skeleton, Text, TextInput, type TextInputProps } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { Coded } from '../../ui/coded.tsx'
import { useJoin } from '../../ui/format/join.ts'

const placesQuery = queryOptions({
  queryKey: ['setup', 'snapshot-places'],
  queryFn: async () => (await api.getOperatorReport()).snapshots.places.map(({ where }) => where),
})

/** When snapshots are made. Where they are stored can only be set in the environment, so without a place this says how. */
export function SnapshotPlan({ field }: { field: TextInputProps }) {
  const { t } = useTranslation()
  const join = useJoin()
  const places = useQuery(placesQuery)
  if (places.isPending) return <Skeleton height={60} />
  if (!places.data || places.data.length === 0) {
    return (
      <Alert variant="default">
        <Coded text={t('alerts.snapshots.noPlace')} />
        <br />
        <Coded text={t('alerts.snapshots.noPlaceExample')} />
      </Alert>
    )
  }
  return (
    <>
      <TextInput {...field} autoCapitalize="none" />
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t('alerts.snapshots.place', { places: join.list(places.data) })}
      </Text>
    </>
  )
}
