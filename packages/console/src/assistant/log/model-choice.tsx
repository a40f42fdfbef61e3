import type { Send } from '@innkeeper/contract'
import { List, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format/format.ts'
import classes from './log.module.css'

/** The rules' questions by id; undefined until they are loaded. */
export type Questions = ReadonlyMap<string, string> | undefined

type Props = { of: NonNullable<Send['model']>; questions: Questions }

/** What the language model cited, and what it could choose from. */
export function ModelChoice({ of: { ruleIds, passages, passage, tokens }, questions }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isOpen, open] = useDisclosure(false)
  const nameOf = (ruleId: string) => questions?.get(ruleId) ?? t('assistantParts.log.ruleGone')
  return (
    <Stack gap={6} align="flex-start">
      <Text size="sm" c="dimmed">
        {passage === null
          ? t('assistantParts.log.model.cited')
          : t('assistantParts.log.model.citedRules', { passage: format.count(passage) })}
      </Text>
      <UnstyledButton className={classes.more ?? ''} onClick={open.toggle} aria-expanded={isOpen}>
        {t('assistantParts.log.model.show')}
      </UnstyledButton>
      {isOpen && (
        <Stack gap={6} className={classes.given ?? ''}>
          <Text size="sm">{t('assistantParts.log.model.given')}</Text>
          <List size="sm" withPadding>
            {ruleIds.map((ruleId) => (
              <List.Item key={ruleId}>{nameOf(ruleId)}</List.Item>
            ))}
            {passages > 0 && <List.Item>{t('assistantParts.log.model.passages', { count: passages })}</List.Item>}
          </List>
          <Text size="xs" c="dimmed">
            {t('assistantParts.log.model.tokens', { count: tokens, tokens: format.count(tokens) })}
          </Text>
        </Stack>
      )}
    </Stack>
  )
}
