/** The settings of a new channel. A null time zone means the server's. */
export const channelDefaults = {
  settings: {
    timezone: null,
    language: 'en',
    newMemberRole: 'member',
    retentionDays: null,
    backup: 'members',
    history: 'all',
    allowPush: false,
    askWithModel: false,
  },
  assistant: { enabled: true, qa: { enabled: true, mode: 'keyword', cooldownSeconds: 0 } },
  welcome: { enabled: false, message: '' },
  groupRules: { enabled: false, content: '' },
} as const

const mostNames = 3

/** A name for a chat without one, made from its members. `count`: all of them, including those whose name is unknown. */
export function roomName(names: string[], count: number): string {
  const shown = names.slice(0, mostNames)
  const others = count - shown.length
  if (shown.length === 0) return 'Room'
  if (others > 0) return `Room of ${shown.join(', ')} and ${others} more`
  const last = shown.at(-1)
  return shown.length === 1 ? `Room of ${last}` : `Room of ${shown.slice(0, -1).join(', ')} and ${last}`
}
