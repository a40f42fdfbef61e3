import type { GalleryItem } from '@innkeeper/contract'

export type LightboxItem = Pick<GalleryItem, 'id' | 'ts' | 'sender' | 'preview'> & { type: 'image' | 'video' }

export type LightboxProps = {
  channelId: string
  /** The channel's, for the captions. */
  timezone: string
  items: readonly LightboxItem[]
  /** The one that is opened; from there on people move by themselves. */
  index: number
  onClose: () => void
  /** Called when the last items come near: `items` may grow while it is open. */
  onNearEnd?: () => void
}
