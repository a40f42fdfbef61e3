import type { OperatorAccount } from '@innkeeper/contract'
import { Stack, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { FailureNote } from '../../errors/failure-notices.tsx'
import { signInsQuery } from '../../session/queries.ts'
import { Section } from '../../ui/layout.tsx'

const accountKey = ['account', 'operator']

/** Who the operator is in the chats. */
export function LinkedPerson() {
  const { t } = useTranslation()
  const person = useLinkedPerson()
  if (!person) return null
  return (
    <Section title={t('operator.person.title')} text={t('operator.person.text', { name: person.displayName })}>
      <RightsSwitch person={person} />
    </Section>
  )
}

/** The same switch for the setup, as soon as a claim has linked someone. */
export function LinkedPersonRights() {
  const person = useLinkedPerson()
  return person && <RightsSwitch person={person} />
}

type Linked = NonNullable<OperatorAccount['person']>

/** Only in a browser that is signed in with the operator account: a key with operator rights has none. */
function useLinkedPerson(): Linked | null {
  const isOwn = useQuery(signInsQuery).data?.signIns.some(({ current, way }) => current && way === 'operator') ?? false
  const account = useQuery({ queryKey: accountKey, queryFn: () => api.getOperatorAccount(), enabled: isOwn })
  return account.data?.person ?? null
}

/** Anyone in the chat may have used the code, so the operator confirms who it is before the person gets any rights. */
function RightsSwitch({ person: { userId, displayName: name, sharesRights } }: { person: Linked }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const share = useMutation({
    mutationFn: (next: boolean) => api.shareOperatorRights({ body: { userId, sharesRights: next } }),
    onSettled: () => client.invalidateQueries({ queryKey: accountKey }),
  })
  return (
    <Stack gap="xs">
      <Switch
        label={t('operator.person.share', { name })}
        description={t('operator.person.shareText', { name })}
        checked={sharesRights}
        disabled={share.isPending}
        onChange={(event) => share.mutate(event.currentTarget.checked)}
      />
      {share.error && <FailureNote error={share.error} />}
    </Stack>
  )
}
