import { Container, Tabs, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { RulesPart } from '../assistant/rules/rules.tsx'
import { useIsWide } from '../assistant/use-is-wide.ts'
import { useMayEdit } from '../assistant/use-may-edit.ts'
import { useChannel } from '../channel/channel.ts'
import { ScreenKeys } from '../channel/screen-keys.tsx'
import { lazyScreen } from '../errors/lazy-screen.tsx'
import { withTexts } from '../locales/i18n.ts'
import {
  IconFileImport,
  IconHandStop,
  IconHistory,
  IconListDetails,
  IconMessageQuestion,
  IconQuestionMark,
  IconSend,
} from '../ui/icons/icons.ts'
import { RowSkeletons } from '../ui/rows.tsx'
import classes from './assistant.module.css'

/** The first part is loaded with the screen: it's the one that most visits show. */
const parts = {
  rules: { Icon: IconMessageQuestion, Part: RulesPart },
  unanswered: {
    Icon: IconQuestionMark,
    Part: lazyScreen(withTexts(() => import('../assistant/unanswered/unanswered.tsx'), 'assistantParts')),
  },
  welcome: {
    Icon: IconHandStop,
    Part: lazyScreen(withTexts(() => import('../assistant/welcome/welcome-editor.tsx'), 'assistantParts')),
  },
  'group-rules': {
    Icon: IconListDetails,
    Part: lazyScreen(withTexts(() => import('../assistant/welcome/group-rules-editor.tsx'), 'assistantParts')),
  },
  log: { Icon: IconSend, Part: lazyScreen(withTexts(() => import('../assistant/log/log.tsx'), 'assistantParts')) },
  versions: {
    Icon: IconHistory,
    Part: lazyScreen(withTexts(() => import('../assistant/versions/versions.tsx'), 'assistantParts')),
  },
  file: {
    Icon: IconFileImport,
    Part: lazyScreen(withTexts(() => import('../assistant/file/file.tsx'), 'assistantParts')),
  },
} as const

type PartName = keyof typeof parts

const allNames = Object.keys(parts) as PartName[]

export default function AssistantScreen() {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const navigate = useNavigate()
  const { part } = useSearch({ from: '/app/channels/$channelId/assistant' })
  const { mayEdit } = useMayEdit()
  // Lists for those who answer for the assistant: what it sent, and what it had no answer to.
  const names = allNames.filter((name) => mayEdit || (name !== 'log' && name !== 'unanswered'))
  const shown = names.find((name) => name === part) ?? 'rules'
  const show = (name: string | null) =>
    void navigate({
      to: '/channels/$channelId/assistant',
      params: { channelId },
      search: name && name !== 'rules' ? { part: name } : {},
    })
  const { Part } = parts[shown]
  const isWide = useIsWide()
  return (
    <Container size="lg" py={{ base: 'sm', sm: 'xl' }}>
      <ScreenKeys />
      <Title order={1} size="h2" mb={{ base: 4, sm: 'md' }}>
        {t('assistant.title')}
      </Title>
      <Tabs value={shown} onChange={show} keepMounted={false}>
        <Tabs.List className={classes.tabs ?? ''}>
          {names.map((name) => {
            const { Icon } = parts[name]
            return (
              <Tabs.Tab key={name} value={name} leftSection={isWide && <Icon size={16} stroke={1.5} aria-hidden />}>
                {t(`assistant.parts.${name}`)}
              </Tabs.Tab>
            )
          })}
        </Tabs.List>
        <Tabs.Panel value={shown} pt={{ base: 'md', sm: 'xl' }}>
          <Suspense fallback={<RowSkeletons />}>
            <Part />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </Container>
  )
}
