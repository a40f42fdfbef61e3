import { InnkeeperError } from '@innkeeper/client'
import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureNote } from '../../errors/failure-notices.tsx'
import { LateDialog } from '../../ui/late-dialog.tsx'
import { useRefusedQueryText } from '../query/refused-query.ts'

type Props = {
  title: string
  opened: boolean
  /** To begin with. */
  name: string
  saving: { isPending: boolean; error: Error | null }
  onClose: () => void
  onName: (name: string) => void
}

/** Asks for the name of a search. */
export function NameDialog({ title, opened, name, saving, onClose, onName }: Props) {
  const { t } = useTranslation()
  return (
    <LateDialog
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {/* A fresh form each time. */}
      {opened && <NameForm name={name} saving={saving} onClose={onClose} onName={onName} />}
    </LateDialog>
  )
}

function NameForm({ name, saving, onClose, onName }: Pick<Props, 'name' | 'saving' | 'onClose' | 'onName'>) {
  const { t } = useTranslation()
  const refusalText = useRefusedQueryText()
  const [text, setText] = useState(name)
  const [isEmpty, setEmpty] = useState(false)
  const { isPending, error: failure } = saving
  const isRefused = failure instanceof InnkeeperError && failure.status === 400
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(text.trim() === '')
    if (text.trim() !== '') onName(text.trim())
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        label={t('search.saved.name')}
        data-autofocus
        autoComplete="off"
        maxLength={100}
        value={text}
        error={isEmpty ? t('errors.values.empty') : isRefused && refusalText(failure.message)}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setEmpty(false)
        }}
        onFocus={(event) => event.currentTarget.select()}
      />
      {failure && !isRefused && <FailureNote error={failure} />}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('search.saved.confirm')}
        </Button>
      </Group>
    </form>
  )
}
