import type { WebhookTest } from '@innkeeper/contract'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Coded } from '../ui/coded.tsx'
import { useJoin } from '../ui/format/join.ts'
import classes from './webhooks.module.css'

type Props = { of: Pick<WebhookTest, 'status' | 'failure' | 'detail' | 'answer'> }

/** What became of an attempt, and what to do. */
export function Attempt({ of: { status, failure, detail, answer } }: Props) {
  const { t } = useTranslation()
  const join = useJoin()
  const codes = [...(status === null ? [] : [t('webhooks.status', { status })]), ...(detail === '' ? [] : [detail])]
  return (
    <>
      {failure !== null && (
        <Text size="sm">
          <Coded text={join.sentences(t(`webhooks.failures.${failure}`), ...codes)} />
        </Text>
      )}
      {answer !== '' && (
        <Text size="sm" c="dimmed" className={classes.anywhere ?? ''}>
          {t('webhooks.answer', { answer })}
        </Text>
      )}
    </>
  )
}
