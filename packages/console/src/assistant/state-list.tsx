import { Badge, Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './state-list.module.css'

type Props = { label: string; facts: readonly { name: string; value: ReactNode }[] }

/** How something is set, for people who can't change it: values instead of disabled switches. */
export function StateList({ label, facts }: Props) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} radius="lg" component="section" aria-label={label}>
      <dl className={classes.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  )
}

export function OnOff({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation()
  return (
    <Badge variant={isOn ? 'light' : 'default'} {...(!isOn && { color: 'gray' })}>
      {t(isOn ? 'assistant.state.on' : 'assistant.state.off')}
    </Badge>
  )
}
