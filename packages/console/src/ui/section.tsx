import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

type Props = { title: string; text: string; action?: ReactNode; children: ReactNode }

export function Section({ title, text, action, children }: Props) {
  const id = useId()
  return (
    <Stack component="section" gap="md" aria-labelledby={id}>
      <Group justify="space-between" align="flex-end" gap="md">
        <Box flex="1 1 280px">
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </Box>
        {action}
      </Group>
      {children}
    </Stack>
  )
}
