import type { MemberDetail, PastRole } from '@innkeeper/contract'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../channel/members.ts'
import { PersonLink } from '../../channel/person-link.tsx'
import { ZonedTime } from '../../channel/zoned-time.tsx'
import { Section } from '../../ui/layout.tsx'
import classes from './member-page.module.css'

/** From the audit log, newest first. */
export function RoleHistory({ person, changes }: { person: MemberDetail; changes: readonly PastRole[] }) {
  const { t } = useTranslation()
  return (
    <Section title={t('people.roles.title')} text={t('people.roles.text')}>
      {changes.length === 0 ? (
        <Text c="dimmed">{t('people.roles.none', { role: t(`channels.role.${person.role}`) })}</Text>
      ) : (
        <ol className={classes.list} aria-label={t('people.roles.title')}>
          {changes.map((change) => (
            <Entry key={`${change.at} ${change.from} ${change.to}`} change={change} />
          ))}
        </ol>
      )}
    </Section>
  )
}

function Entry({ change: { at, from, to, by } }: { change: PastRole }) {
  const { t } = useTranslation()
  const nameOf = useNames()
  const text = () => {
    if (to === null) return t('people.roles.ended', { from: from ? t(`channels.role.${from}`) : '–' })
    const next = t(`channels.role.${to}`)
    return from === null
      ? t('people.roles.became', { to: next })
      : t('people.roles.changed', { from: t(`channels.role.${from}`), to: next })
  }
  return (
    <li className={classes.entry}>
      <Text>{text()}</Text>
      <Text size="xs" c="dimmed" mt={2}>
        <ZonedTime at={at} />
        {by !== null && (
          <>
            {' · '}
            <PersonLink userId={by}>{nameOf(by)}</PersonLink>
          </>
        )}
      </Text>
    </li>
  )
}
