import type { AlertEvent } from './alert.ts'
import { describeFinding, type FindingText, formatTime, type NameOf, onOneLine } from './describe-finding.ts'

/** `address`: of the service. */
export type Scene = { address: string; now: number; nameOf: NameOf }

/** One mail for everything that is told at once. Plain text, because some of it comes from elsewhere. */
export function composeMail(
  events: readonly AlertEvent[],
  { address, now, nameOf }: Scene,
): { subject: string; text: string } {
  const [only] = events
  const where = hostOf(address)
  const subject = events.length === 1 && only ? describeEvent(only, nameOf) : describeCount(events)
  const parts = events.map((event) => [describeEvent(event, nameOf), ...details(event, nameOf)].join('\n'))
  return {
    subject: onOneLine(`[Innkeeper ${where}] ${subject}`, 250),
    text: [...parts, closing(address, now)].join('\n\n'),
  }
}

/** A message without a problem: a test, or that alerts arrive again after they couldn't be sent. */
export type Probe = { address: string; now: number; failingSince: number | null }

export function composeProbeMail({ address, now, failingSince }: Probe): { subject: string; text: string } {
  const { title, advice } = describeProbe(failingSince)
  return {
    subject: onOneLine(`[Innkeeper ${hostOf(address)}] ${title}`, 250),
    text: [advice, closing(address, now)].join('\n\n'),
  }
}

export function describeProbe(failingSince: number | null): FindingText {
  if (failingSince === null)
    return { title: 'Test of alerts', advice: 'This is a test. Alerts of this service reach you.' }
  const since = formatTime(failingSince)
  return { title: 'Alerts arrive again', advice: `Alerts could not be sent since ${since}. Now they reach you again.` }
}

/** Where an operator sees everything. */
export function operatorUrl(address: string): string {
  return `${address}/operator`
}

function describeEvent({ kind, alert }: AlertEvent, nameOf: NameOf): string {
  const { title } = describeFinding(alert.finding, nameOf)
  if (kind === 'over') return `Over: ${title}`
  return kind === 'still' ? `Still: ${title}` : title
}

function details({ kind, alert: { finding, beganAt, overAt } }: AlertEvent, nameOf: NameOf): string[] {
  if (kind === 'over' && overAt !== null) return [`From ${formatTime(beganAt)} to ${formatTime(overAt)}.`]
  const { advice } = describeFinding(finding, nameOf)
  const since = kind === 'still' ? [`Since ${formatTime(beganAt)}.`] : []
  return advice === '' ? since : [advice, ...since]
}

function describeCount(events: readonly AlertEvent[]): string {
  const over = events.filter(({ kind }) => kind === 'over').length
  const open = events.length - over
  if (open === 0) return `${over} problems are over`
  const needs = open === 1 ? '1 problem needs attention' : `${open} problems need attention`
  return over === 0 ? needs : `${needs}, ${over} over`
}

function closing(address: string, now: number): string {
  return `Service status: ${operatorUrl(address)}\nSent at ${formatTime(now)} by Innkeeper at ${address}. Turn this off in its settings.\n`
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address
}
