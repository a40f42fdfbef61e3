import { useNavigate } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { useChannel } from '../channel/channel.ts'
import { type Command, useShortcuts } from '../channel/shortcuts.ts'
import type { ListHandle } from './list/use-row-focus.ts'
import type { Jumps } from './use-jumps.ts'

type Keys = {
  list: RefObject<ListHandle | null>
  jumps: Jumps
  openCalendar(): void
  openHelp(): void
  /** Does nothing if nothing is new. */
  toFirstUnread(): void
}

export function useConversationKeys({ list, jumps, openCalendar, openHelp, toFirstUnread }: Keys): void {
  const { channelId } = useChannel()
  const navigate = useNavigate()
  const act: Record<Exclude<Command, 'open' | 'close'>, () => void> = {
    next: () => list.current?.move(1),
    previous: () => list.current?.move(-1),
    first: jumps.toFirst,
    latest: jumps.toLatest,
    unread: toFirstUnread,
    search: () => void navigate({ to: '/channels/$channelId/search', params: { channelId } }),
    date: openCalendar,
    help: openHelp,
  }
  useShortcuts((command) => {
    if (command === 'open') return openFocused()
    // Overlays close themselves.
    if (command === 'close') return false
    act[command]()
    if (command === 'first' || command === 'latest') list.current?.focus()
    return true
  })
}

/** Opens the row's picture, file or map, otherwise its menu. A focused control handles the key itself. */
function openFocused(): boolean {
  const article = document.activeElement
  if (!(article instanceof HTMLElement) || !article.matches('article[data-key]')) return false
  const thing = article.querySelector<HTMLElement>('[data-open]') ?? article.querySelector<HTMLElement>('[data-menu]')
  thing?.click()
  return thing !== null
}
