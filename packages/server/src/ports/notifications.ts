import type { KeyScope } from '@innkeeper/contract'
import type { ChannelLimit } from '../domain/accounts/channel-limit.ts'

/** Reads about browsers that get notifications; part of the store. */
export type NotificationStore = {
  /** Undefined if it has none, or is signed out. */
  findNotifiedBrowser(keyId: string, at: number): Promise<NotifiedBrowser | undefined>
  /**
   * Browsers that something can be sent to now and that there may be something for, those that waited longest first. Browsers without
   * news aren't listed, or they would take the place of those that have some.
   */
  listNotifiedBrowsers(at: number, limit: number): Promise<NotifiedBrowser[]>
  /** Whether any of them has operator rights. */
  hasNotifiedOperator(at: number): Promise<boolean>
  /**
   * Channels of these browsers in which something changed since the browser was last notified. Only of people with saved searches.
   * `from`: undefined if nothing was looked at there yet.
   */
  listChannelNews(keyIds: readonly string[]): Promise<ChannelNews[]>
  /** What needs an operator's attention, and since when. */
  listServiceFindings(): Promise<{ finding: string; since: number }[]>
}

/** Where a browser can be reached, and the secrets for encrypting what only it can read. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/** `findingsAt`: it was told of everything that was found, and of webhooks that turned themselves off, until then. `failures`: in a row. */
export type NotifiedBrowser = PushTarget & {
  /** The sign-in it belongs to. */
  key: {
    id: string
    kind: 'sign-in'
    scope: KeyScope
    isOperator: boolean
    expiresAt: number | null
    parentId: string | null
    operatorId: string | null
    limit: ChannelLimit
  }
  userId: string
  /** The service's public key at the time. With another one, the push service rejects everything. */
  serverKey: string
  createdAt: number
  nextAt: number
  failures: number
  findingsAt: number
}

export type ChannelNews = { keyId: string; channelNo: number; from: number | undefined; to: number }

/** The service's key pair (VAPID), both in base64url, and the URL that push services can look up if something is wrong. */
export type ServerKey = { publicKey: string; privateKey: string; subject: string }

/** What the service worker gets. It shows it in the language of the console. */
export type Notification =
  | { kind: 'matches'; searches: MatchedSearch[]; more: number }
  | { kind: 'findings'; count: number; path: string }
  | { kind: 'webhook-off'; path: string }
  | { kind: 'test'; path: string }

export type MatchedSearch = { name: string; count: number; path: string }

/** `gone`: the browser no longer has this subscription. */
export type PushOutcome =
  | { kind: 'sent' }
  | { kind: 'gone' }
  | { kind: 'failed'; reason: string; retryAfterMs: number | undefined }

export type SendPush = (target: PushTarget, notification: Notification, key: ServerKey) => Promise<PushOutcome>
