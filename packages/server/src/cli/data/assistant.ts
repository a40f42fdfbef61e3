import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Command } from 'commander'
import { UsageProblem } from '../../config/config.ts'
import { invalid } from '../../domain/refusal.ts'
import type { Store } from '../../ports/store.ts'
import { type CliDeps, type DataOption, withDataOption, withStore } from '../cli-deps.ts'
import { formatCount } from '../text-format.ts'
import { formatOutcome, formatPlan } from './import-report.ts'

type ExportOptions = DataOption & { csv?: boolean; out?: string; force?: boolean }
type ImportOptions = DataOption & {
  merge?: boolean
  replace?: boolean
  dryRun?: boolean
  yes?: boolean
  json?: boolean
}

export function assistantCommand(deps: CliDeps): Command {
  const assistant = new Command('assistant')
    .description("Export and import a channel's reply rules, welcome and group rules.")
    .addHelpText('after', '\nExample:\n  ./innkeeper assistant export C0d1e2f3a4b5 --out assistant.json\n')

  withDataOption(
    assistant.command('export').argument('<channelId>', "the channel's ID, from ./innkeeper channels list"),
  )
    .summary('Export the assistant as JSON, or its rules as CSV.')
    .description(
      'Write the whole assistant as JSON (configuration, welcome, group rules and reply rules), or only its reply rules as CSV.',
    )
    .option('--csv', 'only the reply rules, as a table for spreadsheets (default if the file ends in .csv)')
    .option('--out <file>', 'write to this .json or .csv file instead of printing')
    .option('--force', 'with --out: replace the file if it already exists')
    .addHelpText('after', '\nExample:\n  ./innkeeper assistant export C0d1e2f3a4b5 --csv --out rules.csv\n')
    .action((channelId: string, options: ExportOptions) => exportTo(deps, channelId, options))

  withDataOption(
    assistant
      .command('import')
      .argument('<channelId>', "the channel's ID, from ./innkeeper channels list")
      .argument('<file>', 'a .json or .csv file'),
  )
    .summary('Import an assistant or rules from a file.')
    .description(
      'Import an assistant from a .json file, or reply rules from a .csv file. Rules that are not in the file are kept, ' +
        'unless you add --replace. The command first lists what it adds, changes and deletes. Then it imports everything or ' +
        'nothing. The import takes effect at once, and creates a version, so that you can go back.',
    )
    .option('--merge', 'keep the rules that are not in the file (default)')
    .option('--replace', 'delete the rules that are not in the file (asks first on a terminal)')
    .option('--dry-run', 'only show what would change')
    .option('--yes', 'with --replace: delete rules without asking')
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  ./innkeeper assistant import C0d1e2f3a4b5 rules.csv --dry-run\n  ./innkeeper assistant import C0d1e2f3a4b5 rules.csv\n',
    )
    .action((channelId: string, file: string, options: ImportOptions) => importFrom(deps, channelId, file, options))
  return assistant
}

async function exportTo(deps: CliDeps, channelId: string, options: ExportOptions): Promise<void> {
  const { exportForOperator } = await import('../../actions/assistant/assistant-file.ts')
  const format = exportFormat(options)
  const text = await withStore(deps, options, async (store) => {
    const channelNo = await getChannelNo(store, channelId)
    return await exportForOperator({ store }, channelNo, format)
  })
  if (options.out === undefined) {
    process.stdout.write(text)
    return
  }
  try {
    writeFileSync(options.out, text, { flag: options.force ? 'w' : 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new UsageProblem(alreadyThere(options.out))
    throw new UsageProblem(`${options.out} cannot be written: ${(error as Error).message}.`)
  }
  console.log(`Written to ${options.out}.`)
}

/** The file's ending decides, unless --csv does. */
function exportFormat({ csv, out }: ExportOptions): 'json' | 'csv' {
  if (out !== undefined && csv && /\.json$/i.test(out)) {
    throw new UsageProblem(`--csv does not fit ${out}. Leave out --csv, or choose a file that ends in .csv.`)
  }
  if (out !== undefined && /\.(xlsx?|ods|numbers)$/i.test(out)) {
    throw new UsageProblem(`${out} can't be written. Choose a file that ends in .csv, which spreadsheet programs open.`)
  }
  if (out !== undefined && !/\.(json|csv)$/i.test(out)) {
    throw new UsageProblem(`${out} must end in .json or .csv, so that it can be imported again.`)
  }
  return csv || /\.csv$/i.test(out ?? '') ? 'csv' : 'json'
}

function alreadyThere(path: string): string {
  return `${path} already exists and was left untouched. Choose another name, or add --force to replace it.`
}

async function importFrom(deps: CliDeps, channelId: string, path: string, options: ImportOptions): Promise<void> {
  const { readAssistantFile } = await import('../../actions/assistant/assistant-file.ts')
  const { overhaulAssistant } = await import('../../actions/assistant/assistant-import.ts')
  const { createInlinePlanner } = await import('../../actions/assistant/plan-assistant.ts')
  if (options.merge && options.replace) throw new UsageProblem('Choose either --merge or --replace, not both.')
  const bytes = readBytes(path)
  if (isExcel(bytes)) {
    throw new UsageProblem(
      `${path} cannot be imported. This is an Excel file. Save it as CSV in your spreadsheet program, then choose that file.`,
    )
  }
  const mode = options.replace ? 'replace' : 'merge'
  const wish = readAssistantFile(readText(path, bytes), kindOf(path), mode)
  const isDryRun = options.dryRun ?? false
  const report = await withStore(deps, options, async (store, config) => {
    const into = { by: { kind: 'operator' }, channelId, channelNo: await getChannelNo(store, channelId) } as const
    const hands = { store, clock: Date.now, hasModel: config.aiBaseUrl !== null, planner: createInlinePlanner(store) }
    const run = (dryRun: boolean) => overhaulAssistant(hands, into, { wish, dryRun })
    if (options.json) return await run(isDryRun)
    const plan = await run(true)
    process.stdout.write(formatPlan(plan, { mode, isDryRun }))
    if (isDryRun) return plan
    await confirmDeletion(plan.deleted, options)
    return await run(false)
  })
  console.log(options.json ? JSON.stringify(report) : formatOutcome(report))
}

async function confirmDeletion(count: number, { yes }: ImportOptions): Promise<void> {
  if (count === 0 || yes || !process.stdin.isTTY) return
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`Import the file, and delete ${formatCount(count, 'rule')}? Type yes: `)
  terminal.close()
  if (answer.trim().toLowerCase() !== 'yes') throw new UsageProblem('Nothing was imported.')
}

async function getChannelNo(store: Store, channelId: string): Promise<number> {
  const channelNo = await store.findChannelNo(channelId)
  if (channelNo === undefined)
    throw invalid(`No channel has the ID ${channelId}. To see all IDs, run ./innkeeper channels list.`)
  return channelNo
}

function kindOf(path: string): 'json' | 'csv' {
  if (/\.json$/i.test(path)) return 'json'
  if (/\.csv$/i.test(path)) return 'csv'
  throw new UsageProblem(`${path} is neither a .json nor a .csv file. If it is a spreadsheet, save it as CSV first.`)
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new UsageProblem(`${path} cannot be read: ${(error as Error).message}.`)
  }
}

/** By its content, because files get renamed: .xlsx is a ZIP archive, and no JSON or CSV file of ours begins like one. */
function isExcel(bytes: Buffer): boolean {
  return bytes.subarray(0, 2).toString('latin1') === 'PK'
}

function readText(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UsageProblem(`${path} is not UTF-8. In a spreadsheet program, save it as "CSV UTF-8".`)
  }
}
