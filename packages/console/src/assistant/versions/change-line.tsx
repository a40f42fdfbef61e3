import type { AssistantChange } from '@innkeeper/contract'
import { Badge, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useJoin } from '../../ui/format/join.ts'
import { useValueText } from './use-value-text.ts'
import classes from './versions.module.css'

const looks = {
  created: { variant: 'light', color: 'brand' },
  changed: { variant: 'default' },
  deleted: { variant: 'light', color: 'red' },
} as const

export function ChangeBadge({ change }: { change: AssistantChange['change'] }) {
  const { t } = useTranslation()
  return (
    <Badge {...looks[change]} className={classes.badge ?? ''}>
      {t(`assistantParts.change.${change}`)}
    </Badge>
  )
}

/** One change on a line: what changed, how, and in which fields. */
export function ChangeLine({ of: { part, change, question, members } }: { of: AssistantChange }) {
  const { t } = useTranslation()
  const { nameOf } = useValueText()
  const join = useJoin()
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <ChangeBadge change={change} />
      <Text size="sm" className={classes.words ?? ''}>
        {question ?? t(`assistantParts.parts.${part}`)}
        {members.length > 0 && (
          <Text span size="sm" c="dimmed">
            {' · '}
            {join.list(members.map(nameOf))}
          </Text>
        )}
      </Text>
    </Group>
  )
}
