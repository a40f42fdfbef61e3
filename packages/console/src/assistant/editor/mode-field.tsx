import { qaModes } from '@innkeeper/contract'
import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FormProps, FormSection } from './form-section.tsx'
import type { RuleDraft } from './rule-draft.ts'

const asChannel = 'channel'

/** How a message is compared with the rule, a line on each way. */
export function ModeField({ draft, config, errors, isLocked, onChange }: FormProps) {
  const { t } = useTranslation()
  const channelMode = t(`assistantParts.modes.${config.qa.mode}`)
  return (
    <FormSection title={t('assistantParts.fields.match')}>
      <Radio.Group
        aria-label={t('assistantParts.fields.match')}
        value={draft.match ?? asChannel}
        onChange={(mode) => onChange({ match: mode === asChannel ? null : (mode as RuleDraft['match']) })}
        error={errors.match}
      >
        <Stack gap="sm">
          <Radio
            value={asChannel}
            disabled={isLocked}
            label={t('assistant.form.asChannel', { mode: channelMode })}
            description={t('assistant.form.asChannelHint')}
          />
          {qaModes.map((mode) => (
            <Radio
              key={mode}
              value={mode}
              disabled={isLocked}
              label={t(`assistantParts.modes.${mode}`)}
              description={t(`assistant.modes.${mode}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </FormSection>
  )
}
