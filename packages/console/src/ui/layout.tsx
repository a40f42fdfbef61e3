import { Box, Center, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** For a single message on a screen: no access, a first step, an error. */
export function CenteredScreen({ children }: { children: ReactNode }) {
  return (
    <Center mih="70dvh" p="xl">
      {children}
    </Center>
  )
}

type SectionProps = { title: string; text: string; action?: ReactNode; children: ReactNode }

export function Section({ title, text, action, children }: SectionProps) {
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
