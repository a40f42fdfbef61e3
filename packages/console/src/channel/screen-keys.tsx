import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useChannel } from './channel.ts'
import type { HelpProps } from './help-dialog.tsx'
import { useShortcuts } from './shortcuts.ts'

/** Shortcuts for every screen of a channel. The conversation has more, and handles them itself. */
export function ScreenKeys({ isSearch = false }: { isSearch?: boolean }) {
  const { channelId } = useChannel()
  const navigate = useNavigate()
  const [isHelpOpen, setHelpOpen] = useState(false)
  useShortcuts((command) => {
    if (command === 'help') setHelpOpen(true)
    // The search field has its own handler.
    else if (command === 'search' && !isSearch)
      void navigate({ to: '/channels/$channelId/search', params: { channelId } })
    else return false
    return true
  })
  return <Help opened={isHelpOpen} onClose={() => setHelpOpen(false)} only={['search', 'help', 'close']} />
}

const HelpDialog = lazy(() => import('./help-dialog.tsx'))

/** The list of shortcuts. Its code is loaded when someone first asks for it, and it stays, so that closing it returns the focus. */
export function Help(props: HelpProps) {
  const [wasOpened, setWasOpened] = useState(false)
  if (props.opened && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense>
      <HelpDialog {...props} />
    </Suspense>
  )
}
