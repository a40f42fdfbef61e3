import type { ServiceSetting } from './setting-field.ts'

/** Why the service refused to save, and at which setting to say so. */
export type SettingRefusal = {
  name: string
  why: 'value' | 'needs' | 'needsEither' | 'conflicts' | 'otherServer' | 'notDomain' | 'other'
  /** Variables of the settings it is about; the first one is the one it is shown at. */
  variables: string[]
}

/**
 * Parses the service's sentence, so that it can be translated. `saving`: names of the settings that were sent. Undefined if
 * the sentence names none of the settings.
 */
export function findSettingRefusal(
  sentence: string,
  settings: readonly ServiceSetting[],
  saving: ReadonlySet<string>,
): SettingRefusal | undefined {
  for (const [pattern, why] of known) {
    const variables = pattern.exec(sentence)?.slice(1)
    const at = variables && findShown(variables, settings, saving)
    if (at) return { name: at.name, why, variables: why === 'needs' ? turned(variables, at.variable) : variables }
  }
  const named = settings.find(
    ({ name, variable }) => sentence.startsWith(`${variable} `) || sentence.startsWith(`${name} `),
  )
  return named && { name: named.name, why: 'other', variables: [named.variable] }
}

const known: readonly [RegExp, SettingRefusal['why']][] = [
  [/^(\w+) is (?:not valid|".*")\. Set it to /s, 'value'],
  [/^(\w+) is set, but neither (\w+) nor (\w+) is\./, 'needsEither'],
  [/^(\w+) is set, but (\w+) is not\./, 'needs'],
  [/^Only one of (\w+) and (\w+) is set\./, 'needs'],
  [/^(\w+) and (\w+) are both set\./, 'conflicts'],
  [/^(\w+) is ".*", but the certificate is for /s, 'notDomain'],
  [/^(\w+) leads to another server than before\. Enter (\w+) again/, 'otherServer'],
]

/** The first that was changed just now, so that the message is where the person is looking; otherwise the first one named. */
function findShown(variables: readonly string[], settings: readonly ServiceSetting[], saving: ReadonlySet<string>) {
  const named = variables.flatMap((variable) => settings.find((one) => one.variable === variable) ?? [])
  return named.find(({ name }) => saving.has(name)) ?? named[0]
}

function turned(variables: readonly string[], first: string): string[] {
  return [first, ...variables.filter((one) => one !== first)]
}
