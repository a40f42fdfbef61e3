import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconChevronDown, IconChevronUp } from '../../ui/icons/icons.ts'
import { AskPanel } from './ask-panel.tsx'
import { CatchUp } from './catch-up.tsx'

type Props = { channelId: string; timezone: string | undefined; typed: string }

const tools = ['ask', 'catchUp'] as const

/** Opens one of two panels in place: to ask a question, or to see what stood out lately. */
export default function AskTools({ channelId, timezone, typed }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<(typeof tools)[number]>()
  return (
    <Stack gap="xs">
      <Group gap={4}>
        {tools.map((tool) => {
          const Icon = tool === open ? IconChevronUp : IconChevronDown
          return (
            <Button
              key={tool}
              variant="subtle"
              color="gray"
              size="compact-sm"
              rightSection={<Icon size={14} aria-hidden />}
              aria-expanded={tool === open}
              onClick={() => setOpen(tool === open ? undefined : tool)}
            >
              {t(`asking.tools.${tool}`)}
            </Button>
          )
        })}
      </Group>
      {open === 'ask' && <AskPanel channelId={channelId} timezone={timezone} typed={typed} />}
      {open === 'catchUp' && <CatchUp channelId={channelId} timezone={timezone} />}
    </Stack>
  )
}
