import type { PlatformConnection } from '@innkeeper/contract'
import { Anchor, Button, List, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { type Platform, usePageLanguage } from '../queries.ts'
import { StepCard } from '../step-card.tsx'
import { CheckList } from './check-list.tsx'
import { PageSketch } from './sketch.tsx'
import { useFollowedChecks } from './use-followed-checks.ts'
import { WebhookAddress } from './webhook-address.tsx'

type Field = Platform['steps'][number]['fields'][number]
/** Null: remove what is saved. */
type Values = Record<string, string | null>
type Props = {
  platform: Platform
  onConnected: (connection: PlatformConnection) => Promise<void>
  /** Instead of connecting, goes on. */
  onSkip?: () => void
  /** Closes the form, where there are others. */
  onCancel?: () => void
}

/** The platform's own steps, with the fields where the platform asks for them. */
export function PlatformForm({ platform, onConnected, onSkip, onCancel }: Props) {
  const { t } = useTranslation()
  const language = usePageLanguage()
  const { name, intro, steps } = platform
  const [values, setValues] = useState<Values>({})
  const [showsAll, setShowsAll] = useState(false)
  const fields = steps.flatMap((step) => step.fields)
  const isShown = (field: Field) => showsAll || field.isRequired || field.isSet
  const { follow, progress } = useFollowedChecks(platform)
  const connect = useMutation({
    mutationFn: (allowOtherAccount: boolean) =>
      follow('connectPlatform', {
        platform: platform.platform,
        body: { language, changes: changesOf(fields, values), allowOtherAccount },
      }),
    onSuccess: async (connection) => {
      if (!connection.checks.some(({ isBlocking }) => isBlocking)) await onConnected(connection)
    },
  })
  const checks = connect.isPending ? progress : connect.data?.checks
  const submit = (event: FormEvent) => {
    event.preventDefault()
    connect.mutate(false)
  }
  return (
    <form onSubmit={submit}>
      <StepCard
        title={t('setup.platform.title', { name })}
        text={intro}
        actions={
          <>
            <Button variant="default" onClick={onSkip ?? onCancel}>
              {onSkip ? t('setup.skip') : t('shell.cancel')}
            </Button>
            {connect.data?.isOtherAccount && (
              <Button color="red" variant="outline" onClick={() => connect.mutate(true)} loading={connect.isPending}>
                {t('setup.platform.useOther')}
              </Button>
            )}
            <Button type="submit" loading={connect.isPending}>
              {t('setup.platform.connect')}
            </Button>
          </>
        }
      >
        <List type="ordered" spacing="lg" listStyleType="none" withPadding={false} styles={{ item: { margin: 0 } }}>
          {steps.map(({ title, text, link, sketch, fields: asked }, index) => (
            <List.Item key={title}>
              <Stack gap="xs" mb="lg">
                <Title order={3} size="h5">
                  {index + 1}. {title}
                </Title>
                <Text size="sm">{text}</Text>
                {link && (
                  <Anchor size="sm" href={link.url} target="_blank" rel="noreferrer">
                    {link.label}
                  </Anchor>
                )}
                {sketch && <PageSketch sketch={sketch} />}
                {asked.filter(isShown).map((field) => (
                  <FieldInput
                    key={field.name}
                    field={field}
                    value={values[field.name]}
                    onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
                  />
                ))}
                {!asked.every(isShown) && (
                  <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setShowsAll(true)}>
                    {t('setup.platform.more')}
                  </Anchor>
                )}
              </Stack>
            </List.Item>
          ))}
        </List>
        <WebhookAddress platform={platform} />
        {checks && <CheckList checks={checks} />}
        {connect.error && <ErrorScreen inline error={connect.error} />}
      </StepCard>
    </form>
  )
}

/** Only what was typed. A secret that is saved stays if its field is left empty. */
function changesOf(fields: Field[], values: Values): { name: string; value: string | null }[] {
  return fields.flatMap(({ name, isSecret, isSet }) => {
    const value = values[name]
    if (value === undefined || (value === '' && isSecret && isSet)) return []
    return [{ name, value: value === '' ? null : value }]
  })
}

type FieldProps = { field: Field; value: string | null | undefined; onChange: (value: string | null) => void }

function FieldInput({ field, value, onChange }: FieldProps) {
  const { t } = useTranslation()
  const isGiven = field.source === 'environment' || field.source === 'flag'
  const optional = field.isRequired ? '' : ` (${t('setup.platform.optional')})`
  const common = {
    label: `${field.label}${optional}`,
    description: isGiven ? t('setup.platform.given') : field.hint,
    value: value ?? (field.isSecret || value === null ? '' : (field.value ?? '')),
    disabled: isGiven,
    autoComplete: 'off',
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value),
  }
  if (!field.isSecret) return <TextInput {...common} />
  const isKept = field.isSet && value !== null
  const canRemove = isKept && !field.isRequired && !isGiven
  return (
    <Stack gap={4} align="flex-start">
      <PasswordInput {...common} w="100%" placeholder={isKept ? t('setup.platform.kept') : ''} />
      {canRemove && (
        <Button size="compact-xs" variant="subtle" onClick={() => onChange(null)}>
          {t('setup.platform.remove')}
        </Button>
      )}
    </Stack>
  )
}
