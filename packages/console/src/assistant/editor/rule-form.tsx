import { qaModes } from '@innkeeper/contract'
import { NumberInput, Radio, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { Coded } from '../../ui/coded.tsx'
import { useHasModel, useNoModelText } from '../use-has-model.ts'
import { AnswerFields } from './answer-fields.tsx'
import { type FormProps, FormSection } from './form-section.tsx'
import { KeywordsField } from './keywords-field.tsx'
import { PictureField } from './picture-field.tsx'
import { QuickReplyFields } from './quick-reply-fields.tsx'
import type { RuleDraft } from './rule-draft.ts'
import { ScheduleField } from './schedule-field.tsx'
import { fromClock, toClock } from './zone-clock.ts'

export function RuleForm({ isNew, ...props }: FormProps & { isNew: boolean }) {
  const { draft, errors, isLocked, onChange } = props
  const { t } = useTranslation()
  return (
    <Stack gap={36}>
      <Stack gap="md">
        <Switch
          label={t('ruleTools.form.enabled')}
          description={isNew ? t(draft.enabled ? 'ruleTools.form.enabledNew' : 'ruleTools.form.offNew') : undefined}
          checked={draft.enabled}
          disabled={isLocked}
          onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
        />
        <TextInput
          label={t('assistant.fields.question')}
          description={t('ruleTools.form.questionHint')}
          value={draft.question}
          disabled={isLocked}
          required
          error={errors.question}
          onChange={(event) => onChange({ question: event.currentTarget.value })}
        />
        <KeywordsField {...props} />
        <AnswerFields {...props} />
      </Stack>
      <ModeField {...props} />
      <Timing {...props} />
      <Limits {...props} />
      <Extras {...props} />
    </Stack>
  )
}

function Timing(props: FormProps) {
  const { draft, errors, isLocked, onChange } = props
  const { t } = useTranslation()
  const { timezone } = useChannel()
  // `datetime-local` fields show no seconds and follow the language of the browser.
  const shown = (at: string | null) => (at === null ? '' : toClock(at, timezone).replace(' ', 'T').slice(0, 16))
  const read = (typed: string) => (typed === '' ? null : fromClock(`${typed.replace('T', ' ')}:00`, timezone))
  return (
    <FormSection title={t('ruleTools.form.when')}>
      <ScheduleField {...props} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {(['activeFrom', 'activeUntil'] as const).map((field) => (
          <TextInput
            key={field}
            type="datetime-local"
            label={t(`assistant.fields.${field}`)}
            description={t('ruleTools.form.zone', { zone: timezone })}
            max="9999-12-31T23:59"
            value={shown(draft[field])}
            disabled={isLocked}
            error={errors[field]}
            onChange={(event) => onChange({ [field]: read(event.currentTarget.value) })}
          />
        ))}
      </SimpleGrid>
    </FormSection>
  )
}

function Limits({ draft, config, errors, isLocked, onChange }: FormProps) {
  const { t } = useTranslation()
  const describe = (field: 'priority' | 'cooldownSeconds' | 'memberCooldownSeconds') =>
    field === 'priority' ? t('ruleTools.form.priority') : t(`ruleTools.form.${field}`, { seconds: config.qa[field] })
  return (
    <FormSection title={t('ruleTools.form.limits')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {(['priority', 'cooldownSeconds', 'memberCooldownSeconds'] as const).map((field) => (
          <NumberInput
            key={field}
            label={t(`assistant.fields.${field}`)}
            description={describe(field)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            suffix={field === 'priority' ? '' : ` ${t('assistant.seconds')}`}
            allowDecimal={false}
            clampBehavior="none"
            value={draft[field]}
            disabled={isLocked}
            error={errors[field]}
            onChange={(value) => onChange({ [field]: value === '' ? 0 : Number(value) })}
          />
        ))}
      </SimpleGrid>
    </FormSection>
  )
}

function Extras(props: FormProps) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('ruleTools.form.extras')}>
      <PictureField {...props} />
      <QuickReplyFields {...props} />
    </FormSection>
  )
}

const asChannel = 'channel'

/** The match mode, with a line about each one. */
function ModeField({ draft, config, errors, isLocked, onChange }: FormProps) {
  const { t } = useTranslation()
  const hasModel = useHasModel()
  const noModelText = useNoModelText()
  const channelMode = t(`assistant.modes.${config.qa.mode}`)
  return (
    <FormSection title={t('assistant.fields.match')}>
      <Radio.Group
        aria-label={t('assistant.fields.match')}
        value={draft.match ?? asChannel}
        onChange={(mode) => onChange({ match: mode === asChannel ? null : (mode as RuleDraft['match']) })}
        error={errors.match}
      >
        <Stack gap="sm">
          <Radio
            value={asChannel}
            disabled={isLocked}
            label={t('ruleTools.form.asChannel', { mode: channelMode })}
            description={t('ruleTools.form.asChannelHint')}
          />
          {qaModes.map((mode) => {
            const isAvailable = mode !== 'ai' || hasModel
            return (
              <Radio
                key={mode}
                value={mode}
                disabled={isLocked || !isAvailable}
                label={t(`assistant.modes.${mode}`)}
                description={<Coded text={isAvailable ? t(`ruleTools.modeHints.${mode}`) : noModelText} />}
              />
            )
          })}
        </Stack>
      </Radio.Group>
    </FormSection>
  )
}
