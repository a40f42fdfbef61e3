import { ruleLimits } from '@innkeeper/contract'
import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconPlus, IconTrash } from '../../ui/icons/icons.ts'
import type { FormProps } from './form-section.tsx'
import type { RuleDraft } from './rule-draft.ts'

type QuickReply = RuleDraft['quickReplies'][number]

/** Quick reply buttons: their label, and the text that pressing one sends. */
export function QuickReplyFields({ draft: { quickReplies }, errors, isLocked, onChange }: FormProps) {
  const { t } = useTranslation()
  const change = (at: number, reply: Partial<QuickReply>) =>
    onChange({ quickReplies: quickReplies.map((one, index) => (index === at ? { ...one, ...reply } : one)) })
  return (
    <Input.Wrapper
      label={t('assistant.fields.quickReplies')}
      labelElement="div"
      description={t('ruleTools.form.quickRepliesHint')}
      error={errors.quickReplies}
    >
      <Stack gap="xs" mt={8} align="flex-start">
        {quickReplies.map(({ label, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a button has no id other than its index
          <Stack key={at} gap={4} w="100%">
            <Group gap="xs" wrap="nowrap" align="flex-end">
              <TextInput
                label={t('ruleTools.form.buttonLabel')}
                maxLength={ruleLimits.label}
                flex={2}
                value={label}
                disabled={isLocked}
                error={errors[`quickReplies.${at}`] !== undefined}
                onChange={(event) => change(at, { label: event.currentTarget.value })}
              />
              <TextInput
                label={t('ruleTools.form.buttonText')}
                maxLength={ruleLimits.quickReply}
                flex={3}
                value={text}
                disabled={isLocked}
                error={errors[`quickReplies.${at}`] !== undefined}
                onChange={(event) => change(at, { text: event.currentTarget.value })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                disabled={isLocked}
                aria-label={t('ruleTools.form.removeButton', { number: at + 1 })}
                onClick={() => onChange({ quickReplies: quickReplies.toSpliced(at, 1) })}
              >
                <IconTrash size={18} stroke={1.5} />
              </ActionIcon>
            </Group>
            {errors[`quickReplies.${at}`] && <Input.Error>{errors[`quickReplies.${at}`]}</Input.Error>}
          </Stack>
        ))}
        {!isLocked && quickReplies.length < ruleLimits.quickReplies && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange({ quickReplies: [...quickReplies, { label: '', text: '' }] })}
          >
            {t('ruleTools.form.addButton')}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  )
}
