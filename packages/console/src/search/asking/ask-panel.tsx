import type { BackupAnswer, TimelineMessage } from '@innkeeper/contract'
import { Alert, Anchor, Button, Code, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { useFormat } from '../../ui/format/format.ts'

type Props = { channelId: string; timezone: string | undefined; typed: string }

const longest = 500

/** Asks a question about a channel's messages. `typed`: what is in the search field. */
export function AskPanel({ channelId, timezone, typed }: Props) {
  const { t } = useTranslation()
  const [question, setQuestion] = useState(typed.slice(0, longest))
  const asked = useMutation({ mutationFn: (text: string) => api.askBackup({ channelId, body: { question: text } }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (question.trim() !== '') asked.mutate(question.trim())
  }
  return (
    <Paper component="section" withBorder p="md" aria-label={t('asking.label')}>
      <Stack gap="md">
        <form onSubmit={submit}>
          <Group align="flex-end" gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              label={t('asking.label')}
              description={t('asking.hint')}
              placeholder={t('asking.placeholder')}
              value={question}
              maxLength={longest}
              onChange={(event) => setQuestion(event.currentTarget.value)}
            />
            <Button type="submit" loading={asked.isPending} disabled={question.trim() === ''}>
              {t('asking.submit')}
            </Button>
          </Group>
        </form>
        {asked.error && <ErrorScreen inline error={asked.error} />}
        <div role="status">
          {asked.data && !asked.isPending && <Answer answer={asked.data} channelId={channelId} timezone={timezone} />}
        </div>
      </Stack>
    </Paper>
  )
}

type AnswerProps = { answer: BackupAnswer; channelId: string; timezone: string | undefined }

function Answer({ answer, channelId, timezone }: AnswerProps) {
  const { t } = useTranslation()
  const { sentences, messages, writtenBy, model, sentToModel, isComplete } = answer
  const numbers = new Map(messages.map(({ id }, at) => [id, at + 1]))
  return (
    <Stack gap="sm">
      {sentences.length === 0 ? (
        <>
          <Text fw={600}>{t('asking.nothing')}</Text>
          <Text size="sm" c="dimmed">
            {t('asking.retry')}
          </Text>
        </>
      ) : (
        <ul style={{ margin: 0, paddingInlineStart: '1.2em' }}>
          {sentences.map(({ text, messageIds }) => (
            <li key={`${text} ${messageIds.join()}`}>
              <Text span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} dir="auto">
                {text}
              </Text>
              {messages
                .filter(({ id }) => messageIds.includes(id))
                .map((message) => (
                  <Citation
                    key={message.id}
                    message={message}
                    number={numbers.get(message.id) ?? 0}
                    channelId={channelId}
                    timezone={timezone}
                  />
                ))}
            </li>
          ))}
        </ul>
      )}
      {sentences.length > 0 && (
        <Text size="xs" c="dimmed">
          {t(`asking.by.${writtenBy}`)}
        </Text>
      )}
      {(model === 'limit' || model === 'failed') && (
        <Text size="xs" c="dimmed">
          {t(`asking.model.${model}`)}
        </Text>
      )}
      {!isComplete && (
        <Alert color="gray" variant="light">
          {t('asking.incomplete')}
        </Alert>
      )}
      {sentToModel.length > 0 && (
        <details>
          <Text component="summary" size="xs" c="dimmed">
            {t('asking.sent')}
          </Text>
          {sentToModel.map((text) => (
            <Code key={text} block tabIndex={0} mah={240} style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }}>
              {text}
            </Code>
          ))}
        </details>
      )}
    </Stack>
  )
}

type CitationProps = {
  message: TimelineMessage
  number: number
  channelId: string
  timezone: string | undefined
}

/** Leads to the message in the conversation. */
function Citation({ message, number, channelId, timezone }: CitationProps) {
  const { t } = useTranslation()
  const format = useFormat(timezone)
  const label = t('asking.cite', { number, name: message.sender.name, when: format.dateTime(message.timestamp) })
  return (
    <Anchor
      size="xs"
      ms={4}
      aria-label={label}
      title={label}
      renderRoot={(props) => (
        <Link to="/channels/$channelId" params={{ channelId }} search={{ message: message.id }} {...props} />
      )}
    >
      [{number}]
    </Anchor>
  )
}
