import { InnkeeperError } from '@innkeeper/client'
import { Button, Checkbox, Group, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureNote } from '../errors/failure-notices.tsx'
import { LateDialog } from '../ui/late-dialog.tsx'
import { useWebhookAction } from './queries.ts'
import { SecretView } from './secret-view.tsx'
import { type Contents, type EventWord, useSource, type Webhook, type WebhookDraft } from './source.ts'
import { eventKeyOf, findUrlProblem, isHttpsMissing, type UrlProblem } from './webhook-states.ts'

type Props = { opened: boolean; onClose: () => void; webhook?: Webhook }

/** Creates a webhook and then shows its secret, or changes one. */
export function WebhookDialog({ opened, onClose, webhook }: Props) {
  const { t } = useTranslation()
  const [secret, setSecret] = useState<string>()
  const title = secret !== undefined ? 'webhooks.secret.created' : webhook ? 'webhooks.form.edit' : 'webhooks.form.new'
  return (
    <LateDialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setSecret(undefined)}
      title={t(title)}
      // The secret is shown only once, so a click outside must not close it.
      closeOnClickOutside={secret === undefined}
      closeOnEscape={secret === undefined}
      withCloseButton={secret === undefined}
    >
      {secret === undefined ? (
        <WebhookForm webhook={webhook} onClose={onClose} onSecret={setSecret} />
      ) : (
        <SecretView secret={secret} onDone={onClose} />
      )}
    </LateDialog>
  )
}

type FormProps = { webhook: Webhook | undefined; onClose: () => void; onSecret: (secret: string) => void }

function WebhookForm({ webhook, onClose, onSecret }: FormProps) {
  const { t } = useTranslation()
  const source = useSource()
  const [draft, setDraft] = useState<WebhookDraft>({
    url: webhook?.url ?? '',
    events: [...(webhook?.events ?? source.events.slice(0, 1))],
    contents: webhook?.contents ?? 'thin',
  })
  const [problem, setProblem] = useState<UrlProblem>()
  const save = useWebhookAction(async ({ create, change }, next: WebhookDraft) =>
    webhook ? void (await change(webhook.id, next)) : (await create(next)).secret,
  )
  const put = (change: Partial<WebhookDraft>) => setDraft((before) => ({ ...before, ...change }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = { ...draft, url: draft.url.trim() }
    const found = findUrlProblem(wanted.url)
    setProblem(found)
    if (found || wanted.events.length === 0) return
    save.mutate(wanted, { onSuccess: (secret) => (secret === undefined ? onClose() : onSecret(secret)) })
  }
  const isRefused = save.error instanceof InnkeeperError && isHttpsMissing(save.error.message)
  const shown = problem ?? (isRefused ? 'https' : undefined)
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={t('webhooks.form.url')}
          description={t('webhooks.form.urlHint')}
          placeholder="https://"
          type="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={draft.url}
          onChange={(event) => put({ url: event.currentTarget.value })}
          error={shown && t(`webhooks.form.problems.${shown}`)}
          maxLength={1000}
          data-autofocus
        />
        <Checkbox.Group
          label={t('webhooks.form.events')}
          value={draft.events}
          onChange={(events) => put({ events: events as EventWord[] })}
          error={draft.events.length === 0 && t('webhooks.form.noEvents')}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6} mb={6}>
            {source.events.map((event) => (
              <Checkbox key={event} value={event} label={t(`webhooks.events.${eventKeyOf(event)}`)} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        {source.kind === 'channel' && (
          <Radio.Group
            label={t('webhooks.form.contents')}
            value={draft.contents}
            onChange={(contents) => put({ contents: contents as Contents })}
          >
            <Stack gap="xs" mt={6}>
              {(['thin', 'full'] as const).map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={t(`webhooks.form.${one}.label`)}
                  description={t(`webhooks.form.${one}.text`)}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {save.error && !isRefused && <FailureNote error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t(webhook ? 'webhooks.form.save' : 'webhooks.form.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
