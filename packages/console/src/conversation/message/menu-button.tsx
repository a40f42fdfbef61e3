import type { TimelineItem } from '@innkeeper/contract'
import { lazy, Suspense, useState } from 'react'
import { IconDotsVertical } from '../../ui/icons/icons.ts'
import { useConversationContext } from '../conversation-context.ts'
import classes from './row-view.module.css'

const MessageMenu = lazy(async () => ({ default: (await import('./message-menu.tsx')).MessageMenu }))

type Props = { onClick?: () => void }

/** A plain button until it is first pressed: menus are expensive, and every row has one. */
export function MenuOfMessage({ item }: { item: Exclude<TimelineItem, { kind: 'gap' }> }) {
  const [wasPressed, setWasPressed] = useState(false)
  const button = <MenuButton onClick={() => setWasPressed(true)} />
  if (!wasPressed) return button
  return (
    <Suspense fallback={button}>
      <MessageMenu item={item} />
    </Suspense>
  )
}

export function MenuButton(props: Props) {
  const { t } = useConversationContext()
  return (
    <button
      type="button"
      className={classes.menuButton}
      tabIndex={-1}
      aria-label={t('conversation.menu.label')}
      aria-haspopup="menu"
      data-menu
      {...props}
    >
      <IconDotsVertical size={16} aria-hidden />
    </button>
  )
}
