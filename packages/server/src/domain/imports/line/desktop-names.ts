import type { HistoryQuestion } from '../history.ts'

/**
 * In a history saved on a computer, only a space separates the name from the text, and both may contain spaces. A name shows by what
 * comes after it: a beginning with several different texts is one, and what was seen once is asked.
 */
export type DesktopNames = {
  /** The sender's name in what comes after the time. Undefined if that's unclear. */
  find(rest: string): string | undefined
  questions: readonly HistoryQuestion[]
}

type Beginning = {
  count: number
  firstLine: number
  /** The text after it, and whether it ever was another one. */
  text: string
  hasSeveral: boolean
  /** How many of them continue with a longer beginning that has several texts. */
  inLonger: number
}

/** Names have at most this many words. */
const mostWords = 6
const mostNameLength = 60
/** Beginnings that were seen once are forgotten beyond this, so that memory is bounded. */
const mostBeginnings = 200_000
const mostQuestions = 100
/** A word that begins so many of a person's texts is probably part of another person's name. */
const suspiciousCount = 10

export type DesktopNameCounter = {
  add(line: number, rest: string): void
  /** A name in a line about the group, such as someone joining. */
  addMentioned(name: string): void
  close(names: readonly string[]): DesktopNames
}

export function createDesktopNameCounter(): DesktopNameCounter {
  const beginnings = new Map<string, Beginning>()
  const mentioned = new Set<string>()
  return {
    addMentioned(name) {
      if (mentioned.size < mostBeginnings) mentioned.add(name)
    },
    add(line, rest) {
      for (const name of beginningsOf(rest)) count(beginnings, name, rest.slice(name.length + 1), line)
      if (beginnings.size > mostBeginnings) {
        for (const [name, { count }] of beginnings) if (count === 1) beginnings.delete(name)
      }
    },
    close(names) {
      for (const [name, { count, hasSeveral }] of beginnings) {
        const shorter = hasSeveral ? beginnings.get(parentOf(name)) : undefined
        if (shorter) shorter.inLonger += count
      }
      const find = finderOf(beginnings, new Set(names))
      const isName = (name: string) => (find(`${name} `) ?? name).split(' ').length >= name.split(' ').length - 1
      return namesOf(beginnings, new Set([...names, ...[...mentioned].filter(isName)]))
    },
  }
}

function count(beginnings: Map<string, Beginning>, name: string, text: string, line: number): void {
  const found = beginnings.get(name)
  if (!found) {
    beginnings.set(name, { count: 1, firstLine: line, text: text.slice(0, 80), hasSeveral: false, inLonger: 0 })
    return
  }
  found.count++
  if (found.text !== text.slice(0, 80)) found.hasSeveral = true
}

/** Each beginning that could be a name, from short to long. */
function beginningsOf(rest: string): string[] {
  const found: string[] = []
  const end = firstLineOf(rest).slice(0, mostNameLength + 1)
  for (let at = end.indexOf(' '); at >= 0 && found.length < mostWords; at = end.indexOf(' ', at + 1)) {
    if (at > 0) found.push(end.slice(0, at))
  }
  return found
}

const firstLineOf = (text: string): string => text.split('\n', 1)[0] ?? ''

function namesOf(beginnings: ReadonlyMap<string, Beginning>, known: ReadonlySet<string>): DesktopNames {
  const find = finderOf(beginnings, known)
  return { find, questions: questionsOf(beginnings, known, find) }
}

type Find = (rest: string) => string | undefined

function finderOf(beginnings: ReadonlyMap<string, Beginning>, known: ReadonlySet<string>): Find {
  return (rest) => {
    const possible = beginningsOf(rest)
    const knownName = possible.findLast((name) => known.has(name))
    if (knownName !== undefined) return knownName
    for (const [index, name] of possible.entries()) {
      const beginning = beginnings.get(name)
      if (!beginning?.hasSeveral) return undefined
      // If nothing but longer beginnings comes after it, it's only the part that several names have in common.
      if (ownCountOf(beginning) === 0) continue
      return isSuspicious(beginnings.get(possible[index + 1] ?? ''), beginning) ? undefined : name
    }
    return undefined
  }
}

const ownCountOf = ({ count, inLonger }: Beginning): number => count - inLonger

/** Whether the longer beginning is so common that it may be the name of someone else. */
function isSuspicious(longer: Beginning | undefined, shorter: Beginning): boolean {
  return longer?.hasSeveral === true && longer.count >= suspiciousCount && longer.count > ownCountOf(shorter)
}

/** About first words whose name is unclear, and about names that may begin with another. */
function questionsOf(
  beginnings: ReadonlyMap<string, Beginning>,
  known: ReadonlySet<string>,
  find: Find,
): HistoryQuestion[] {
  const questions: HistoryQuestion[] = []
  for (const [name, { count, text, firstLine, hasSeveral }] of beginnings) {
    if (questions.length === mostQuestions) break
    const shorter = beginnings.get(parentOf(name))
    const beginning = `${name} ${firstLineOf(text)}`
    const isUnclear = shorter
      ? !known.has(name) && hasSeveral && ownCountOf(shorter) > 0 && find(beginning) === undefined
      : find(beginning) === undefined
    if (isUnclear) questions.push({ ask: 'name', beginning, line: firstLine, lines: count })
  }
  return questions
}

const parentOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf(' ')))
