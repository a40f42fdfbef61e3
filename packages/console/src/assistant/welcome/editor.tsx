import { InnkeeperError } from '@innkeeper/client'
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PersonInText } from '../../channel/person-link.tsx'
import { ZonedTime } from '../../channel/zoned-time.tsx'
import { FailureNote } from '../../errors/failure-notices.tsx'
import { useRefusalText } from '../../errors/use-failure-text.ts'
import { CollisionDialog } from '../../ui/editing/collision-dialog.tsx'
import type { EditedField } from '../../ui/editing/edited-fields.ts'
import { UnsavedGuard } from '../../ui/editing/unsaved-guard.tsx'
import type { ReadyEdited } from '../../ui/editing/use-edited.ts'
import { Section } from '../../ui/layout.tsx'
import { useActorName } from '../use-actor-name.ts'
import { useMayChange } from '../use-may-edit.ts'
import classes from './editor.module.css'

type Stamped = { updatedAt: string | null; updatedBy: string | null }

type Props<Data, Draft> = {
  title: string
  text: string
  edited: ReadyEdited<Data, Draft>
  fields: readonly EditedField[]
  /** Something in the form is invalid; the field says what. */
  isWrong: boolean
  preview: ReactNode
  children: ReactNode
}

/** A form with its preview, and the controls to save it. */
export function Editor<Data extends Stamped, Draft extends object>(props: Props<Data, Draft>) {
  const { title, text, edited, fields, isWrong, preview, children } = props
  const { t } = useTranslation()
  const { mayChange, why } = useMayChange()
  const previewId = useId()
  const isRefused = edited.failure !== null && refusedFieldOf(edited.failure, fields) === undefined
  return (
    <Section title={title} text={text}>
      {!mayChange && <Alert color="gray">{why}</Alert>}
      <div className={classes.sides}>
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (mayChange && edited.isDirty && !isWrong && !edited.isSaving) edited.save()
          }}
        >
          <Stack gap="lg">
            {children}
            {isRefused && <FailureNote error={edited.failure} />}
            {mayChange && <SaveBar edited={edited} isWrong={isWrong} />}
            <LastChange of={edited.data} />
          </Stack>
        </form>
        <Stack component="section" gap="sm" aria-labelledby={previewId} className={classes.preview ?? ''}>
          <Title order={3} size="h6" id={previewId}>
            {t('assistantParts.preview')}
          </Title>
          {preview}
        </Stack>
      </div>
      <CollisionDialog edited={edited} fields={fields} />
      <UnsavedGuard isDirty={edited.isDirty} />
    </Section>
  )
}

/** The service's error for a field, as text; undefined if it is about another one. */
export function useRefusal(
  failure: Error | null,
  fields: readonly EditedField[],
): (path: string) => string | undefined {
  const refusalText = useRefusalText()
  const refused = refusedFieldOf(failure, fields)
  return (path) => (failure && refused === path ? refusalText(failure.message) : undefined)
}

/** An error from the service begins with the name of the field. */
function refusedFieldOf(failure: Error | null, fields: readonly EditedField[]): string | undefined {
  if (!(failure instanceof InnkeeperError) || failure.status !== 400) return undefined
  return fields.find(({ path }) => failure.message.startsWith(path))?.path
}

export function useNotifySaved(): () => void {
  const { t } = useTranslation()
  return () => notifications.show({ id: 'saved', message: t('assistantParts.saved'), autoClose: 3000 })
}

type BarProps<Data, Draft> = { edited: ReadyEdited<Data, Draft>; isWrong: boolean }

function SaveBar<Data, Draft>({ edited: { isDirty, isSaving, reset }, isWrong }: BarProps<Data, Draft>) {
  const { t } = useTranslation()
  return (
    <Group gap="sm">
      <Button type="submit" loading={isSaving} disabled={!isDirty || isWrong}>
        {t('assistantParts.save')}
      </Button>
      <Button variant="default" disabled={!isDirty || isSaving} onClick={reset}>
        {t('assistantParts.discard')}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {isDirty && t('assistantParts.unsaved')}
      </Text>
    </Group>
  )
}

function LastChange({ of: { updatedAt, updatedBy } }: { of: Stamped }) {
  const { t } = useTranslation()
  const actorName = useActorName()
  if (updatedAt === null || updatedBy === null) return null
  return (
    <Text size="xs" c="dimmed">
      <PersonInText
        userId={updatedBy}
        name={actorName(updatedBy)}
        write={(name) => t('assistantParts.changedBy', { name })}
      />
      {' · '}
      <ZonedTime at={updatedAt} />
    </Text>
  )
}
