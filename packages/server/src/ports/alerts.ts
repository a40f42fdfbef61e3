import type { AlertWay } from '@innkeeper/contract'
import type { Alert, AlertOutcome, Telling } from '../domain/notifications/alerts/alert.ts'

/** Reads about alerts; part of the store. */
export type AlertStore = {
  /** What the nodes found, and what was over within the last days. The oldest first. */
  listAlerts(): Promise<Alert[]>
  /** Those that something was sent to, or tried. */
  listAlertWays(): Promise<AlertWayRecord[]>
  listTellings(way: AlertWay): Promise<Telling[]>
  /** Since when each place for snapshots has its schedule. */
  listSnapshotSchedules(): Promise<{ place: string; schedule: string; since: number }[]>
}

/** `targetHash`: of where alerts go. If this changes, all current problems are sent again. `failures`: in a row. */
export type AlertWayRecord = {
  way: AlertWay
  targetHash: string
  nextAt: number
  failures: number
  failingSince: number | null
  reason: string
  sentAt: number | null
}

export type MailTarget = {
  host: string
  port: number
  /** Nothing is sent without encryption. */
  mustEncrypt: boolean
  login: { user: string; password: string } | null
  from: string
  to: readonly string[]
}

/** `allow`: hosts, with or without a port, that can have an address that isn't public. */
export type WebhookTarget = { url: string; secret: string; allow: readonly string[] }

/** Where alerts go. Null: not set up. */
export type AlertTargets = { mail: MailTarget | null; webhook: WebhookTarget | null }

export type Mail = { subject: string; text: string }
/** `id`: a receiver ignores one that it knows. */
export type WebhookMessage = { id: string; body: string }

/** Neither throws because of the other side, and each ends within half a minute. */
export type AlertSenders = {
  sendMail(target: MailTarget, mail: Mail, signal: AbortSignal): Promise<AlertOutcome>
  /** `at`: when it is sent, which is signed, too. */
  sendWebhook(
    target: WebhookTarget,
    message: WebhookMessage,
    sending: { at: number; signal: AbortSignal },
  ): Promise<AlertOutcome>
}
