import { Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './panel.module.css'

/** One part of the service, as a card. */
export function Panel({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <Stack gap={2} mb="sm">
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {text && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
      </Stack>
      {children}
    </section>
  )
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}

/** `note`: a smaller line below. */
export function Fact({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {note && (
        <Text component="dd" size="xs" c="dimmed" className={classes.note ?? ''}>
          {note}
        </Text>
      )}
    </div>
  )
}
