import { Button, Group, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconMessageQuestion, IconPlus } from '../../ui/icons/icons.ts'
import { Bubbles } from '../bubbles.tsx'
import { RuleLink } from '../rule-link.tsx'

const examples = ['hours', 'wifi', 'address'] as const

/** Explains what a rule is by showing examples. */
export function NoRules({ mayEdit }: { mayEdit: boolean }) {
  const { t } = useTranslation()
  return (
    <Stack align="center" gap="md" py="xl" ta="center">
      <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
        <IconMessageQuestion size={28} stroke={1.5} />
      </ThemeIcon>
      <Title order={2} size="h3">
        {t('assistant.none.title')}
      </Title>
      <Text c="dimmed" maw={520}>
        {t('assistant.none.text')}
      </Text>
      {mayEdit && (
        <Group>
          <Button leftSection={<IconPlus size={16} />} renderRoot={(props) => <RuleLink rule="new" {...props} />}>
            {t('assistant.list.create')}
          </Button>
        </Group>
      )}
      <SimpleGrid cols={{ base: 1, sm: 3 }} w="100%" mt="md" ta="start">
        {examples.map((example) => (
          <Bubbles
            key={example}
            label={t('assistant.none.example')}
            bubbles={[
              { from: 'member', name: t('assistant.someone'), text: t(`assistant.none.${example}.asked`) },
              { from: 'bot', text: t(`assistant.none.${example}.answer`, { name: t('assistant.none.name') }) },
            ]}
          />
        ))}
      </SimpleGrid>
    </Stack>
  )
}
