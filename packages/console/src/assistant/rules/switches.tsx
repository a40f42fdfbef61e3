import { type AssistantConfig, type AssistantConfigChange, type QaMode, qaModes, ruleLimits } from '@innkeeper/contract'
import { Alert, Button, Group, NumberInput, Paper, Select, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { detailQuery } from '../../channel/queries.ts'
import { useNotifyFailure } from '../../errors/failure-notices.tsx'
import { useRefusalText } from '../../errors/use-failure-text.ts'
import { useFormat } from '../../ui/format/format.ts'
import { IconChevronDown, IconChevronUp, IconMoon } from '../../ui/icons/icons.ts'
import { assistantKey, configQuery } from '../queries.ts'
import { useHasModel } from '../use-has-model.ts'
import { useIsWide } from '../use-is-wide.ts'

type Props = { config: AssistantConfig; mayEdit: boolean }

/** Settings of the whole assistant. On a phone they are folded, so that the rules come first. */
export function Switches({ config, mayEdit }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const isWide = useIsWide()
  const [isOpen, { toggle }] = useDisclosure(false)
  return (
    <Paper
      withBorder
      p={isWide ? 'lg' : 'xs'}
      radius="lg"
      component="section"
      aria-label={t('assistant.switches.label')}
    >
      <Stack gap="lg">
        <QuietNote config={config} mayEdit={mayEdit} />
        {!isWide && (
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm">{t(`assistant.switches.${summaryOf(config)}`)}</Text>
            <Button
              size="sm"
              variant="default"
              rightSection={
                isOpen ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />
              }
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={toggle}
            >
              {t('assistant.switches.change')}
            </Button>
          </Group>
        )}
        {(isWide || isOpen) && (
          <Stack gap="lg" id={id}>
            <Fields config={config} mayEdit={mayEdit} />
          </Stack>
        )}
      </Stack>
    </Paper>
  )
}

function summaryOf({ enabled, qa }: AssistantConfig): 'on' | 'off' | 'onlyQaOff' {
  if (!enabled) return 'off'
  return qa.enabled ? 'on' : 'onlyQaOff'
}

/** Each is saved separately, so that other people's changes aren't lost. */
function Fields({ config, mayEdit }: Props) {
  const { t } = useTranslation()
  const change = useChangeConfig()
  const isLocked = !mayEdit || change.isPending
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Switch
          label={t('assistant.switches.enabled')}
          description={t('assistant.switches.enabledHint')}
          checked={config.enabled}
          disabled={isLocked}
          onChange={(event) => change.mutate({ enabled: event.currentTarget.checked })}
        />
        <Switch
          label={t('assistantParts.fields.qa-enabled')}
          description={t('assistant.switches.qaHint')}
          checked={config.qa.enabled}
          disabled={isLocked}
          onChange={(event) => change.mutate({ qa: { enabled: event.currentTarget.checked } })}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
        <ModeSelect config={config} disabled={isLocked} change={change} />
        <Seconds
          label={t('assistantParts.fields.qa-cooldownSeconds')}
          description={t('assistant.switches.cooldownHint')}
          value={config.qa.cooldownSeconds}
          disabled={isLocked}
          onSave={(cooldownSeconds) => change.mutate({ qa: { cooldownSeconds } })}
        />
        <Seconds
          label={t('assistantParts.fields.qa-memberCooldownSeconds')}
          description={t('assistant.switches.memberCooldownHint')}
          value={config.qa.memberCooldownSeconds}
          disabled={isLocked}
          onSave={(memberCooldownSeconds) => change.mutate({ qa: { memberCooldownSeconds } })}
        />
      </SimpleGrid>
    </>
  )
}

type ModeProps = { config: AssistantConfig; disabled: boolean; change: ReturnType<typeof useChangeConfig> }

/** The AI mode cannot be chosen while no model is connected, and the text says who can connect one. */
function ModeSelect({ config, disabled, change }: ModeProps) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const hasModel = useHasModel()
  const isAvailable = (mode: QaMode) => mode !== 'ai' || hasModel
  const labelOf = (mode: QaMode) => {
    const name = t(`assistantParts.modes.${mode}`)
    return isAvailable(mode) ? name : t('assistant.model.unavailable', { mode: name })
  }
  return (
    <Select
      label={t('assistantParts.fields.qa-mode')}
      description={
        isAvailable(config.qa.mode) ? t(`assistant.modes.${config.qa.mode}`) : t('assistant.model.notConnected')
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={qaModes.map((mode) => ({ value: mode, label: labelOf(mode), disabled: !isAvailable(mode) }))}
      value={config.qa.mode}
      disabled={disabled}
      allowDeselect={false}
      error={change.variables?.qa?.mode && change.error instanceof Error && refusalText(change.error.message)}
      onChange={(mode) => mode && change.mutate({ qa: { mode: mode as QaMode } })}
    />
  )
}

function QuietNote({ config: { quietUntil }, mayEdit }: Props) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const change = useChangeConfig()
  if (quietUntil === null || Date.parse(quietUntil) <= Date.now()) return null
  return (
    <Alert color="orange" variant="light" icon={<IconMoon size={18} />}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('assistant.switches.quiet', { until: format.dateTime(quietUntil) })}</Text>
        {mayEdit && (
          <Button
            size="compact-sm"
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate({ quietUntil: null })}
          >
            {t('assistant.switches.endQuiet')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

type SecondsProps = {
  label: string
  description: string
  value: number
  disabled: boolean
  onSave: (seconds: number) => void
}

/** Saves on blur or Enter, not while someone is typing. */
function Seconds({ label, description, value, disabled, onSave }: SecondsProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<number | string>()
  const shown = typed ?? value
  const isWrong = !Number.isInteger(shown) || Number(shown) < 0 || Number(shown) > ruleLimits.cooldownSeconds
  const save = () => {
    if (typed === undefined || isWrong) return
    setTyped(undefined)
    if (typed !== value) onSave(Number(typed))
  }
  return (
    <NumberInput
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      suffix={` ${t('assistant.seconds')}`}
      value={shown}
      onChange={setTyped}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
      allowDecimal={false}
      min={0}
      clampBehavior="none"
      stepHoldDelay={400}
      stepHoldInterval={60}
      step={10}
      disabled={disabled}
      error={isWrong && t('assistant.problems.range', { least: 0, limit: ruleLimits.cooldownSeconds })}
    />
  )
}

function useChangeConfig() {
  const { channelId } = useChannel()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: AssistantConfigChange) => api.changeAssistantConfig({ channelId, body }),
    onSuccess: async (config) => {
      client.setQueryData(configQuery(channelId).queryKey, config)
      await Promise.all([
        client.invalidateQueries({ queryKey: detailQuery(channelId).queryKey }),
        client.invalidateQueries({ queryKey: assistantKey(channelId) }),
      ])
    },
    onError: useNotifyFailure(),
  })
}
