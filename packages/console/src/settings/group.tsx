import { Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './settings.module.css'

/** Settings that belong together, in a frame. */
export function SettingGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      <div className={classes.group}>{children}</div>
    </Stack>
  )
}
