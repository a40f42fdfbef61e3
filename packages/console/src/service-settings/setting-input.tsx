import { Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fieldOf } from '../errors/service-settings/setting-field.ts'
import { useSettingText } from '../errors/service-settings/use-setting-text.ts'
import { Coded } from '../ui/coded.tsx'
import { useJoin } from '../ui/format/join.ts'
import { LateNumberInput, LateSelect } from '../ui/late-fields.tsx'
import { TimezoneSelect } from '../ui/timezone-select.tsx'
import type { FieldTexts, RowProps } from './row-props.ts'
import { SecretInput } from './secret-input.tsx'
import classes from './service-settings.module.css'

/** The field that suits the setting. */
export function SettingInput(props: RowProps) {
  const { setting, change, error } = props
  const { t } = useTranslation()
  const join = useJoin()
  const settingText = useSettingText()
  const help = settingText.help(setting)
  const allowed = settingText.allowed(setting)
  const field = {
    label: settingText.label(setting.name),
    description: <Coded text={allowed ? join.sentences(help, allowed) : help} />,
    error,
  }
  return (
    <>
      <FieldInput {...props} {...field} />
      {change === null && setting.source === 'page' && !setting.isSecret && (
        <Text size="xs" role="status">
          {t('serviceSettings.willUseDefault')}
        </Text>
      )}
    </>
  )
}

function FieldInput(props: RowProps & FieldTexts) {
  const settingText = useSettingText()
  const { setting, text, onChange, label, description, error } = props
  const shared = { label, description, error }
  const field = fieldOf(setting)
  switch (field.kind) {
    case 'secret':
      return <SecretInput {...props} />
    case 'zone':
      return (
        <TimezoneSelect {...shared} classNames={{ wrapper: classes.short ?? '' }} value={text} onChange={onChange} />
      )
    case 'choice':
      return (
        <LateSelect
          {...shared}
          classNames={{ wrapper: classes.short ?? '' }}
          data={field.values.map((value) => ({ value, label: settingText.value(setting, value) }))}
          value={text}
          onChange={(value) => value && onChange(value)}
          allowDeselect={false}
        />
      )
    case 'number':
      return (
        <LateNumberInput
          {...shared}
          classNames={{ wrapper: classes.number ?? '' }}
          value={text}
          onChange={(value) => onChange(String(value))}
          clampBehavior="none"
          thousandSeparator=","
          allowDecimal={false}
          allowNegative={false}
          hideControls
        />
      )
    case 'text':
      return (
        <TextInput
          {...shared}
          classNames={{ wrapper: classes.short ?? '' }}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      )
  }
}
