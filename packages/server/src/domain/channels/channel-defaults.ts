/** What a channel is like before anybody touches it. A null time zone follows the server's. */
export const channelDefaults = {
  settings: {
    timezone: null,
    language: 'en',
    newMemberRole: 'member',
    retentionDays: null,
    backup: 'members',
    history: 'all',
    allowPush: false,
  },
  assistant: { enabled: true, qa: { enabled: true, mode: 'keyword', cooldownSeconds: 0 } },
  welcome: { enabled: false, message: '' },
  groupRules: { enabled: false, content: '' },
} as const
