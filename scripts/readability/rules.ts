/** A text that people read: where it is, and what it says without markup. */
export type Passage = {
  where: string
  text: string
  /** A label, a button or a heading: few words and no full stop. */
  isLabel: boolean
  /** An error or a log message, which can join two statements with a semicolon. */
  isOneLine?: boolean
}

export type Problem = { where: string; text: string; problem: string }

/** Words and constructions that read like a translation, and what to write instead. */
const banned: [RegExp, string][] = [
  [/\banew\b/i, 'again'],
  [/\bbears?\b/i, 'has, contains'],
  [/\blies? (in|at|on|below|beside|there|where)\b/i, 'is'],
  [/\bstands? (in|at|on|below|beside|there|where|here|for who)\b/i, 'is'],
  [/\bwhoever\b/i, 'anyone who, people who'],
  [/\bwhatever else\b/i, 'everything else'],
  [/\b(is|are|was|were|be|being) told\b/i, 'sees, gets, is shown'],
  [/\bof late\b/i, 'recently'],
  [/\bamid\b/i, 'during'],
  [/\breckon/i, 'count, estimate'],
  [/\bin force\b/i, 'active, valid'],
  [/\bso long\b/i, 'while, this long'],
  [/(?<!there )\b(is|are|was|were) no (?!longer\b|more than\b|one\b)/i, 'isn’t a, there is no'],
  [/\b(has|have|had) not\b/i, 'hasn’t, haven’t'],
  [/\bgo(es)? by (it|them|its|their)\b/i, 'uses, follows'],
  [/\bfares?\b/i, 'is doing'],
  [/\bput(s|ting)? away\b/i, 'close, store'],
  [/\b(any|some)body\b/i, 'anyone, someone, a member'],
  [/\bnobody\b/i, 'no one'],
  [/\bfor ever\b/i, 'forever, permanently'],
  [/\bbest (every|each)\b/i, 'a full sentence that says to do it'],
  [/\bshall\b/i, 'will, should'],
  [/\bmeanwhile\b/i, 'in the meantime, while …'],
  [/\bamongst?\b/i, 'between, in'],
  [/\bupon\b/i, 'on, when'],
  [/\b(there|here)(of|upon|with|by)\b/i, 'of it, with it'],
  [/\bwho (comes|goes|leaves|joins|asks|writes|speaks|has|is) [^?]*, (is|are|gets?)\b/i, 'people who …'],
  [/\bcome(s)? about\b/i, 'happen'],
  [/\bat hand\b/i, 'available'],
  [/\b(cannot|can’t) be had\b/i, 'isn’t available'],
  [/\bway of (\w+ing)\b/i, 'a noun, such as “match mode”'],
]

/** Longer sentences are hard to follow. */
const mostWords = 32
const mostLabelWords = 14

/** Languages, days and products. Words with another capital letter inside, such as PostgreSQL, don't need to be listed. */
const names =
  /^(Innkeeper|Telegram|Discord|Slack|Google|Postgres|Debian|Docker|Caddy|Caddyfile|Nginx|Prometheus|Apache|Linux|Windows|Playwright|Chromium|Fastify|Vite|React|Mantine|Japanese|Chinese|Thai|English|Sundays?|Mondays?)$/

/** Names of several words, as their owners write them. */
const longNames =
  /JSON Lines|LINE (Official Account Manager|Developers Console|Login)|Messaging API|Traditional Chinese|Claude Code|VS Code/g

/** Plain words that are the name of a key or of a screen. A test allows at most ten. */
export const keysAndScreens = ['Enter', 'Escape', 'Esc', 'Space', 'Settings', 'Versions']

export function judge({ where, text, isLabel, isOneLine = false }: Passage): Problem[] {
  const problems: string[] = []
  for (const [pattern, instead] of banned) {
    const [found] = pattern.exec(text) ?? []
    if (found) problems.push(`“${found}”: write ${instead}`)
  }
  for (const sentence of sentencesOf(text)) {
    const count = sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word) && !word.includes('`')).length
    const most = isLabel ? mostLabelWords : mostWords
    if (count > most) problems.push(`a sentence of ${count} words (at most ${most})`)
  }
  if (isLabel) {
    const [word] = titleCaseWords(text)
    if (word) problems.push(`“${word}” begins with a capital letter: use sentence case`)
  }
  if (!isOneLine && /;\s+\p{Ll}/u.test(text)) problems.push('a semicolon: write two sentences')
  return problems.map((problem) => ({ where, text, problem }))
}

/** A full stop ends a sentence if a capital letter, a quotation mark or nothing follows it. A semicolon always does. */
function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?:])\s+(?=[\p{Lu}“"'`({\d])|(?<=;)\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter(Boolean)
}

/** Words inside a sentence that begin with a capital letter and aren't names. */
function titleCaseWords(text: string): string[] {
  const plain = text.replaceAll(longNames, ' ').replaceAll(/“[^”]*”|\{\{?\w+\}?\}|`[^`]*`|\([^)]*\)/g, ' ')
  return sentencesOf(plain).flatMap((sentence) => {
    const words = sentence.split(/[\s/·,–—:]+/).filter(Boolean)
    return words.slice(1).filter((word) => {
      const bare = word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').replace(/’s$/, '')
      return (
        /^\p{Lu}\p{Ll}/u.test(bare) &&
        !/\p{Ll}\p{Lu}/u.test(bare) &&
        !names.test(bare) &&
        !keysAndScreens.includes(bare)
      )
    })
  })
}
