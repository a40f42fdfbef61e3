import type { ChannelSettings } from '@innkeeper/contract'

/** What the owner decides; the stamps are the service's. */
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
] as const satisfies readonly SettingName[]

/** Each in its own words: somebody who set the bot to a foreign language by mistake must find the way back. */
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

/** What the field of days says while it is being typed into: empty is 0, which is no number of days. */
export function isRetention(days: number | null, ceilingDays: number | null): boolean {
  return days === null || (Number.isInteger(days) && days >= 1 && days <= (ceilingDays ?? longestRetentionDays))
}

/** The service begins what it says about a value with the name of its member. */
export function refusedSettingOf(sentence: string): SettingName | undefined {
  return settingNames.find((name) => sentence.startsWith(`${name} `))
}

/** All zones the browser knows, and the one that is set, in case it does not. */
export function timezonesWith(current: string): string[] {
  return [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])].sort()
}

/** "new york" and "New_York" are the same place. */
export function isZoneLike(zone: string, words: string): boolean {
  const plain = (text: string) => text.replaceAll('_', ' ').toLowerCase().trim()
  return plain(zone).includes(plain(words))
}
