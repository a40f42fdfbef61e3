import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { title: string; text: string; children?: ReactNode; actions: ReactNode }

/** One step of the setup. */
export function StepCard({ title, text, children, actions }: Props) {
  return (
    <Paper withBorder p={{ base: 'lg', xs: 'xl' }} radius="lg" component="section" aria-label={title}>
      <Stack gap="lg">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </div>
        {children}
        <Group justify="flex-end">{actions}</Group>
      </Stack>
    </Paper>
  )
}
