import { Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useJoin } from '../ui/format/join.ts'
import { IconRobot } from '../ui/icons/icons.ts'
import classes from './bubbles.module.css'

/** An item of a chat: written by a member, by the bot, or by the chat itself, such as "Mika joined". */
export type Bubble =
  | { from: 'member'; name: ReactNode; text: string }
  | { from: 'bot'; text: string; quickReplies?: readonly { label: string }[]; picture?: string | null }
  | { from: 'chat'; text: string }

/** Part of a chat as members would see it. Texts are never rendered as markup. */
export function Bubbles({ label, bubbles }: { label: string; bubbles: readonly Bubble[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, and there are none here
    <div role="group" className={classes.chat} aria-label={label}>
      {bubbles.map((bubble, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bubbles have no id, and their order never changes
        <OneBubble key={at} bubble={bubble} />
      ))}
    </div>
  )
}

function OneBubble({ bubble }: { bubble: Bubble }) {
  const { t } = useTranslation()
  const join = useJoin()
  if (bubble.from === 'chat') {
    return (
      <Text size="xs" c="dimmed" ta="center" py={2}>
        {bubble.text}
      </Text>
    )
  }
  if (bubble.from === 'member') {
    return (
      <div className={classes.member}>
        <Text size="xs" c="dimmed">
          {bubble.name}
        </Text>
        <div dir="auto" className={classes.bubble}>
          {bubble.text}
        </div>
      </div>
    )
  }
  return (
    <div className={classes.bot}>
      <span className={classes.face} aria-hidden>
        <IconRobot size={18} stroke={1.5} />
      </span>
      <div className={classes.column}>
        <VisuallyHidden>{join.labelled(t('conversation.bot'), '')}</VisuallyHidden>
        <div dir="auto" className={classes.bubble} data-bot>
          {bubble.text}
        </div>
        {bubble.picture && (
          <Text size="xs" c="dimmed" className={classes.picture}>
            {t('assistant.bubbles.picture', { address: bubble.picture })}
          </Text>
        )}
        {bubble.quickReplies && bubble.quickReplies.length > 0 && (
          <ul className={classes.choices} aria-label={t('assistant.bubbles.quickReplies')}>
            {bubble.quickReplies.map(({ label }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two buttons can have the same label
              <li key={at}>{label}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
