import type { ChannelImport } from '@innkeeper/contract'
import { Badge, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useActor, useChannel } from '../../channel/channel.ts'
import { historyFormatNames } from '../../channel/history-formats.ts'
import { useKnownNames } from '../../channel/members.ts'
import { useFormat } from '../../ui/format/format.ts'
import { Section } from '../../ui/layout.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { useReasonText } from '../import-failure.tsx'
import { isOpen } from '../import-states.ts'
import { UndoButton } from './undo-button.tsx'

type Props = {
  imports: readonly ChannelImport[]
  /** Undefined for people who can't look into one, because they have no backup. */
  onOpen: ((number: number) => void) | undefined
}

/** All imports of the channel, also those that are over. */
export function ImportList({ imports, onOpen }: Props) {
  const { t } = useTranslation()
  if (imports.length === 0) return null
  return (
    <Section title={t('imports.list.title')} text={t('imports.list.text')}>
      <Rows label={t('imports.list.title')}>
        {imports.map((one) => (
          <ImportRow key={one.number} one={one} onOpen={onOpen} />
        ))}
      </Rows>
    </Section>
  )
}

function ImportRow({ one, onOpen }: { one: ChannelImport } & Pick<Props, 'onOpen'>) {
  const { t } = useTranslation()
  const { canWrite } = useActor()
  const importFacts = useImportFacts()
  const { number, state, fileName } = one
  return (
    <Row
      name={fileName}
      mark={<Badge variant="default">{t(`imports.states.${state}`)}</Badge>}
      facts={importFacts(one)}
      action={
        isOpen(one) && onOpen ? (
          <Button
            size="compact-sm"
            variant="light"
            aria-label={t('imports.list.openOne', { file: fileName, number })}
            onClick={() => onOpen(number)}
          >
            {t('imports.list.open')}
          </Button>
        ) : state === 'done' && canWrite ? (
          <UndoButton undone={one} />
        ) : undefined
      }
    />
  )
}

/** Who made it and when, and what is in it. */
function useImportFacts(): (one: ChannelImport) => string[] {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const nameOf = useKnownNames()
  const reasonText = useReasonText()
  return ({ state, reason, createdAt, createdBy, figures }) => {
    const who = createdBy === 'operator' ? t('settings.log.operator') : (nameOf(createdBy) ?? createdBy)
    return [
      t('imports.list.by', { who, when: format.dateTime(createdAt) }),
      ...(figures ? [historyFormatNames[figures.format]] : []),
      ...(figures?.firstDay && figures.lastDay ? [format.dayRange(figures.firstDay, figures.lastDay)] : []),
      ...(figures && state === 'done'
        ? [t('imports.list.added', { count: figures.new, messages: format.count(figures.new) })]
        : []),
      ...(reason !== null && (state === 'undone' || state === 'undoing' || state === 'refused')
        ? [reasonText(reason)]
        : []),
    ]
  }
}
