import { Button, Group, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { usePeople, usePersonLabel } from '../../channel/members.ts'
import { useFormat } from '../../ui/format/format.ts'
import { IconAlertTriangle } from '../../ui/icons/icons.ts'
import { LateSelect } from '../../ui/late-fields.tsx'
import { Section } from '../../ui/layout.tsx'
import classes from '../imports.module.css'
import {
  choosePerson,
  type Editing,
  keyOf,
  type PersonValue,
  type PreviewedPerson,
  shownValue,
  sortPeople,
} from './draft.ts'
import { memberChoices } from './member-choices.ts'

/** More are shown when someone asks for them: a file can have thousands. */
const shownAtOnce = 25

type Props = Editing & { people: readonly PreviewedPerson[]; onReset(): void }

/** Who is who: for everyone in the file, the person here. */
export function People({ people, draft, onChange, isReadOnly, onReset }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [most, setMost] = useState(shownAtOnce)
  const sorted = useMemo(() => sortPeople(people), [people])
  const choices = useChoices()
  const rest = sorted.length - most
  return (
    <Section
      title={t('imports.people.title')}
      text={t('imports.people.text')}
      action={
        !isReadOnly &&
        people.some(({ isChosen }) => isChosen) && (
          <Button variant="subtle" size="compact-sm" onClick={onReset}>
            {t('imports.proposal')}
          </Button>
        )
      }
    >
      <ul className={classes.people} aria-label={t('imports.people.title')}>
        {sorted.slice(0, most).map((person) => (
          <PersonRow
            key={keyOf(person)}
            person={person}
            choices={choices}
            value={shownValue(draft, person)}
            isReadOnly={isReadOnly}
            onChoose={(value) => onChange(choosePerson(draft, person, value))}
          />
        ))}
      </ul>
      {rest > 0 && (
        <Group>
          <Button variant="default" onClick={() => setMost(most + 4 * shownAtOnce)}>
            {t('imports.people.more', { count: rest, people: format.count(rest) })}
          </Button>
        </Group>
      )}
    </Section>
  )
}

type Choice = { value: PersonValue; label: string }

function useChoices(): readonly Choice[] {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const { people } = usePeople(channelId)
  const labelOf = usePersonLabel()
  return [
    { value: 'outsider', label: t('imports.people.outsider') },
    { value: 'left-out', label: t('imports.people.leftOut') },
    ...memberChoices(people, labelOf),
  ]
}

type RowProps = {
  person: PreviewedPerson
  choices: readonly Choice[]
  value: PersonValue
  isReadOnly: boolean
  onChoose(value: PersonValue): void
}

function PersonRow({ person, choices, value, isReadOnly, onChoose }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const name = person.name || t('conversation.unknown')
  // Someone of another import, or who isn't listed any more.
  const isListed = choices.some((choice) => choice.value === value)
  const data = isListed ? choices : [{ value, label: t('imports.people.other') }, ...choices]
  const isUnsure = !person.isSure && !person.isChosen
  return (
    <li className={classes.person}>
      <div className={classes.personName}>
        <Text fw={500}>
          <bdi>{name}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {t('imports.people.messages', { count: person.messages, messages: format.count(person.messages) })}
        </Text>
      </div>
      <div className={classes.personChoice}>
        <LateSelect<PersonValue>
          aria-label={t('imports.people.who', { name })}
          data={data}
          value={value}
          onChange={(chosen) => chosen && onChoose(chosen)}
          nothingFoundMessage={t('gallery.filters.nobody')}
          disabled={isReadOnly}
          allowDeselect={false}
          searchable
          limit={200}
        />
        <Text size="xs" className={classes.why ?? ''} data-unsure={isUnsure || undefined}>
          {isUnsure && <IconAlertTriangle size={14} aria-hidden />}
          {t(`imports.people.why.${person.isChosen ? 'chosen' : person.mayBeGone ? 'mayBeGone' : person.why}`)}
        </Text>
      </div>
    </li>
  )
}
