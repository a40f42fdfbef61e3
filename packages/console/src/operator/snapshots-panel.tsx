import type { OperatorReport } from '@innkeeper/contract'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../ui/format/format.ts'
import { Fact, Facts, Panel } from './panel.tsx'

type Snapshots = OperatorReport['snapshots']
type Place = Snapshots['places'][number]

/** Snapshots that the service makes: when, where, and whether they are as they should be. */
export function SnapshotsPanel({ snapshots }: { snapshots: Snapshots }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { schedule, nextAt, nextDrillAt, encryption, places } = snapshots
  return (
    <Panel title={t('operator.snapshots.title')} text={t('operator.snapshots.text')}>
      <Facts>
        <Fact name={t('operator.snapshots.schedule')}>{schedule ?? t('operator.snapshots.off')}</Fact>
        {nextAt !== null && <Fact name={t('operator.snapshots.next')}>{format.dateTime(nextAt)}</Fact>}
        {nextDrillAt !== null && <Fact name={t('operator.snapshots.nextDrill')}>{format.dateTime(nextDrillAt)}</Fact>}
        <Fact name={t('operator.snapshots.encryption')}>{t(`operator.snapshots.encryptions.${encryption}`)}</Fact>
      </Facts>
      {places.map((place) => (
        <PlaceFacts key={place.target} place={place} />
      ))}
    </Panel>
  )
}

function PlaceFacts({ place }: { place: Place }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { target, where, lastSnapshotAt, writtenBytes, lastRun, lastCheck, verifiedAt, lastDrill } = place
  const stateOf = (run: Place['lastRun']) =>
    run &&
    t('operator.snapshots.run', {
      state: t(`operator.snapshots.states.${run.state}`),
      time: format.dateTime(run.begunAt),
    })
  return (
    <>
      <Text size="sm" fw={500} mt="md">
        {t(`operator.snapshots.targets.${target}`)}
      </Text>
      <Text size="xs" c="dimmed" mb={4} style={{ overflowWrap: 'anywhere' }}>
        {where}
      </Text>
      <Facts>
        <Fact
          name={t('operator.snapshots.last')}
          note={
            lastSnapshotAt === null ? undefined : t('operator.snapshots.written', { size: format.size(writtenBytes) })
          }
        >
          {lastSnapshotAt === null ? t('operator.never') : format.ago(lastSnapshotAt)}
        </Fact>
        {lastRun && lastRun.state !== 'done' && <Fact name={t('operator.snapshots.attempt')}>{stateOf(lastRun)}</Fact>}
        <Fact name={t('operator.snapshots.check')}>{stateOf(lastCheck) ?? t('operator.never')}</Fact>
        <Fact name={t('operator.snapshots.verified')}>
          {verifiedAt === null ? t('operator.snapshots.notYet') : format.ago(verifiedAt)}
        </Fact>
        <Fact name={t('operator.snapshots.drill')}>{stateOf(lastDrill) ?? t('operator.never')}</Fact>
      </Facts>
    </>
  )
}
