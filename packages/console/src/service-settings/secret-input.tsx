import { Button, Group, Input, PasswordInput, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconCheck } from '../ui/icons/icons.ts'
import type { FieldTexts, RowProps } from './row-props.ts'
import classes from './service-settings.module.css'

/** Never shows the saved value, only whether there is one. It can be replaced or removed. */
export function SecretInput({ setting, change, onChange, label, description, error }: RowProps & FieldTexts) {
  const { t } = useTranslation()
  const cancel = (
    <Button
      variant="default"
      size="xs"
      aria-label={t('serviceSettings.secret.cancelFor', { name: label })}
      onClick={() => onChange(undefined)}
    >
      {t('shell.cancel')}
    </Button>
  )
  if (typeof change === 'string') {
    return (
      <>
        <PasswordInput
          ref={focus}
          classNames={{ wrapper: classes.short ?? '' }}
          label={label}
          description={
            <>
              {description} {t('serviceSettings.secret.hidden')}
            </>
          }
          error={error}
          value={change}
          onChange={(event) => onChange(event.currentTarget.value)}
          autoComplete="new-password"
          spellCheck={false}
        />
        <Group>{cancel}</Group>
      </>
    )
  }
  return (
    <div>
      <Input.Label labelElement="div">{label}</Input.Label>
      <Input.Description>{description}</Input.Description>
      {change === null ? (
        <Group gap="xs" mt="xs">
          <Text size="sm" role="status">
            {t('serviceSettings.secret.willRemove')}
          </Text>
          {cancel}
        </Group>
      ) : (
        <SecretState setting={setting} label={label} onChange={onChange} />
      )}
      {error && (
        <Input.Error mt="xs" role="alert">
          {error}
        </Input.Error>
      )}
    </div>
  )
}

/** Stable, so that it runs only when the field appears. */
function focus(field: HTMLInputElement | null): void {
  field?.focus()
}

type StateProps = Pick<RowProps, 'setting' | 'onChange'> & { label: string }

function SecretState({ setting: { isSet, isUnreadable }, label: name, onChange }: StateProps) {
  const { t } = useTranslation()
  const isStored = isSet || isUnreadable
  return (
    <Group gap="xs" mt="xs">
      {isSet && <IconCheck size={16} color="var(--mantine-color-brand-light-color)" aria-hidden />}
      <Text size="sm" mr="xs" c={isSet ? '' : 'dimmed'}>
        {t(`serviceSettings.secret.${isSet ? 'isSet' : 'notSet'}`)}
      </Text>
      <Button
        variant="default"
        size="xs"
        aria-label={t(`serviceSettings.secret.${isStored ? 'replaceFor' : 'addFor'}`, { name })}
        onClick={() => onChange('')}
      >
        {t(`serviceSettings.secret.${isStored ? 'replace' : 'add'}`)}
      </Button>
      {isStored && (
        <Button
          variant="default"
          size="xs"
          aria-label={t('serviceSettings.secret.removeFor', { name })}
          onClick={() => onChange(null)}
        >
          {t('serviceSettings.secret.remove')}
        </Button>
      )}
    </Group>
  )
}
