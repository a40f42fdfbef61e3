import { type AssistantConfig, type QaMode, qaModes, ruleLimits } from '@innkeeper/contract'
import { NumberInput, Select, SimpleGrid, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../../errors/use-failure-text.ts'
import { Coded } from '../../ui/coded.tsx'
import { useHasModel, useNoModelText } from '../use-has-model.ts'
import { useChangeConfig } from './use-change-config.ts'

export type SwitchesProps = { config: AssistantConfig; mayEdit: boolean }

/** Each is saved separately, so that other people's changes aren't lost. */
export function SwitchFields({ config, mayEdit }: SwitchesProps) {
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
          label={t('assistant.fields.qa-enabled')}
          description={t('assistant.switches.qaHint')}
          checked={config.qa.enabled}
          disabled={isLocked}
          onChange={(event) => change.mutate({ qa: { enabled: event.currentTarget.checked } })}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
        <ModeSelect config={config} disabled={isLocked} change={change} />
        <Seconds
          label={t('assistant.fields.qa-cooldownSeconds')}
          description={t('assistant.switches.cooldownHint')}
          value={config.qa.cooldownSeconds}
          disabled={isLocked}
          onSave={(cooldownSeconds) => change.mutate({ qa: { cooldownSeconds } })}
        />
        <Seconds
          label={t('assistant.fields.qa-memberCooldownSeconds')}
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
  const noModelText = useNoModelText()
  const isAvailable = (mode: QaMode) => mode !== 'ai' || hasModel
  const labelOf = (mode: QaMode) => {
    const name = t(`assistant.modes.${mode}`)
    return isAvailable(mode) ? name : t('assistant.model.unavailable', { mode: name })
  }
  return (
    <Select
      label={t('assistant.fields.qa-mode')}
      description={
        isAvailable(config.qa.mode) ? t(`ruleTools.modeHints.${config.qa.mode}`) : <Coded text={noModelText} />
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
      error={isWrong && t('ruleTools.problems.range', { least: 0, limit: ruleLimits.cooldownSeconds })}
    />
  )
}
