export type Variable = 'name' | 'names' | 'group' | 'count' | 'date' | 'time' | 'rules'

/** Fills in variables as the service does: `{name}` where there is a value; any other brace is literal text. */
export function fillIn(template: string, values: Partial<Record<Variable, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name as Variable] ?? whole) : whole,
  )
}

/** Names joined as the language lists them, each as a mention. */
export function joinNames(names: readonly string[], language: string): string {
  // British English, because most varieties of English have no comma before "and".
  const list = new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'conjunction' })
  return list.format(names.map((name) => `@${name}`))
}

/** The longest message the platform accepts, in UTF-16 units. */
const mostLength = 5000

/** Splits a text into the messages it is sent as: at a line break if one is near enough, otherwise at a space. */
export function splitBubbles(text: string, most = mostLength): string[] {
  const bubbles: string[] = []
  let rest = text
  while (rest.length > most) {
    const whole = rest.slice(0, most)
    const cut = [whole.lastIndexOf('\n'), whole.lastIndexOf(' ')].find((at) => at >= most / 2) ?? most
    // Never splits a surrogate pair.
    const end = cut === most && rest.codePointAt(most - 1) !== rest.charCodeAt(most - 1) ? most - 1 : cut
    bubbles.push(rest.slice(0, end))
    rest = rest.slice(end).replace(/^[\n ]/, '')
  }
  return [...bubbles, rest]
}
