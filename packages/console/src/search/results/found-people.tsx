import { Anchor, Avatar, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { picturePath } from '../../api/client.ts'
import { usePeople, usePersonLabel } from '../../channel/members.ts'
import { PersonLink } from '../../channel/person-link.tsx'
import { findNamed, nameInQuery } from '../query/people.ts'
import { withOperator } from '../query/query-text.ts'
import classes from '../search.module.css'

const mostShown = 5

/** People of the channel whose name contains the words. A search finds messages, and a name alone is in few of them. */
export function FoundPeople({ channelId, q }: { channelId: string; q: string }) {
  const { t } = useTranslation()
  const { people } = usePeople(channelId)
  const labelOf = usePersonLabel()
  const found = findNamed(q, people)
  if (found.length === 0) return null
  const more = found.length - mostShown
  return (
    <section aria-labelledby="found-people">
      <Title order={2} id="found-people" className={classes.day}>
        {t('search.people.title')}
      </Title>
      <ul className={classes.list}>
        {found.slice(0, mostShown).map((person) => (
          <li key={person.userId} className={classes.person}>
            <Avatar src={picturePath(person.pictureUrl)} size={36} alt="" name={person.displayName} />
            <Text size="sm" fw={600} truncate className={classes.personName}>
              <PersonLink userId={person.userId}>
                <bdi>{labelOf(person)}</bdi>
              </PersonLink>
            </Text>
            <Anchor
              size="sm"
              className={classes.personMessages}
              aria-label={t('search.people.messagesOf', { name: person.displayName })}
              renderRoot={(props) => (
                <Link
                  to="/channels/$channelId/search"
                  params={{ channelId }}
                  search={{ q: withOperator('', 'from', nameInQuery(person, people)) }}
                  {...props}
                />
              )}
            >
              {t('search.people.messages')}
            </Anchor>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Text size="sm" c="dimmed" px="xs" pb="xs">
          {t('search.people.more', { count: more })}
        </Text>
      )}
    </section>
  )
}
