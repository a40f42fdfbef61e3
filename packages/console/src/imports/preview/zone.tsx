import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useJoin } from '../../ui/format/join.ts'
import { IconAlertTriangle } from '../../ui/icons/icons.ts'
import { Section } from '../../ui/layout.tsx'
import { TimezoneSelect } from '../../ui/timezone-select.tsx'
import classes from '../imports.module.css'
import { type Editing, namesOfOffsets, type Preview } from './draft.ts'

type Props = Editing & { zone: Preview['zone']; onReset(): void }

/** In which time zone the file's times are. Nothing if it has times in UTC. */
export function Zone({ zone, draft, onChange, isReadOnly, onReset }: Props) {
  const { t } = useTranslation()
  const join = useJoin()
  if (zone === null) return null
  const offsets = namesOfOffsets(zone.offsets)
  const isUnsure = !zone.isSure && !zone.isChosen
  return (
    <Section
      title={t('imports.zone.title')}
      text={t('imports.zone.text')}
      action={
        !isReadOnly &&
        zone.isChosen && (
          <Button variant="subtle" size="compact-sm" onClick={onReset}>
            {t('imports.proposal')}
          </Button>
        )
      }
    >
      <div className={classes.zone}>
        <TimezoneSelect
          label={t('imports.zone.label')}
          value={draft.timezone ?? zone.timezone ?? ''}
          placeholder={join.list(offsets)}
          onChange={(timezone) => {
            const { timezone: _, ...others } = draft
            onChange(timezone === zone.timezone ? others : { ...draft, timezone })
          }}
          disabled={isReadOnly}
        />
        <Text size="xs" className={classes.why ?? ''} data-unsure={isUnsure || undefined}>
          {isUnsure && <IconAlertTriangle size={14} aria-hidden />}
          {zone.isChosen
            ? t('imports.zone.why.chosen')
            : zone.timezone === null
              ? t('imports.zone.why.offsets', { offsets: join.list(offsets) })
              : t(`imports.zone.why.${zone.why}`)}
        </Text>
      </div>
    </Section>
  )
}
