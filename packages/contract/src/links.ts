/**
 * What counts as a link in a message, in one place: the console makes these clickable, the list of links shows them, and
 * `has:link` finds the messages that contain one.
 */
export type Link = {
  /** Position in the text, in UTF-16 units. */
  start: number
  /** As written. */
  text: string
  /** Always `https:`, `http:` or `mailto:`. */
  href: string
  /** The host as browsers look it up (`xn--…`), if it's written in other letters, which can imitate a familiar name. */
  realHost?: string
}

export function hasLink(text: string): boolean {
  return findLinks(text).length > 0
}

/** Web addresses with `http://`, `https://` or `www.`, and email addresses with or without `mailto:`. In reading order. */
export function findLinks(text: string): Link[] {
  const links: Link[] = []
  if (!sign.test(text)) return links
  starts.lastIndex = 0
  for (let begin = starts.exec(text); begin; begin = starts.exec(text)) {
    const from = begin.index
    const end = endOf(text, from, begin[0])
    // What was read once isn't read again, or a long text without spaces would take forever.
    starts.lastIndex = Math.max(end, starts.lastIndex)
    const written = withoutTail(text.slice(from, end))
    const found = toLink(written, begin[0])
    if (found) links.push({ start: from, text: written, ...found })
  }
  return links
}

/** Every link contains one of these. Most texts contain none, and all of them are examined for the search index. */
const sign = /:\/\/|www\.|@/i
/** Where a link can begin. The third is the first part of an email address. */
const starts =
  /\b(?:https?:\/\/|mailto:)|(?<![\w.@/-])www\.(?=[\p{L}\p{N}])|(?<![\w.+@/-])[\w.+-]{1,64}@(?=[\p{L}\p{N}])/giu

const mailHost = /[a-z0-9.-]{0,255}/iy
const numericHost = /\[[\da-f:.]+\]/iy
const host = /[\p{L}\p{M}\p{Nd}._-]{0,255}/uy
/**
 * Letters of scripts with spaces between words can be part of a path. In Chinese, Japanese, Korean and Thai, the sentence
 * continues right after a link, so their letters end it.
 */
const rest = /(?:[:/?#@%][\w\-.~:/?#[\]@!$&'()*+,;=%\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]*)?/uy

function endOf(text: string, from: number, begin: string): number {
  const after = from + begin.length
  if (begin.endsWith('@')) return readOn(mailHost, text, after)
  if (begin.endsWith(':')) {
    const at = readOn(/[\w.+-]{0,64}/y, text, after)
    return text[at] === '@' ? readOn(rest, text, readOn(mailHost, text, at + 1)) : at
  }
  const hostEnd = text[after] === '[' ? readOn(numericHost, text, after) : endOfHost(text, after)
  return hostEnd > after ? readOn(rest, text, hostEnd) : after
}

/**
 * A host can have any letters (`https://münchen.de`, `https://例え.jp`). Where Latin letters are followed by others, the
 * sentence continues (`https://example.comを見て`). Inside the first label, that would leave half of another host.
 */
function endOfHost(text: string, from: number): number {
  let end = from
  for (const [at, label] of text
    .slice(from, readOn(host, text, from))
    .split('.')
    .entries()) {
    const length = label.length - label.replace(otherThenLatin, '').length
    if (length < label.length && at === 0) return from
    end += (at > 0 ? 1 : 0) + length
    if (length < label.length) break
  }
  return end
}

const otherThenLatin = /^(?:(?![\p{Script=Latin}\d_-])[\p{L}\p{M}\p{Nd}])*[\p{Script=Latin}\p{M}\d_-]*/u

function readOn(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return from + (pattern.exec(text)?.[0].length ?? 0)
}

/** Punctuation at the end of a sentence is not part of a link, nor is a closing bracket that was opened before it. */
function withoutTail(written: string): string {
  let end = written.length
  const open = { ')': excess(written, '(', ')'), ']': excess(written, '[', ']') }
  while (end > 0) {
    const last = written[end - 1] ?? ''
    if (last === ')' || last === ']') {
      if (open[last] <= 0) break
      open[last]--
    } else if (!/[.,:;!?'*~]/.test(last)) break
    end--
  }
  return written.slice(0, end)
}

const excess = (text: string, opening: string, closing: string) => count(text, closing) - count(text, opening)
const count = (text: string, character: string) => text.split(character).length - 1

function toLink(written: string, begin: string): Pick<Link, 'href' | 'realHost'> | undefined {
  if (begin.endsWith('@')) return isMail(written) ? { href: `mailto:${written}` } : undefined
  if (begin.endsWith(':')) {
    const [address = ''] = written.slice(begin.length).split('?')
    const href = URL.parse(written)?.href
    return href && isMail(address) ? { href } : undefined
  }
  const isBare = !begin.endsWith('/')
  const url = URL.parse(isBare ? `https://${written}` : written)
  // A user name before the host is meant to deceive: https://bank.example@elsewhere.example
  if (!url || url.username || url.password || (isBare && !isWwwHost(url.hostname))) return undefined
  const [writtenHost = ''] = written.slice(isBare ? 0 : begin.length).split(/[/?#:]/)
  return isAscii(writtenHost) ? { href: url.href } : { href: url.href, realHost: url.hostname }
}

/** `www.` alone, or before a single word, isn't an address. */
function isWwwHost(hostname: string): boolean {
  return /^www(?:\.[a-z0-9_-]+)+\.(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(hostname)
}

function isMail(address: string): boolean {
  const [local = '', domain = '', ...more] = address.split('@')
  if (more.length > 0 || !/^\w/.test(local) || local.endsWith('.') || local.includes('..')) return false
  const labels = domain.split('.')
  return (
    labels.length > 1 &&
    labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(label)) &&
    /^[a-z]{2,}$/i.test(labels.at(-1) ?? '')
  )
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const isAscii = (text: string) => /^[\u0000-\u007f]*$/.test(text)
