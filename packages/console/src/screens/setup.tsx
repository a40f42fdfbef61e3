import { InnkeeperError } from '@innkeeper/client'
import { Anchor, Button, Paper, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { signInWaysQuery } from '../session/queries.ts'
import { useCode } from '../session/use-code.ts'
import { CodesStep } from '../setup/codes-step.tsx'
import { OperatorStep } from '../setup/operator-step.tsx'
import { FrontPage } from '../shell/front-page.tsx'
import { InsecureNote } from '../sign-in/insecure-note.tsx'
import { Coded } from '../ui/coded.tsx'

/** The page behind the setup link: creates the account of the person who runs the service. */
export default function SetupScreen() {
  const { t } = useTranslation()
  const code = useCode()
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  const ways = useQuery(signInWaysQuery).data
  const isToCreate = !recoveryCodes && ways !== undefined && ways.operator !== 'exists'
  return (
    <FrontPage title={t('setup.title')} {...(isToCreate && { lead: t('setup.lead') })}>
      <Paper withBorder p={{ base: 'lg', xs: 'xl' }} radius="lg">
        {recoveryCodes ? <CodesStep codes={recoveryCodes} /> : <Account code={code} onCreated={setRecoveryCodes} />}
      </Paper>
    </FrontPage>
  )
}

type AccountProps = { code: string; onCreated: (recoveryCodes: string[]) => void }

function Account({ code, onCreated }: AccountProps) {
  const [pasted, setPasted] = useState({ code: '', insteadOf: '' })
  const ways = useQuery(signInWaysQuery)
  if (ways.error) return <ErrorScreen inline error={ways.error} onRetry={() => void ways.refetch()} />
  if (!ways.data) return <Skeleton height={240} />
  if (ways.data.operator === 'exists') return <Exists />
  if (!ways.data.keepsCookies) return <InsecureNote />
  // The last one that was entered, in the field or in the address bar.
  const known = pasted.code !== '' && pasted.insteadOf === code ? pasted.code : code
  const paste = (one: string) => setPasted({ code: one, insteadOf: code })
  if (known === '') return <PasteLink endsDemo={ways.data.isDemo} onPasted={paste} />
  return <CheckedLink code={known} endsDemo={ways.data.isDemo} onCreated={onCreated} onPasted={paste} />
}

/** Operators who are signed in came here for the steps. */
function Exists() {
  const { t } = useTranslation()
  // A query of its own, because it's no failure here if no one is signed in.
  const isOperator = useQuery({ queryKey: ['setup', 'is-operator'], queryFn: askIsOperator })
  if (isOperator.isPending) return <Skeleton height={80} />
  return (
    <Stack gap="md">
      <Text>{t('setup.exists')}</Text>
      {isOperator.data ? (
        <Anchor href="/operator/setup">{t('setup.toSteps')}</Anchor>
      ) : (
        <Anchor href="/sign-in">{t('setup.signIn')}</Anchor>
      )}
    </Stack>
  )
}

async function askIsOperator(): Promise<boolean> {
  try {
    return (await api.getMe()).isOperator
  } catch (error) {
    if (error instanceof InnkeeperError && error.status === 401) return false
    throw error
  }
}

type CheckedProps = { code: string; endsDemo: boolean; onCreated: (codes: string[]) => void; onPasted: Paste }

/** Checks the link before someone thinks of a passphrase. */
function CheckedLink({ code, endsDemo, onCreated, onPasted }: CheckedProps) {
  const check = useQuery({
    queryKey: ['setup-link', code],
    queryFn: () => isValidLink(code),
    // Creating the account uses it up.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (check.isPending) return <Skeleton height={240} />
  if (check.error) return <ErrorScreen inline error={check.error} onRetry={() => void check.refetch()} />
  if (!check.data) return <PasteLink endsDemo={endsDemo} isWrong onPasted={onPasted} />
  return <OperatorStep code={code} endsDemo={endsDemo} onCreated={onCreated} />
}

async function isValidLink(code: string): Promise<boolean> {
  try {
    await api.checkSetupLink({ body: { code } })
    return true
  } catch (error) {
    if (error instanceof InnkeeperError && error.status === 401) return false
    throw error
  }
}

type Paste = (code: string) => void

/** For someone who came here from a page of the demo, and not with the link, or with a wrong one. */
function PasteLink({ endsDemo, isWrong = false, onPasted }: { endsDemo: boolean; isWrong?: boolean; onPasted: Paste }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onPasted(text.trim().split('#').at(-1) ?? '')
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {isWrong ? (
          <Text c="red" role="alert">
            <Coded text={t('setup.linkOver')} />
          </Text>
        ) : (
          <Text>{t('setup.noCode')}</Text>
        )}
        {endsDemo && (
          <Text size="sm" c="dimmed">
            {t('setup.demoEnds')} <Anchor href="/">{t('setup.backToDemo')}</Anchor>
          </Text>
        )}
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
