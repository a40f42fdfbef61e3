import type { ImportReport } from '@innkeeper/contract'
import { formatCount, formatNumber, formatTable } from '../text-format.ts'

const dryRunNotice = 'Dry run: nothing will be changed.'

/** What an import is about to do, or nothing if it changes nothing. */
export function formatPlan(
  plan: ImportReport,
  { mode, isDryRun }: { mode: 'merge' | 'replace'; isDryRun: boolean },
): string {
  if (plan.changes.length === 0) return ''
  const rows = plan.changes.map((one) => [
    isDryRun ? `would be ${one.change}` : one.change,
    one.part,
    one.ruleId ?? '–',
    oneLine(one.question ?? '–'),
    one.members.join(', '),
  ])
  const table = formatTable(['CHANGE', 'PART', 'RULE', 'QUESTION', 'FIELDS'], rows)
  const notice = isDryRun ? [dryRunNotice] : []
  const notes = [...describeOthers(plan, { mode, isDryRun }), ...describeCommas(plan), ...describePlaceholders(plan)]
  return [...notice, table, ...notes].map((part) => `${part}\n\n`).join('')
}

export function formatOutcome({
  dryRun,
  created,
  changed,
  deleted,
  unchanged,
  version,
  changes,
}: ImportReport): string {
  const counts =
    `${formatCount(created, 'rule')} ${dryRun ? 'would be created' : 'created'}, ${formatNumber(changed)} changed, ` +
    `${formatNumber(deleted)} deleted, ${formatNumber(unchanged)} unchanged.`
  const others = changes.flatMap(({ part }) => (part === 'rule' ? [] : [otherParts[part]]))
  const list = new Intl.ListFormat('en').format(others)
  const also = others.length === 0 ? '' : ` ${dryRun ? 'Would also replace' : 'Also replaced'} ${list}.`
  if (dryRun) return `${counts}${also} Nothing was changed.`
  return `${counts}${also} ${version === null ? 'The assistant already matches the file.' : `Saved as version ${version}.`}`
}

const otherParts = { config: "the assistant's settings", welcome: 'the welcome', groupRules: 'the group rules' }

/** What happens to the rules that aren't in the file. */
function describeOthers(
  { deleted, kept }: ImportReport,
  { mode, isDryRun }: { mode: 'merge' | 'replace'; isDryRun: boolean },
): string[] {
  if (deleted > 0) {
    const verb = deleted === 1 ? "isn't" : "aren't"
    const fate = isDryRun ? 'would be' : deleted === 1 ? 'is' : 'are'
    return [
      `${formatCount(deleted, 'rule')} ${verb} in the file and ${fate} deleted. To keep ${themOrIt(deleted)}, leave out --replace.`,
    ]
  }
  if (kept === 0) return []
  const rules = formatCount(kept, 'rule')
  return [
    mode === 'merge'
      ? `Not in the file, but kept: ${rules}. To delete ${themOrIt(kept)}, add --replace.`
      : `Kept: ${rules}, because the file only has other parts of the assistant.`,
  ]
}

function themOrIt(count: number): string {
  return count === 1 ? 'it' : 'them'
}

function describeCommas({ keywordsWithComma }: ImportReport): string[] {
  if (keywordsWithComma.length === 0) return []
  return [
    [
      'These keywords contain a comma or semicolon. If you meant several keywords, put each in its own item of the list:',
      ...keywordsWithComma.map(({ keyword, question }) => `  "${oneLine(keyword)}" in ${oneLine(question)}`),
    ].join('\n'),
  ]
}

function describePlaceholders({ unknownPlaceholders }: ImportReport): string[] {
  if (unknownPlaceholders.length === 0) return []
  const lines = unknownPlaceholders.map(({ question, written, closest }) => {
    const meant = closest === null ? '' : `. Did you mean {${closest}}?`
    return `  ${oneLine(written)} in ${oneLine(question)}${meant}`
  })
  return [['These words in braces are no placeholders and would be sent as they are:', ...lines].join('\n')]
}

/** Texts may contain anything, including terminal escape sequences. */
function oneLine(text: string): string {
  const plain = text.replace(/[\s\p{C}]+/gu, ' ')
  return plain.length > 60 ? `${plain.slice(0, 59)}…` : plain
}
