export type Variable = 'name' | 'names' | 'group' | 'count' | 'date' | 'time' | 'rules'

/** As the service fills in: `{name}` and the like where there is a value, any other brace is literal text. */
export function fillIn(template: string, values: Partial<Record<Variable, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name as Variable] ?? whole) : whole,
  )
}

/** Names as people of a language list them, each spoken to. */
export function joinNames(names: readonly string[], language: string): string {
  // The English of most places has no comma before "and".
  const list = new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'conjunction' })
  return list.format(names.map((name) => `@${name}`))
}
