import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeople, usePersonLabel } from '../../channel/members.ts'
import { IconUser } from '../../ui/icons/icons.ts'
import { LateSelect } from '../../ui/late-fields.tsx'
import { findPerson, nameInQuery } from './people.ts'

type Props = { person: string; onChange: (person: string) => void }

/** Who sent it. In one channel, the people in it can be chosen. */
export function PersonControl({ channelId, ...props }: Props & { channelId: string | null }) {
  return channelId === null ? <PersonByName {...props} /> : <MemberControl channelId={channelId} {...props} />
}

function MemberControl({ channelId, person, onChange }: Props & { channelId: string }) {
  const { t } = useTranslation()
  const { people } = usePeople(channelId)
  const labelOf = usePersonLabel()
  const chosen = findPerson(person, people)
  const options = people.map((one) => ({ value: one.userId, label: labelOf(one) }))
  // Part of a name, or a name that several people have. Still shown, so that it can be cleared.
  const typed = person !== '' && !chosen ? [{ value: `from:${person}`, label: person }] : []
  return (
    <LateSelect
      aria-label={t('search.filters.personLabel')}
      placeholder={t('search.filters.person')}
      nothingFoundMessage={t('search.filters.nobody')}
      leftSection={<IconUser size={16} stroke={1.5} />}
      data={[...typed, ...options]}
      value={chosen?.userId ?? typed[0]?.value ?? null}
      onChange={(id) => {
        const one = people.find(({ userId }) => userId === id)
        onChange(one ? nameInQuery(one, people) : '')
      }}
      searchable
      clearable
      limit={200}
    />
  )
}

const pauseMs = 400

/** In all channels there are too many people to choose from. */
function PersonByName({ person, onChange }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState(person)
  const changeSoon = useDebouncedCallback((typed: string) => onChange(typed.trim()), pauseMs)
  useEffect(() => setName((shown) => (shown.trim() === person ? shown : person)), [person])
  return (
    <TextInput
      aria-label={t('search.filters.personLabel')}
      placeholder={t('search.filters.person')}
      leftSection={<IconUser size={16} stroke={1.5} />}
      value={name}
      onChange={(event) => {
        setName(event.currentTarget.value)
        changeSoon(event.currentTarget.value)
      }}
      maxLength={100}
    />
  )
}
