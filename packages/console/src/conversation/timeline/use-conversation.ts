import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { api, watchChannel } from '../../api/client.ts'
import { channelKey } from '../../channel/queries.ts'
import { announceSignOut, onSignedOut } from '../../session/sign-out.ts'
import { createConversationCache } from './conversation-cache.ts'
import { toChange } from './live-changes.ts'
import type { WatchOptions } from './live-feed.ts'
import { type OpenConversation, openConversation } from './open-conversation.ts'
import type { Snapshot } from './snapshot.ts'

const conversations = createConversationCache(10 * 60_000)
onSignedOut(() => conversations.forget())

/** The conversation of a channel, for its screen. */
export function useConversation(channelId: string): { open: OpenConversation; snapshot: Snapshot } | undefined {
  const queryClient = useQueryClient()
  const [open, setOpen] = useState<OpenConversation>()
  useEffect(() => {
    const refresh = () => void queryClient.invalidateQueries({ queryKey: channelKey(channelId) })
    const taken = conversations.take(channelId, () =>
      openConversation({
        read: (query) => api.getTimeline({ channelId, ...query }),
        watch: (options) => void follow(channelId, options, refresh),
      }),
    )
    setOpen(taken.open)
    return taken.leave
  }, [channelId, queryClient])
  const snapshot = useSyncExternalStore(open?.subscribe ?? never, open?.getSnapshot ?? nothing)
  return open && snapshot ? { open, snapshot } : undefined
}

const never = () => () => {}
const nothing = () => undefined

/** `refresh`: access or the channel's name may have changed. */
function follow(channelId: string, options: WatchOptions, refresh: () => void): Promise<void> {
  const { lastEventId, signal, onChange, onReset, onState, onRefused } = options
  return watchChannel({
    channelId,
    lastEventId,
    signal,
    onEvent(event, id) {
      const change = toChange(event)
      if (change) onChange(Number(id), change)
      else if (event.event === 'reset') onReset()
      else refresh()
    },
    onState(state, error) {
      if (state !== 'refused') return onState(state)
      if (error?.status === 401) announceSignOut('refused')
      // The frame around the screen then shows the no-access page, or offers to subscribe.
      refresh()
      onRefused(error)
    },
  })
}
