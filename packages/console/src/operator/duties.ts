/** What nodes do for each other, by the names that the service reports. */
export const choreNames = {
  'expired messages (retention)': 'retention',
  'old change records': 'changes',
  'old event ids': 'events',
  'old webhook events': 'webhookEvents',
  'imports that ended': 'imports',
  'old versions of assistants': 'versions',
  'what channels store': 'sizes',
  'sign-ins that ended': 'signIns',
  'stickers that no channel used': 'stickers',
  'pictures that no rule uses': 'pictures',
  'deleted rules': 'rules',
  'owners and admins to look up': 'admins',
  'secrets that were replaced a while ago': 'secrets',
  'files left behind': 'orphans',
  partitions: 'partitions',
  'media folder': 'mediaFolder',
  polling: 'polling',
  webhooks: 'webhooks',
  notifications: 'notifications',
  snapshots: 'snapshots',
  alerts: 'alerts',
  'reach of platforms': 'reach',
} as const

export type Chore = (typeof choreNames)[keyof typeof choreNames]

/** More would fill the table. */
const mostNamed = 3

/**
 * `count`: of the maintenance tasks. `chores`: which ones, unless they are too many, or one is of another version of the service and
 * has no name here.
 */
export function describeDuties(duties: readonly string[]): { hasIndex: boolean; chores: Chore[]; count: number } {
  const others = duties.filter((name) => name !== 'index').map(withoutSubject)
  const known = others.flatMap((name) => (isChore(name) ? [choreNames[name]] : []))
  const areNamed = known.length === others.length && known.length <= mostNamed
  return { hasIndex: duties.includes('index'), chores: areNamed ? known : [], count: others.length }
}

/** Without the platform that is asked for events, and the way that alerts are sent. */
function withoutSubject(name: string): string {
  if (name.startsWith('polling ')) return 'polling'
  if (name.startsWith('ledger of ')) return 'snapshots'
  return name.startsWith('alerts by ') ? 'alerts' : name
}

function isChore(name: string): name is keyof typeof choreNames {
  return Object.hasOwn(choreNames, name)
}
