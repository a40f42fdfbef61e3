import type { ChannelSettingsChange, ChannelStatus } from '@innkeeper/contract'
import type { GivenRole } from '../../domain/members/role-change.ts'
import type { Person } from '../connector.ts'
import type { MessagePosition } from '../reading.ts'
import type { Authority, InChannel, OfEdition } from './authority.ts'

/** Of channels, the people in them, and what each of them marked. */
export type ChannelCommand =
  | ({ kind: 'change-role'; userId: string; role: GivenRole } & InChannel)
  | ({ kind: 'approve-guests'; userIds: string[] } & InChannel)
  /** `platformName`: to say where else the owner is decided. */
  | ({ kind: 'hand-over-owner'; userId: string; platformName?: string } & InChannel)
  | ({ kind: 'set-status'; status: ChannelStatus } & InChannel)
  | ({ kind: 'change-settings'; change: ChannelSettingsChange } & OfEdition & InChannel)
  | ({ kind: 'subscribe' } & InChannel)
  | ({ kind: 'unsubscribe' } & InChannel)
  /** From its commit on the channel is gone for everyone; its rows follow slice by slice with `continue-erasure`. */
  | ({ kind: 'delete-channel'; confirm: string } & InChannel)
  /** The platform has given a chat another ID. `to`: where it is reached from now on. */
  | { kind: 'move-chat'; at: number; from: string; to: string }
  | { kind: 'record-channel'; at: number; channelId: string; name?: string; picture?: PictureRef; memberCount?: number }
  /** `after`: where the last one stopped, whose result was that there are more messages to name. */
  | {
      kind: 'record-member'
      at: number
      channelId: string
      userId: string
      name: string
      picture: PictureRef
      after?: MessagePosition
    }
  /**
   * People who are in the chat according to the platform. No one leaves by being absent here: the list may be older than their
   * joining.
   */
  | { kind: 'record-roster'; at: number; channelId: string; userIds: string[] }
  /**
   * Who owns and who manages the chat according to the platform. `owner`: undefined if it names none. `seesAllMessages`: whether the
   * bot gets every message there; absent if it isn't known.
   */
  | {
      kind: 'record-admins'
      at: number
      channelId: string
      owner: Person | undefined
      admins: Person[]
      seesAllMessages?: boolean
    }
  /**
   * Plans to look up the owner and the admins in the next `limit` channels of a platform, by number. `checksSight`: the platform also
   * tells whether it hides messages from the bot, which matters whoever decides about owners.
   */
  | { kind: 'plan-admins'; at: number; platform: string; checksSight: boolean; after: number; limit: number }
  /** Plans to look up people in the next `limit` channels of a platform, by number, who were not confirmed since `before`. */
  | { kind: 'plan-checks'; at: number; platform: string; before: number; after: number; limit: number }
  /** What the platform said about people who were looked up; `everyone`: it can't be asked. `at`: when the lookup started. */
  | { kind: 'record-checks'; at: number; channelId: string; here: string[] | 'everyone'; gone: string[] }
  | {
      kind: 'create-claim-code'
      by: Authority
      at: number
      hash: string
      expiresAt: number
      channelId: string | null
      /** The account of the operator who made it for themselves. */
      operatorId?: string
    }
  /** Welcomes people who joined together, or postpones it. */
  | { kind: 'greet-newcomers'; at: number; channelId: string }
  /** Only moves forward. */
  | ({ kind: 'mark-read'; position: MessagePosition } & InChannel)
  /** `note`: undefined keeps the present one. */
  | ({ kind: 'save-bookmark'; messageId: string; note: string | undefined } & InChannel)
  | ({ kind: 'delete-bookmark'; messageId: string } & InChannel)

/** A picture's URL on the platform and our stored copy; null: there is none. */
/** `next`: nothing was recorded yet, because the person has more messages to name than one transaction should. */
export type MemberRecorded = { next: MessagePosition | null }

export type PictureRef = { id: string; sha256: string; contentType: string } | null
