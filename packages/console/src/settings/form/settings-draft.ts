import type { ChannelSettings } from '@innkeeper/contract'

/** What the owner decides; the service sets the timestamps. */
export type SettingsDraft = Omit<ChannelSettings, 'updatedAt' | 'updatedBy'>

export type SettingName = keyof SettingsDraft

export const settingNames = [
  'backup',
  'history',
  'retentionDays',
  'newMemberRole',
  'timezone',
  'language',
  'allowPush',
  'askWithModel',
] as const satisfies readonly SettingName[]

/** Each in its own language, so that someone who picked the wrong one by mistake can find theirs. */
export const botLanguages = {
  en: 'English',
  ja: '日本語',
  'zh-TW': '繁體中文',
  'zh-CN': '简体中文',
  th: 'ไทย',
} as const satisfies Record<ChannelSettings['language'], string>

export const longestRetentionDays = 36_500

export function draftOf({ updatedAt: _at, updatedBy: _by, ...draft }: ChannelSettings): SettingsDraft {
  return draft
}

/** While typing, an empty field counts as 0, which is not a valid number of days. */
export function isRetention(days: number | null, ceilingDays: number | null): boolean {
  return days === null || (Number.isInteger(days) && days >= 1 && days <= (ceilingDays ?? longestRetentionDays))
}

/** An error from the service begins with the name of the setting. */
export function refusedSettingOf(sentence: string): SettingName | undefined {
  return settingNames.find((name) => sentence.startsWith(`${name} `))
}
