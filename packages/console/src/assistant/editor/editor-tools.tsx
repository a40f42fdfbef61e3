import type { AssistantConfig, Rule } from '@innkeeper/contract'
import { Accordion, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { IconArrowsSplit2, IconHistory, IconMessage2Question } from '../../ui/icons/icons.ts'
import { rulesQuery } from '../queries.ts'
import { ModelNote } from '../rules/model-note.tsx'
import { Conflicts } from '../trial/conflicts.tsx'
import { Replay } from '../trial/replay.tsx'
import { TryMessage } from '../trial/try-message.tsx'
import { useMayEdit } from '../use-may-edit.ts'
import { type RuleDraft, toTry } from './rule-draft.ts'

/** The tools that are open. They stay open when a new rule is saved. */
export type OpenTools = {
  open: string[]
  setOpen: (open: string[]) => void
  /** The message to test. */
  typed: string
  setTyped: (text: string) => void
}

type Props = {
  config: AssistantConfig
  rule: Rule | undefined
  draft: RuleDraft
  isWrong: boolean
  tools: OpenTools
}

/** Runs the unsaved draft against past messages and a typed message. */
export function EditorTools({ config, rule, draft, isWrong, tools }: Props) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const { mayEdit } = useMayEdit()
  const rules = useQuery(rulesQuery(channelId)).data
  const items = useRef<Record<string, HTMLElement | null>>({})
  const opened = useRef<string>(undefined)
  if (!mayEdit) return null
  const trying = {
    rule: toTry(draft, rule?.id),
    isOff: !draft.enabled,
    obstacle: isWrong ? t('assistant.editor.obstacle') : undefined,
  }
  const change = (open: string[]) => {
    opened.current = open.find((name) => !tools.open.includes(name))
    tools.setOpen(open)
  }
  // On a phone, what opens would be below the fold, behind the bar with the buttons. But if someone is already pressing a button in it, the
  // button must not move away, because then the press would do nothing.
  const showOpened = () => {
    const item = opened.current === undefined ? undefined : items.current[opened.current]
    if (!item?.matches(':active')) item?.scrollIntoView({ block: 'nearest' })
    opened.current = undefined
  }
  const panels = [
    {
      name: 'test',
      Icon: IconMessage2Question,
      panel: <TryMessage trying={trying} typed={tools.typed} onType={tools.setTyped} />,
    },
    { name: 'replay', Icon: IconHistory, panel: <Replay {...trying} /> },
    { name: 'conflicts', Icon: IconArrowsSplit2, panel: <Conflicts {...trying} /> },
  ] as const
  return (
    <>
      {rule && rules && <ModelNote config={config} rules={rules} rule={{ ...rule, match: draft.match }} />}
      <Text size="sm" c="dimmed">
        {t('assistant.editor.tryFirst')}
      </Text>
      <Accordion
        variant="contained"
        radius="md"
        multiple
        value={tools.open}
        onChange={change}
        onTransitionEnd={showOpened}
      >
        {panels.map(({ name, Icon, panel }) => (
          <Accordion.Item
            key={name}
            value={name}
            style={{ scrollMarginBlock: 96 }}
            ref={(item) => {
              items.current[name] = item
            }}
          >
            <Accordion.Control icon={<Icon size={18} stroke={1.5} aria-hidden />}>
              {t(`assistant.tools.${name}`)}
            </Accordion.Control>
            <Accordion.Panel>{panel}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </>
  )
}
