import type { Finding } from '@innkeeper/contract/findings'

/** `title`: what it is, and where. `advice`: what to do; empty if the title says it. */
export type FindingText = { title: string; advice: string }

/** How to get snapshots every day, whether or not there is a place for them yet. */
export const scheduleAdvice =
  'Set a schedule for snapshots in the service settings, or with INNKEEPER_SNAPSHOT_SCHEDULE. They need a place: ' +
  'INNKEEPER_SNAPSHOT_FOLDER, a folder on another disk, or INNKEEPER_SNAPSHOT_BUCKET.'

/** The display name of a platform, by its ID. */
export type NameOf = (platform: string) => string

/** For alerts and commands, in English. The console has its own texts in each language. */
export function describeFinding(finding: Finding, nameOf: NameOf): FindingText {
  if ('place' in finding) return describeSnapshotFinding(finding)
  switch (finding.kind) {
    case 'disk-low':
      return text(
        `The disk is nearly full: ${formatSize(finding.freeBytes)} left`,
        'Free some space or enlarge the disk. When it is full, messages can no longer be saved.',
      )
    case 'disk-filling':
      return text(
        `At this rate the disk fills up in about ${countOf(finding.days, 'day')}`,
        'Free some space, enlarge the disk, or keep messages for less time.',
      )
    case 'warning':
      return text(finding.sentence, 'The Service status page and the log have details.')
    case 'token-refused':
      return text(
        `${nameOf(finding.platform)} rejects the access token`,
        'The bot cannot reply until there is a valid one. Issue a new one and enter it in the settings.',
      )
    case 'signature-failing':
      return text(
        `Webhooks from ${nameOf(finding.platform)} fail the signature check`,
        'Messages in them are not saved. Check the channel secret.',
      )
    case 'no-webhook':
      return text(
        `No webhook from ${nameOf(finding.platform)} has arrived yet`,
        'Check the webhook URL on the platform, and that webhooks are turned on there.',
      )
    case 'polling-stopped':
      return text(
        `No events have been received from ${nameOf(finding.platform)} for a while`,
        'Check that this server reaches the platform. The log has the reason. Messages wait there, but not forever.',
      )
    case 'polling-conflict':
      return text(
        `Another program receives the events of our account on ${nameOf(finding.platform)}`,
        'Messages that it receives are missing here. Stop it, or use another bot for one of the two.',
      )
    case 'events-missed':
      return text(
        `${nameOf(finding.platform)} could not deliver some events`,
        `${finding.reason} Messages ${finding.since === null ? '' : `from ${formatTime(Date.parse(finding.since))} `}until ` +
          `${formatTime(Date.parse(finding.until))} may be missing. The timelines of its channels show it.`,
      )
    case 'messages-hidden':
      return text(
        `The bot can not see all messages of ${countOf(finding.count, 'group')} on ${nameOf(finding.platform)}`,
        'What it does not see is neither saved nor answered. Make it an admin of these groups. Or turn off its privacy mode, and ' +
          'then remove it from the groups and add it again.',
      )
    case 'redelivery-unknown':
      return text(`${nameOf(finding.platform)} has not redelivered a webhook yet`, '')
    case 'unreachable':
      return text(
        `${nameOf(finding.platform)} can not deliver webhooks to this service`,
        `${finding.reason} Until it can, messages are not saved.`,
      )
    case 'jobs-late':
      return text(
        `${countOf(finding.count, 'job')} waiting, the oldest since ${formatTime(Date.parse(finding.since))}`,
        'They run automatically. If they stay, the platform may be unreachable. The log has details.',
      )
    case 'jobs-buried':
      return text(
        `${countOf(finding.count, 'job')} failed since yesterday`,
        'The Service status page lists the reasons. Once the cause is fixed, most of them can be retried there.',
      )
    case 'never-backed-up':
      return text(
        'There is no snapshot of this server yet',
        `${scheduleAdvice} Then a failing disk does not lose everything.`,
      )
    case 'backup-old':
      return text(`The last snapshot was made at ${formatTime(Date.parse(finding.lastAt))}`, scheduleAdvice)
    case 'unread':
      return text(`${countOf(finding.count, 'webhook event')} could not be read`, 'Run ./innkeeper doctor to see why.')
    case 'not-connected':
      return text('No platform is connected', '')
    case 'alerts-failing':
      return text(`Alerts by ${finding.way === 'mail' ? 'email' : 'webhook'} are not accepted`, finding.reason)
  }
}

type SnapshotFinding = Extract<Finding, { place: string }>

function describeSnapshotFinding({ kind, place, reason }: SnapshotFinding): FindingText {
  switch (kind) {
    case 'snapshot-failed':
      return text(`The last snapshot in ${place} failed`, `${reason} It is tried again every hour.`)
    case 'snapshot-late':
      return text(
        `There is no recent snapshot in ${place}`,
        'The schedule says that there should be one. Check that the service runs at that time, and its log.',
      )
    case 'snapshot-differs':
      return text(
        `A stored file in ${place} is damaged`,
        `${reason} The next snapshot stores it again if the service still has it. Check the disk or the store.`,
      )
    case 'snapshot-incomplete':
      return text(`The last snapshot in ${place} needs attention`, reason)
    case 'snapshot-unverified':
      return text(
        `Not everything in ${place} was checked within 30 days`,
        'A part of it is read each night after the snapshot. Make sure that snapshots succeed.',
      )
    case 'snapshot-drill-failed':
      return text(`The last restore drill of ${place} failed`, reason)
    case 'snapshot-drill-differs':
      return text(
        `The last restore drill of ${place} found a difference`,
        `${reason} Don't rely on this snapshot, and find out what is wrong.`,
      )
    case 'snapshot-drill-impossible':
      return text(`The restore drill of ${place} can not run`, reason)
  }
}

/** A reason can come from elsewhere. On one line, it can't pretend to be another part of an alert. */
function text(title: string, advice: string): FindingText {
  return { title: onOneLine(title, 200), advice: onOneLine(advice, 1000) }
}

export function onOneLine(words: string, longest: number): string {
  return words
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
}

export function formatTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Of a disk. */
export function formatSize(bytes: number): string {
  const gib = bytes / 1024 ** 3
  return gib >= 1 ? `${gib.toFixed(1)} GiB` : `${Math.floor(gib * 1024)} MiB`
}

function countOf(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`
}
