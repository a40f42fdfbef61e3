import type { ChannelType, Role } from '@innkeeper/contract'
import type { Reach } from '../domain/accounts/channel-limit.ts'
import type { StoredPicture } from '../domain/media/picture.ts'
import type { MessagePosition } from './reading.ts'

/** Reads about one person; part of the store. */
export type PeopleStore = {
  /** Someone who is or was in the channel, whatever their role. */
  findPerson(channelNo: number, userId: string): Promise<PersonRecord | undefined>
  /** Everyone who was last seen at this time or later and isn't private, the latest first. */
  listLastSeen(channelNo: number, since: number): Promise<{ userId: string; seenAt: number }[]>
  /** Newest first. */
  listPastRoles(channelNo: number, userId: string, limit: number): Promise<PastRoleRecord[]>
  listMessagesOf(channelNo: number, look: PersonMessagesQuery): Promise<OwnMessageSlice>

  /** Every channel in reach with a record of the person, most recently joined first. */
  listMemberships(reach: Reach): Promise<MembershipRecord[]>
  /** What is kept about a person besides their messages, in one channel; null: what belongs to no channel. */
  listKept(userId: string, channelNo: number | null): Promise<KeptRecord[]>
}

export type PersonRecord = {
  userId: string
  displayName: string
  role: Role
  joinedAt: number
  /** Stays the same if they leave and come back. */
  firstSeenAt: number
  leftAt: number | null
  updatedAt: number
  picture: StoredPicture | null
  /** When they last posted or joined, to within an hour; null: unknown. */
  seenAt: number | null
  /** Since when they are private; null: they aren't. */
  privateSince: number | null
}

/** `by`: who changed it, as in the audit log. */
export type PastRoleRecord = { at: number; from: Role | null; to: Role | null; by: string }

/** Of `from` ≤ time < `to`, beyond `after` in reading direction. `examine`: how many messages of the channel are looked at. */
export type PersonMessagesQuery = {
  userId: string
  order: 'asc' | 'desc'
  from: number
  to: number
  after: MessagePosition | undefined
  examine: number
}

export type OwnMessage = MessagePosition & { messageId: string; editedAt: number | null; json: string }

/** `next`: where to continue; undefined at the end. */
export type OwnMessageSlice = { messages: OwnMessage[]; next: MessagePosition | undefined }

export type MembershipRecord = {
  channelNo: number
  channelId: string
  name: string
  type: ChannelType
  role: Role
  displayName: string
  picture: StoredPicture | null
  joinedAt: number
  leftAt: number | null
  isPrivate: boolean
  subscribedAt: number | null
}

export type KeptRecord = {
  kind: string
  count: number
  bytes: number | null
  firstAt: number | null
  lastAt: number | null
}
