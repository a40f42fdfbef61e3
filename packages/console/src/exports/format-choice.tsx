import { Checkbox, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './exports.module.css'
import { type Choice, chooseFormats, listedFormats } from './wish.ts'

type Props = { formats: Choice['formats']; onChange(formats: Choice['formats']): void }

export function FormatChoice({ formats, onChange }: Props) {
  const { t } = useTranslation()
  const isAlone = formats.includes('html-single')
  return (
    <Checkbox.Group
      label={t('exports.formats.label')}
      description={t(isAlone ? 'exports.formats.alone' : 'exports.formats.hint')}
      error={formats.length === 0 && t('exports.formats.none')}
      value={formats}
      onChange={(chosen) => onChange(chooseFormats(formats, chosen))}
    >
      <div className={classes.formats}>
        {listedFormats.map((name) => (
          <div key={name} className={classes.format} data-checked={formats.includes(name) || undefined}>
            <Checkbox value={name} label={t(`exports.names.${name}`)} description={t(`exports.about.${name}`)} />
          </div>
        ))}
      </div>
    </Checkbox.Group>
  )
}

/** The names of formats, as the form has them. */
export function FormatNames({ formats }: { formats: readonly Choice['formats'][number][] }) {
  const { t } = useTranslation()
  return (
    <Stack gap={0}>
      {formats.map((name) => (
        <Text key={name} size="sm" c="dimmed">
          {t(`exports.names.${name}`)}
        </Text>
      ))}
    </Stack>
  )
}
