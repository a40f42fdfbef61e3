import type { RowLock } from './row-locks.ts'

/** What a transaction has locked before it changes a row of these tables: then no one else changes the same row meanwhile. */
const channel = [
  'assistant_changes',
  'assistant_versions',
  'assistants',
  'audit',
  'bookmarks',
  'channel_settings',
  'channel_stickers',
  'channels',
  'chat_moves',
  'early_edits',
  'gaps',
  'happenings',
  'import_rows',
  'imports',
  'webhooks',
  'late_arrivals',
  'ledger_days',
  'media',
  'members',
  'message_details',
  'message_ids',
  'message_versions',
  'messages',
  'newcomers',
  'private_members',
  'read_positions',
  'rule_hits',
  'rule_pictures',
  'rules',
  'search_docs',
  'search_terms',
  'sends',
  'subscriptions',
  'usage_days',
]
const byName = {
  connections: ['absences', 'accounts', 'connections'],
  erasures: ['ledger_entries'],
  index: [],
  keys: [
    'claim_codes',
    'keys',
    'notified_browsers',
    'operators',
    'recovery_codes',
    'request_days',
    'service_findings',
    'settings',
    'setup_codes',
    'sign_in_codes',
  ],
  'model days': ['model_days'],
  upkeep: ['alert_tellings', 'alert_ways', 'alerts', 'snapshot_runs', 'snapshot_schedules'],
}

/** Rows that are changed under different locks. One of the two never waits for a row, or locks only this one. */
const byOneOf: Record<string, readonly string[]> = {
  // The name removes old rows, and passes over those that are locked.
  changes: ['channel', 'upkeep'],
  cooldowns: ['channel', 'upkeep'],
  events_seen: ['channel', 'upkeep'],
  model_people: ['model days', 'keys', 'upkeep'],
  channel_sizes: ['channel', 'upkeep'],
  // Of one import, after its row.
  assistant_changes: ['channel', 'upkeep'],
  assistant_staged: ['channel', 'upkeep'],
  rule_hits: ['channel', 'upkeep'],
  search_names: ['channel', 'index'],
  notified_changes: ['keys', 'channel'],
  // One row, after which nothing is locked; or all of one person in one channel.
  saved_searches: ['channel', 'keys'],
  unread_events: ['channel', 'keys', 'upkeep'],
  webhook_deliveries: ['channel', 'upkeep'],
}

/** Rows that need no other lock, because a transaction changes one of them, or several in the order of their keys. */
const inOrder: ReadonlySet<string> = new Set([
  'assistant_imports',
  'erasures',
  'facts',
  'released_files',
  'source_positions',
  'stickers',
])

/** Written by statements that wait for no lock, and are transactions of their own. Jobs also change with their channel. */
const ofJobs: ReadonlySet<string> = new Set(['jobs', 'job_queues'])

const guardsOf = new Map<string, readonly string[]>([
  ...channel.map((table): [string, string[]] => [table, ['channel']]),
  ...Object.entries(byName).flatMap(([name, tables]) => tables.map((table): [string, string[]] => [table, [name]])),
  ...Object.entries(byOneOf),
])

/** What is wrong with the rows that one transaction changed, in their order. */
export function rowProblemsOf(rows: readonly RowLock[]): string[] {
  return rows.flatMap((row, index) => {
    const problem = findProblem(row, rows.slice(0, index), rows)
    return problem ? [`${row.table} ${row.key}: ${problem}`] : []
  })
}

function findProblem(
  { table, key, guards }: RowLock,
  earlier: readonly RowLock[],
  all: readonly RowLock[],
): string | undefined {
  if (guards.includes('everything')) return table === 'job_queues' ? 'a queue inside a transaction' : undefined
  if (ofJobs.has(table)) {
    if (table === 'jobs' && guards.includes('channel')) return undefined
    const isAlone = guards.length === 0 && all.every((row) => ofJobs.has(row.table))
    return isAlone ? undefined : `changed together with other rows, without its channel (${guards.join(', ')})`
  }
  if (inOrder.has(table)) {
    const isBehind = earlier.some((row) => row.table === table && compareKeys(row.key, key) > 0)
    if (isBehind) return 'not in the order of keys'
    const isHeld = earlier.some((row) => row.table === table && row.key === key)
    const isLate =
      !isHeld && table === 'assistant_imports' && earlier.some(({ table: other }) => editsOfImport.has(other))
    return isLate ? 'an import after its edits' : undefined
  }
  const allowed = guardsOf.get(table)
  if (!allowed) return 'this table is not listed in row-guards.ts'
  return allowed.some((one) => guards.includes(one)) ? undefined : `changed without ${allowed.join(' or ')}`
}

const editsOfImport: ReadonlySet<string> = new Set(['assistant_changes', 'assistant_staged'])

function compareKeys(one: string, other: string): number {
  const [a, b] = [Number(one), Number(other)]
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b
  return one < other ? -1 : Number(one > other)
}
