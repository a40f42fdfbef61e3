import { type Connection, isSignatureFailing } from '@innkeeper/contract/findings'
import { Badge, Code } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../ui/format/format.ts'
import { Fact, Facts, Panel } from './panel.tsx'

const tokenColor = { accepted: 'brand', refused: 'red', unknown: 'gray' }

export function ConnectionPanel({ connection }: { connection: Connection }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { accountId, accountName, name: platform, token } = connection
  const ago = (at: string | null) => (at === null ? t('operator.never') : format.ago(at))
  const isPolled = connection.receives === 'polling'
  return (
    <Panel
      title={t('operator.connection.title', { platform })}
      text={t(isPolled ? 'operator.connection.pollText' : 'operator.connection.text', { platform })}
    >
      <Facts>
        <Fact name={t('operator.connection.account')} note={accountId === null ? undefined : <Code>{accountId}</Code>}>
          {accountName ?? t('operator.connection.unknownAccount')}
        </Fact>
        <Fact name={t('operator.connection.token')}>
          <Badge variant="light" color={tokenColor[token]}>
            {t(`operator.connection.tokens.${token}`)}
          </Badge>
        </Fact>
        {isPolled ? (
          <PollFacts connection={connection} ago={ago} />
        ) : (
          <WebhookFacts connection={connection} ago={ago} />
        )}
      </Facts>
    </Panel>
  )
}

type FactsProps = { connection: Connection; ago: (at: string | null) => string }

function PollFacts({ connection, ago }: FactsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { behind, lastPollAt, lastEventAt, lastConflictAt } = connection
  return (
    <>
      <Fact name={t('operator.connection.lastPoll')}>{ago(lastPollAt)}</Fact>
      <Fact name={t('operator.connection.lastEvent')}>{ago(lastEventAt)}</Fact>
      <Fact name={t('operator.connection.behind')}>
        {behind === null ? t('operator.connection.behindUnknown') : format.count(behind)}
      </Fact>
      <Fact name={t('operator.connection.conflict')}>{ago(lastConflictAt)}</Fact>
    </>
  )
}

function WebhookFacts({ connection, ago }: FactsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { redelivery, lastRedeliveryAt, refusedWebhooks } = connection
  return (
    <>
      <Fact name={t('operator.connection.lastWebhook')}>{ago(connection.lastWebhookAt)}</Fact>
      <Fact name={t('operator.connection.lastEvent')}>{ago(connection.lastEventAt)}</Fact>
      <Fact name={t('operator.connection.redelivery')}>
        {redelivery === 'on'
          ? t('operator.connection.redeliverySeen', { ago: ago(lastRedeliveryAt) })
          : t('operator.connection.redeliveryUnknown')}
      </Fact>
      <Fact
        name={t('operator.connection.signatureFailure')}
        note={isSignatureFailing(connection) ? t('operator.connection.nothingSince') : undefined}
      >
        {ago(connection.lastSignatureFailureAt)}
      </Fact>
      <Fact name={t('operator.connection.refused')}>{format.count(refusedWebhooks)}</Fact>
    </>
  )
}
