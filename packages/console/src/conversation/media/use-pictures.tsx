import { type ReactNode, useCallback, useState } from 'react'
import { useChannel } from '../../channel/channel.ts'
import { Lightbox, type LightboxItem } from '../../gallery/lightbox/lightbox.tsx'
import { type Conversation, entriesOf } from '../timeline/conversation.ts'

/** Opens the pictures and videos that are loaded in the lightbox. */
export function usePictures(conversation: Conversation | undefined): { open(id: string): void; lightbox: ReactNode } {
  const { channelId, timezone } = useChannel()
  const [shown, setShown] = useState<{ items: LightboxItem[]; index: number }>()
  const [wanted, setWanted] = useState<string>()
  const open = useCallback((id: string) => setWanted(id), [])
  if (wanted !== undefined && conversation) {
    setWanted(undefined)
    const items = picturesIn(conversation)
    const index = items.findIndex(({ id }) => id === wanted)
    if (index >= 0) setShown({ items, index })
  }
  const lightbox = shown && (
    <Lightbox channelId={channelId} timezone={timezone} {...shown} onClose={() => setShown(undefined)} />
  )
  return { open, lightbox }
}

function picturesIn(conversation: Conversation): LightboxItem[] {
  return entriesOf(conversation).flatMap(({ item }) => {
    if (item.kind !== 'message' || item.mediaState !== 'stored') return []
    if (item.type !== 'image' && item.type !== 'video') return []
    const { id, timestamp, sender, preview, type, precision, imported } = item
    const caption = item.caption ?? null
    const origin = { precision, imported }
    return [{ id, ts: timestamp, sender: sender.name, senderId: sender.id, preview, type, caption, ...origin }]
  })
}
