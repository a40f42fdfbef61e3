/** The name of a person by their ID, if it's known. */
export type SlackNames = (id: string) => string | undefined

/** A text of Slack as people see it: without its codes for people, channels and links. */
export function plainSlackText(text: string, names: SlackNames): string {
  return text
    .replace(/<([^<>\n]{1,2000})>/g, (_, code: string) => plainCode(code, names))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

function plainCode(code: string, names: SlackNames): string {
  const [target = '', label] = code.split('|', 2)
  switch (target.charAt(0)) {
    case '@':
      return `@${label ?? names(target.slice(1)) ?? target.slice(1)}`
    case '#':
      return `#${label ?? target.slice(1)}`
    case '!':
      return label ?? `@${target.slice(1)}`
    default:
      return label === undefined || isSameLink(target, label) ? (label ?? target) : `${label} (${target})`
  }
}

/** Slack also makes links of what only looks like one, such as `example.org`. */
const isSameLink = (target: string, label: string): boolean =>
  target.replace(/^(?:https?:\/\/|mailto:|tel:)/, '') === label
