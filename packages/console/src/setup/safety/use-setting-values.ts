import type { ServiceSettingList } from '@innkeeper/contract'
import { useState } from 'react'

type Setting = ServiceSettingList['settings'][number]

/** What is typed into the fields of some settings, beside what is saved. */
export function useSettingValues<Name extends string>(names: readonly Name[], settings: readonly Setting[]) {
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({})
  const byName = new Map(settings.map((one) => [one.name, one]))
  const put = (name: Name, value: string) => setTyped((before) => ({ ...before, [name]: value }))
  return {
    put,
    find: (name: Name) => byName.get(name),
    /** Empty for a secret that is saved. */
    get: (name: Name) => typed[name] ?? byName.get(name)?.value ?? '',
    changes: names.flatMap((name) => {
      const value = typed[name]?.trim()
      if (value === undefined || value === (byName.get(name)?.value ?? '')) return []
      return [{ name, value: value === '' ? null : value }]
    }),
  }
}
