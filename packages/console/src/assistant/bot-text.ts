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

/** What the platform takes as one message, in UTF-16 units. */
const mostLength = 5000

/** A text as the bubbles it is sent as: cut at the end of a line where one is not too far away, else at a space. */
export function splitBubbles(text: string, most = mostLength): string[] {
  const bubbles: string[] = []
  let rest = text
  while (rest.length > most) {
    const whole = rest.slice(0, most)
    const cut = [whole.lastIndexOf('\n'), whole.lastIndexOf(' ')].find((at) => at >= most / 2) ?? most
    // Never through the middle of a character of two units.
    const end = cut === most && rest.codePointAt(most - 1) !== rest.charCodeAt(most - 1) ? most - 1 : cut
    bubbles.push(rest.slice(0, end))
    rest = rest.slice(end).replace(/^[\n ]/, '')
  }
  return [...bubbles, rest]
}
