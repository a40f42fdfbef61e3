import { Alert, Badge, Button, Group, Input, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isFixed, type ServiceSetting } from '../errors/service-settings/setting-field.ts'
import { useSettingText } from '../errors/service-settings/use-setting-text.ts'
import { Coded } from '../ui/coded.tsx'
import { useFormat } from '../ui/format/format.ts'
import { useJoin } from '../ui/format/join.ts'
import { IconAlertTriangle } from '../ui/icons/icons.ts'
import type { RowProps } from './row-props.ts'
import classes from './service-settings.module.css'
import { SettingInput } from './setting-input.tsx'

/** One setting: its field, and beside it where the value comes from. */
export function SettingRow(props: RowProps) {
  const { setting, canChange } = props
  const { t } = useTranslation()
  return (
    <div className={classes.row}>
      <Stack gap="xs" miw={0}>
        {isFixed(setting) || !canChange ? <FixedValue setting={setting} /> : <SettingInput {...props} />}
        {setting.isUnreadable && (
          <Alert
            color="orange"
            variant="light"
            icon={<IconAlertTriangle size={18} />}
            title={t('serviceSettings.unreadable.title')}
          >
            <Coded text={t('serviceSettings.unreadable.text')} />
          </Alert>
        )}
      </Stack>
      <SettingFacts {...props} />
    </div>
  )
}

/** As text, because disabled fields are hard to read. */
function FixedValue({ setting }: { setting: ServiceSetting }) {
  const { t } = useTranslation()
  const join = useJoin()
  const settingText = useSettingText()
  const { name, source, isSecret, isSet, value, changedAt } = setting
  const why = source === 'environment' || source === 'flag' ? t(`serviceSettings.fixed.${source}`) : undefined
  const shown = isSecret
    ? t(`serviceSettings.secret.${isSet ? 'isSet' : 'notSet'}`)
    : settingText.value(setting, value ?? '')
  return (
    <div>
      <Input.Label labelElement="div">{settingText.label(name)}</Input.Label>
      <Input.Description>
        <Coded text={settingText.help(setting)} />
      </Input.Description>
      <Text mt={4} className={classes.value ?? ''}>
        {shown}
      </Text>
      {why && (
        <Text size="xs" c="dimmed" mt={4}>
          {changedAt === null ? why : join.sentences(why, t('serviceSettings.fixed.ignored'))}
        </Text>
      )}
    </div>
  )
}

function SettingFacts({ setting, change, onChange, canChange }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const settingText = useSettingText()
  const { name, variable, source, standard, isSecret, needsRestart, changedAt, changedBy } = setting
  const canReset = source === 'page' && !isSecret && canChange && change !== null
  return (
    <div className={classes.facts}>
      <Group gap={4}>
        {/* The row itself says that a secret is not set. */}
        {!(isSecret && source === 'default') && (
          <Badge variant="light" color={source === 'page' ? 'brand' : 'gray'}>
            {t(`serviceSettings.sources.${source}`)}
          </Badge>
        )}
        {needsRestart && (
          <Badge variant="light" color="orange">
            {t('serviceSettings.restart.mark')}
          </Badge>
        )}
      </Group>
      <span className={classes.variable}>{variable}</span>
      {!isSecret && <span>{t('serviceSettings.standard', { value: settingText.value(setting, standard) })}</span>}
      {source === 'page' && changedAt && changedBy && (
        <span>{t('serviceSettings.changed', { who: changedBy, when: format.dateTime(changedAt) })}</span>
      )}
      {canReset && (
        <Button
          variant="subtle"
          size="compact-xs"
          mx={-8}
          aria-label={t('serviceSettings.useDefaultFor', { name: settingText.label(name) })}
          onClick={() => onChange(null)}
        >
          {t('serviceSettings.useDefault')}
        </Button>
      )}
    </div>
  )
}
