type Named = { kind: 'both' | 'browser' | 'system' | 'unknown'; browser: string; system: string }

/** The service names browsers in English, such as `Firefox on Linux`. Splits the name so that it can be translated. */
export function browserOf(name: string): Named {
  if (name === 'Unknown browser') return { kind: 'unknown', browser: '', system: '' }
  const [, browser, system] = /^(.+) on (.+)$/.exec(name) ?? []
  if (browser === undefined || system === undefined) return { kind: 'browser', browser: name, system: '' }
  return { kind: browser === 'Browser' ? 'system' : 'both', browser, system }
}
