import { Radio, Stack, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { usePlatform } from '../../channel/platform.tsx'
import { LateSelect } from '../../ui/late-fields.tsx'
import { SettingGroup, SnapshotHint } from '../setting-group.tsx'
import classes from '../settings.module.css'
import { RetentionField } from './retention-field.tsx'
import { botLanguages, type SettingName, type SettingsDraft } from './settings-draft.ts'
import { TimezoneField } from './timezone-field.tsx'

type Props = {
  draft: SettingsDraft
  saved: SettingsDraft
  onChange: (change: Partial<SettingsDraft>) => void
  /** The setting that the service rejected. */
  refused: SettingName | undefined
}

const languages = Object.entries(botLanguages).map(([value, label]) => ({ value, label }))

export function SettingFields({ draft, saved, onChange, refused }: Props) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const canPush = usePlatform(channelId)?.abilities.pushes ?? true
  const errorOf = (name: SettingName) => (refused === name ? t('settings.refused') : undefined)
  return (
    <>
      <SettingGroup title={t('settings.groups.backup')}>
        <ChoiceField
          label={t('settings.backup.label')}
          description={t('settings.backup.text')}
          options={(['members', 'admins', 'off'] as const).map((value) => ({
            value,
            label: t(`settings.backup.${value}`),
          }))}
          value={draft.backup}
          onChange={(backup) => onChange({ backup })}
          error={errorOf('backup')}
        />
        <ChoiceField
          label={t('settings.history.label')}
          description={t('settings.history.text')}
          options={(['all', 'since-joined'] as const).map((value) => ({
            value,
            label: t(`settings.history.${value}`),
          }))}
          value={draft.history}
          onChange={(history) => onChange({ history })}
          error={errorOf('history')}
        />
        <RetentionField
          days={draft.retentionDays}
          savedDays={saved.retentionDays}
          onChange={(retentionDays) => onChange({ retentionDays })}
          error={errorOf('retentionDays')}
        />
        <SnapshotHint />
      </SettingGroup>
      <SettingGroup title={t('settings.groups.people')}>
        <ChoiceField
          label={t('settings.newMemberRole.label')}
          description={t('settings.newMemberRole.text')}
          options={(['member', 'guest'] as const).map((value) => ({
            value,
            label: t(`settings.newMemberRole.${value}`),
          }))}
          value={draft.newMemberRole}
          onChange={(newMemberRole) => onChange({ newMemberRole })}
          error={errorOf('newMemberRole')}
        />
      </SettingGroup>
      <SettingGroup title={t('settings.groups.bot')}>
        <TimezoneField
          value={draft.timezone}
          onChange={(timezone) => onChange({ timezone })}
          error={errorOf('timezone')}
        />
        <LateSelect
          classNames={{ wrapper: classes.short ?? '' }}
          label={t('settings.language.label')}
          description={t('settings.language.text')}
          data={languages}
          value={draft.language}
          onChange={(language) => language && onChange({ language: language as SettingsDraft['language'] })}
          allowDeselect={false}
          error={errorOf('language')}
        />
        {canPush && (
          <Switch
            label={t('settings.allowPush.label')}
            description={t('settings.allowPush.text')}
            checked={draft.allowPush}
            onChange={(event) => onChange({ allowPush: event.currentTarget.checked })}
            error={errorOf('allowPush')}
          />
        )}
        <Switch
          label={t('settings.askWithModel.label')}
          description={t('settings.askWithModel.text')}
          checked={draft.askWithModel}
          onChange={(event) => onChange({ askWithModel: event.currentTarget.checked })}
          error={errorOf('askWithModel')}
        />
      </SettingGroup>
    </>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  description: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  error: string | undefined
}

/** One of a few options, all visible. */
function ChoiceField<Value extends string>({ options, onChange, ...field }: ChoiceProps<Value>) {
  return (
    <Radio.Group {...field} onChange={(value) => onChange(value as Value)}>
      <Stack gap="xs" mt="xs">
        {options.map(({ value, label }) => (
          <Radio key={value} value={value} label={label} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
