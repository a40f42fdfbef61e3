import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChannel } from './channel.ts'
import { HelpDialog } from './help-dialog.tsx'
import { useShortcuts } from './use-shortcuts.ts'

/** The keys that work on every screen of a channel; the conversation has more, and its own way to them. */
export function ScreenKeys({ isSearch = false }: { isSearch?: boolean }) {
  const { channelId } = useChannel()
  const navigate = useNavigate()
  const [isHelpOpen, setHelpOpen] = useState(false)
  useShortcuts((wish) => {
    if (wish === 'help') setHelpOpen(true)
    // Its field listens itself.
    else if (wish === 'search' && !isSearch) void navigate({ to: '/channels/$channelId/search', params: { channelId } })
    else return false
    return true
  })
  return <HelpDialog opened={isHelpOpen} onClose={() => setHelpOpen(false)} only={['search', 'help', 'close']} />
}
