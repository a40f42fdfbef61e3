import { Anchor, Button, Paper, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { signInWaysQuery } from '../session/queries.ts'
import { useCode } from '../session/use-code.ts'
import { CodesStep } from '../setup/codes-step.tsx'
import { OperatorStep } from '../setup/operator-step.tsx'
import { FrontPage } from '../shell/front-page.tsx'
import { InsecureNote } from '../sign-in/insecure-note.tsx'

/** The page behind the setup link: creates the account of the person who runs the service. */
export default function SetupScreen() {
  const { t } = useTranslation()
  const code = useCode()
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  return (
    <FrontPage title={t('setup.title')} {...(!recoveryCodes && { lead: t('setup.lead') })}>
      <Paper withBorder p={{ base: 'lg', xs: 'xl' }} radius="lg">
        {recoveryCodes ? <CodesStep codes={recoveryCodes} /> : <Account code={code} onCreated={setRecoveryCodes} />}
      </Paper>
    </FrontPage>
  )
}

type AccountProps = { code: string; onCreated: (recoveryCodes: string[]) => void }

function Account({ code, onCreated }: AccountProps) {
  const { t } = useTranslation()
  const [pasted, setPasted] = useState('')
  const ways = useQuery(signInWaysQuery)
  if (ways.error) return <ErrorScreen inline error={ways.error} onRetry={() => void ways.refetch()} />
  if (!ways.data) return <Skeleton height={240} />
  if (ways.data.operator === 'exists') {
    return (
      <Stack gap="md">
        <Text>{t('setup.exists')}</Text>
        <Anchor href="/sign-in">{t('setup.signIn')}</Anchor>
      </Stack>
    )
  }
  if (!ways.data.keepsCookies) return <InsecureNote />
  const known = code || pasted
  if (known === '') return <PasteLink onPasted={setPasted} />
  return <OperatorStep code={known} endsDemo={ways.data.isDemo} onCreated={onCreated} />
}

/** For someone who came here from a page of the demo, and not with the link. */
function PasteLink({ onPasted }: { onPasted: (code: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onPasted(text.trim().split('#').at(-1) ?? '')
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>{t('setup.noCode')}</Text>
        <TextInput
          label={t('setup.pasteLink')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="off"
          required
          withAsterisk={false}
        />
        <Button type="submit">{t('setup.next')}</Button>
      </Stack>
    </form>
  )
}
