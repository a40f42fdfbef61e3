import type { ServiceSettingList } from '@innkeeper/contract'

export type ServiceSetting = ServiceSettingList['settings'][number]

/** How a setting is edited. */
export type SettingField =
  | { kind: 'secret' }
  | { kind: 'zone' }
  | { kind: 'number'; least: number; most: number; canBeEmpty: boolean }
  | { kind: 'choice'; values: string[] }
  | { kind: 'text' }

/** Reads it from what the service says is allowed, so that a setting that this page doesn't know yet can be edited, too. */
export function fieldOf({ isSecret, allowed }: Pick<ServiceSetting, 'isSecret' | 'allowed'>): SettingField {
  if (isSecret) return { kind: 'secret' }
  if (allowed.startsWith('an IANA time zone')) return { kind: 'zone' }
  const number = /^a whole number from (\d+) to (\d+)(, or leave it empty)?$/.exec(allowed)
  if (number) {
    const [, least, most, orEmpty] = number
    return { kind: 'number', least: Number(least), most: Number(most), canBeEmpty: orEmpty !== undefined }
  }
  const values = allowed.replace(/^one of /, '').split(/, or |, | or /)
  return values.length > 1 && values.every((one) => /^\w+$/.test(one)) ? { kind: 'choice', values } : { kind: 'text' }
}

/** Whether it can be changed in the browser at all. */
export function isFixed({ source }: Pick<ServiceSetting, 'source'>): boolean {
  return source === 'environment' || source === 'flag'
}

/** In the order of the service. */
export function groupsOf(settings: readonly ServiceSetting[]): { group: string; settings: ServiceSetting[] }[] {
  const groups = Map.groupBy(settings, ({ group }) => group)
  return [...groups].map(([group, members]) => ({ group, settings: members }))
}
