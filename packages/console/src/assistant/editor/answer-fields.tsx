import { ruleLimits } from '@innkeeper/contract'
import { ActionIcon, Button, Group, Input, SegmentedControl, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconPlus, IconTrash } from '../../ui/icons/icons.ts'
import { VariableText } from '../variable-text.tsx'
import type { FormProps } from './form-section.tsx'
import type { RuleDraft } from './rule-draft.ts'

const variables = ['name', 'group', 'count', 'date', 'time', 'rules'] as const

/** The answer and its alternatives. */
export function AnswerFields({ draft, errors, isLocked, onChange }: FormProps) {
  const { t } = useTranslation()
  const { answers } = draft
  return (
    <Stack gap="md">
      <VariableText
        label={t('assistant.fields.answer')}
        value={draft.answer}
        variables={variables}
        maxLength={ruleLimits.answer}
        disabled={isLocked}
        required
        error={errors.answer}
        onChange={(answer) => onChange({ answer })}
      />
      {answers.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an answer has no id other than its index
        <Group key={at} align="flex-start" gap="xs" wrap="nowrap">
          <Stack flex={1}>
            <VariableText
              label={t('ruleTools.form.answerInstead', { number: at + 2 })}
              value={text}
              variables={variables}
              maxLength={ruleLimits.answer}
              disabled={isLocked}
              error={errors[`answers.${at}`]}
              onChange={(answer) => onChange({ answers: answers.with(at, answer) })}
            />
          </Stack>
          <ActionIcon
            mt={26}
            variant="subtle"
            color="gray"
            size={36}
            disabled={isLocked}
            aria-label={t('ruleTools.form.removeAnswer', { number: at + 2 })}
            onClick={() => onChange({ answers: answers.toSpliced(at, 1) })}
          >
            <IconTrash size={18} stroke={1.5} />
          </ActionIcon>
        </Group>
      ))}
      {errors.answers && <Input.Error>{errors.answers}</Input.Error>}
      {!isLocked && answers.length < ruleLimits.answers && (
        <Button
          variant="default"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange({ answers: [...answers, ''] })}
        >
          {t('ruleTools.form.addAnswer')}
        </Button>
      )}
      {answers.length > 0 && (
        <Input.Wrapper label={t('assistant.fields.pick')} labelElement="div">
          <SegmentedControl
            display="flex"
            w="fit-content"
            aria-label={t('assistant.fields.pick')}
            data={(['random', 'in-order'] as const).map((pick) => ({
              value: pick,
              label: t(`assistantParts.values.${pick}`),
            }))}
            value={draft.pick}
            disabled={isLocked}
            onChange={(pick) => onChange({ pick: pick as RuleDraft['pick'] })}
          />
        </Input.Wrapper>
      )}
    </Stack>
  )
}
