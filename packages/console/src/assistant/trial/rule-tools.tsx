import type { Rule } from '@innkeeper/contract'
import { Button, Collapse, Paper, Stack } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconArrowsSplit2, IconHistory, IconMessage2Question } from '../../ui/icons/icons.ts'
import { useIsWide } from '../use-is-wide.ts'
import { Conflicts } from './conflicts.tsx'
import { Replay } from './replay.tsx'
import classes from './rule-tools.module.css'
import { TryMessage } from './try-message.tsx'

const tools = ['test', 'replay', 'conflicts'] as const

type Tool = (typeof tools)[number]

const icons = { test: IconMessage2Question, replay: IconHistory, conflicts: IconArrowsSplit2 }

/** Tools that show what the rules do, one at a time. */
export default function RuleTools({ rules }: { rules: readonly Rule[] }) {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const [open, setOpen] = useState<Tool>()
  const [last, setLast] = useState<Tool>('test')
  const id = useId()
  const show = (tool: Tool) => {
    setOpen(open === tool ? undefined : tool)
    setLast(tool)
  }
  const panel = useRef<HTMLDivElement>(null)
  // On a phone it would open below the fold, behind the tab bar.
  const showPanel = () => open && panel.current?.scrollIntoView({ block: 'nearest' })
  return (
    <Stack gap="sm">
      <div className={classes.tools}>
        {tools.map((tool) => {
          const Icon = icons[tool]
          return (
            <Button
              key={tool}
              size={isWide ? 'sm' : 'compact-md'}
              fz="sm"
              {...(!isWide && { px: 8 })}
              variant={open === tool ? 'light' : 'default'}
              leftSection={isWide && <Icon size={16} stroke={1.5} aria-hidden />}
              aria-expanded={open === tool}
              aria-controls={id}
              onClick={() => show(tool)}
            >
              {t(`assistant.tools.${tool === 'replay' ? (isWide ? 'replayAll' : 'replayAllShort') : tool}`)}
            </Button>
          )
        })}
      </div>
      <Collapse expanded={open !== undefined} id={id} onTransitionEnd={showPanel}>
        <Paper ref={panel} style={{ scrollMarginBlock: 80 }} withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
          {last === 'test' && <TryMessage rules={rules} />}
          {last === 'replay' && <Replay />}
          {last === 'conflicts' && <Conflicts />}
        </Paper>
      </Collapse>
    </Stack>
  )
}
