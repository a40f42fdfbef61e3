import type { ComponentProps } from 'react'
import { IconDotsVertical } from '../../ui/icons/icons.ts'
import { useConversationContext } from '../conversation-context.ts'
import classes from './row-view.module.css'

/** A menu adds what it needs, such as where it is on the page. */
export function MenuButton({ className = '', ...props }: ComponentProps<'button'>) {
  const { t } = useConversationContext()
  return (
    <button
      type="button"
      className={`${classes.menuButton} ${className}`}
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
