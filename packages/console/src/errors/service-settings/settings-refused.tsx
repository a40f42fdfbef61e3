import { InnkeeperError } from '@innkeeper/client'
import { Alert } from '@mantine/core'
import { useJoin } from '../../ui/format/join.ts'
import { ErrorScreen } from '../error-screen.tsx'
import { findSettingRefusal } from './refusal.ts'
import type { ServiceSetting } from './setting-field.ts'
import { useRefusalSentence } from './use-refusal-sentence.ts'
import { useSettingText } from './use-setting-text.ts'

type Props = {
  error: Error
  settings: readonly ServiceSetting[]
  /** What was sent. */
  changes: readonly { name: string }[]
}

/** Why the service didn't take settings, in the language of the page and with the names that the page uses. */
export function SettingsRefused({ error, settings, changes }: Props) {
  const sentenceOf = useRefusalSentence(settings)
  const { label } = useSettingText()
  const join = useJoin()
  if (!(error instanceof InnkeeperError && error.status === 400)) return <ErrorScreen inline error={error} />
  const refusal = findSettingRefusal(error.message, settings, new Set(changes.map(({ name }) => name)))
  const sentence = refusal ? sentenceOf(refusal, error.message) : error.message
  return (
    <Alert color="red" role="alert">
      {refusal?.why === 'value' ? join.labelled(label(refusal.name), sentence) : sentence}
    </Alert>
  )
}
