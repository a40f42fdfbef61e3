import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { longestFileName } from '@innkeeper/contract'
import { isTimezone } from '@innkeeper/contract/formats'
import { Command } from 'commander'
import { listClosed } from '../../actions/imports/closed-gaps.ts'
import { toOrder } from '../../actions/imports/open-order.ts'
import { toTable } from '../../actions/imports/unread-lines.ts'
import { type Config, UsageProblem } from '../../config/config.ts'
import type { ImportChoices, PersonChoice } from '../../domain/imports/import-choices.ts'
import { decideStep } from '../../domain/imports/import-life.ts'
import type { ImportPreview } from '../../domain/imports/import-preview.ts'
import { invalid } from '../../domain/refusal.ts'
import type { ImportRecord, UndoneCounts } from '../../ports/importing.ts'
import type { Store } from '../../ports/store.ts'
import { type CliDeps, type DataOption, withDataOption, withStore } from '../cli-deps.ts'
import { formatCount } from '../text-format.ts'
import { formatImports, formatPreview, formatUndone } from './history-report.ts'

type UndoOptions = DataOption & { dryRun?: boolean; yes?: boolean }

type ImportOptions = DataOption & {
  zone?: string
  dateOrder?: string
  chat?: string
  person: string[]
  outsider: string[]
  unread?: string
  anyway?: boolean
  dryRun?: boolean
  yes?: boolean
  json?: boolean
}

const operator = { kind: 'operator' } as const
const channelArgument = ['<channelId>', "the channel's ID, from ./innkeeper channels list"] as const

export function importCommand(deps: CliDeps): Command {
  return withDataOption(
    new Command('import')
      .argument(...channelArgument)
      .argument('<file>', 'a chat history: .txt, .json, .jsonl or .zip'),
  )
    .summary('Import a chat history into a channel.')
    .description(
      'Read a chat history that someone exported from LINE, WhatsApp, Telegram Desktop, DiscordChatExporter, Slack or Innkeeper, and ' +
        'show what is missing in the channel. Then add exactly that. Nothing is added before you agree. Someone must have a ' +
        'backup of the channel. To undo it, run ./innkeeper imports undo.',
    )
    .option('--zone <name>', "time zone of the file's times, such as Asia/Tokyo (default: found by comparing messages)")
    .option(
      '--date-order <order>',
      'how dates such as 3/4 are written: day-month or month-day (default: found in the file)',
    )
    .option('--chat <id>', 'which chat of a file with several, as the preview lists them')
    .option(
      '--person <name=userId>',
      'who a name or an ID in the file is, including yourself (without a user ID, their messages are left out)',
      collect,
      [],
    )
    .option('--outsider <name>', 'a name or an ID in the file of someone who has no user ID here', collect, [])
    .option('--unread <path>', 'save a list of all lines that could not be read, as CSV')
    .option('--anyway', 'even if it looks like the history of another chat')
    .option('--dry-run', 'only show what would be added')
    .option('--yes', 'add the messages without asking')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  ./innkeeper import C0d1e2f3a4b5 history.txt --dry-run\n')
    .action((channelId: string, path: string, options: ImportOptions) => importFrom(deps, channelId, path, options))
}

export function importsCommand(deps: CliDeps): Command {
  const imports = new Command('imports')
    .description('List and undo imports of chat histories.')
    .addHelpText('after', '\nExample:\n  ./innkeeper imports list C0d1e2f3a4b5\n')
  withDataOption(imports.command('list').argument(...channelArgument))
    .description('List the imports of a channel.')
    .addHelpText('after', '\nExample:\n  ./innkeeper imports list C0d1e2f3a4b5\n')
    .action((channelId: string, options: DataOption) =>
      withStore(deps, options, async (store) => {
        console.log(formatImports(await store.listImports(await getChannelNo(store, channelId))))
      }),
    )
  withDataOption(
    imports
      .command('undo')
      .argument(...channelArgument)
      .argument('<number>', 'number of the import, from ./innkeeper imports list'),
  )
    .description(
      'Remove what an import added and no other import contains. First, it says how many messages that are, and how many stay.',
    )
    .option('--dry-run', 'only show how many messages would be removed')
    .option('--yes', 'remove the messages without asking')
    .addHelpText('after', '\nExample:\n  ./innkeeper imports undo C0d1e2f3a4b5 1 --dry-run\n')
    .action((channelId: string, number: string, options: UndoOptions) => undo(deps, channelId, number, options))
  return imports
}

function collect(text: string, all: string[]): string[] {
  return [...all, text]
}

async function importFrom(deps: CliDeps, channelId: string, path: string, options: ImportOptions): Promise<void> {
  const choices = readChoices(options)
  if (!options.dryRun && !options.yes && !process.stdin.isTTY)
    throw new UsageProblem('Add --yes to import without asking, or --dry-run to only look.')
  refuseUnreadable(path)
  await withStore(deps, options, async (store, config) => {
    const work = await openWork(deps, store, config, channelId)
    try {
      const importNo = await work.open(path, choices)
      const ready = await work.readWith(importNo, choices)
      if (!options.json) console.log(formatPreview(ready, await work.listClosed(ready)))
      if (options.unread !== undefined) await work.saveUnread(ready, options.unread)
      if (
        ready.state !== 'ready' ||
        options.dryRun ||
        !(await isAgreed('Add the new messages to the channel?', options))
      ) {
        await work.steer(importNo, 'drop')
        if (ready.state === 'refused') throw invalid(`${path} was not imported. ${ready.reason}.`)
        console.log(options.json ? (ready.preview ?? '') : 'Nothing was imported.')
        return
      }
      await work.steer(importNo, 'commit')
      const { state, reason, outcome } = await work.write(importNo)
      if (state !== 'done') throw invalid(`The import was undone. ${reason ?? ''}`)
      const added: number = JSON.parse(outcome ?? '{}').new
      console.log(
        options.json ? (outcome ?? '') : `Import ${importNo} is done. ${formatCount(added, 'message')} added.`,
      )
    } finally {
      work.close()
    }
  })
}

async function undo(deps: CliDeps, channelId: string, number: string, options: UndoOptions): Promise<void> {
  const importNo = Number(number)
  if (!Number.isInteger(importNo) || importNo < 1)
    throw new UsageProblem(`${number} is not the number of an import. To see them, run ./innkeeper imports list.`)
  if (!options.dryRun && !options.yes && !process.stdin.isTTY)
    throw new UsageProblem('Add --yes to undo the import without asking, or --dry-run to only look.')
  await withStore(deps, options, async (store, config) => {
    const work = await openWork(deps, store, config, channelId)
    try {
      const counts = await work.countUndone(importNo)
      console.log(formatUndone(importNo, counts))
      if (options.dryRun || !(await isAgreed('Remove these messages?', options))) {
        console.log('Nothing was removed.')
        return
      }
      await work.steer(importNo, 'undo')
      await work.undo(importNo)
      console.log(`Import ${importNo} is undone.`)
    } finally {
      work.close()
    }
  })
}

/**
 * Does the work of the jobs itself, because no service may be running. If one is, it may do the same work, which is harmless: each step can
 * be repeated.
 */
async function openWork(deps: CliDeps, store: Store, config: Config, channelId: string) {
  const { createFileKeeper } = await import('../../actions/media/file-keeper.ts')
  const { readImport, undoImport, writeImport } = await import('../../actions/imports/run-import.ts')
  const channelNo = await getChannelNo(store, channelId)
  const { blobs, close } = await deps.openMedia(config, { instance: store.instance })
  const files = createFileKeeper({ store, blobs })
  const { mostMediaBytes } = config
  const histories = await deps.createHistoryReader(config, blobs)
  const hands = { store, clock: Date.now, histories, files, blobs, mostMediaBytes }
  const call = <K extends string>(kind: K, importNo: number) => ({
    job: { kind, channelId, importNo },
    channel: { channelNo, channelId },
    signal: new AbortController().signal,
  })
  const find = async (importNo: number): Promise<ImportRecord> => {
    const found = await store.findImport(channelNo, importNo)
    if (!found) throw invalid(`This channel has no import ${importNo}. To see them, run ./innkeeper imports list.`)
    return found
  }
  return {
    close,
    async open(path: string, choices: ImportChoices): Promise<number> {
      let importNo = 0
      await files.keep(createReadStream(path), async (file) => {
        const fileName = basename(path).slice(0, longestFileName)
        const opening = { at: Date.now(), channelId, fileName, ...file, choices: JSON.stringify(choices) }
        importNo = (await store.write<'open-history'>({ kind: 'open-history', by: operator, ...opening })).importNo
      })
      return importNo
    },
    async readWith(importNo: number, choices: ImportChoices) {
      await readImport(hands, call('read-import', importNo))
      const first = await find(importNo)
      const people = findByIds(choices.people ?? [], first)
      if (!people) return first
      const order = { by: operator, at: Date.now(), channelId, importNo, wish: 'read-again' } as const
      const changed = JSON.stringify({ ...choices, people })
      await store.write<'steer-history'>({ kind: 'steer-history', ...order, choices: changed })
      await readImport(hands, call('read-import', importNo))
      return await find(importNo)
    },
    listClosed: (record: ImportRecord) =>
      listClosed(store, channelNo, record, { from: Number.MIN_SAFE_INTEGER, now: Date.now() }),
    async saveUnread(record: ImportRecord, path: string): Promise<void> {
      const order = toOrder({ channelNo }, channelId, record, Date.now())
      if (order) await pipeline(Readable.from(toTable(histories.listUnread(order))), createWriteStream(path))
    },
    async steer(importNo: number, wish: 'commit' | 'undo' | 'drop') {
      await find(importNo)
      const order = { by: operator, at: Date.now(), channelId, importNo, wish }
      await store.write<'steer-history'>({ kind: 'steer-history', ...order })
    },
    async write(importNo: number) {
      await writeImport(hands, call('write-import', importNo))
      return await find(importNo)
    },
    async countUndone(importNo: number): Promise<UndoneCounts> {
      const { state } = await find(importNo)
      decideStep({ number: importNo, state }, 'undo', { isOtherAtWork: false })
      return await store.countUndone(channelNo, importNo)
    },
    undo: (importNo: number) => undoImport(hands, call('undo-import', importNo)),
  }
}

/** In files with IDs, people are known by those. Undefined if nothing changes. */
function findByIds(people: readonly PersonChoice[], { preview }: ImportRecord): PersonChoice[] | undefined {
  const { people: found = [] }: Partial<ImportPreview> = JSON.parse(preview ?? '{}')
  let isChanged = false
  const changed = people.flatMap((choice): PersonChoice[] => {
    const same = found.filter(
      ({ choice: { name, userId } }) => userId === choice.name || (userId && name === choice.name),
    )
    if (same.length === 0) return [choice]
    isChanged = true
    return same.map(({ choice: { name, userId = '' } }) => ({ ...choice, name, userId }))
  })
  return isChanged ? changed : undefined
}

function readChoices({ zone, dateOrder, chat, person, outsider, anyway }: ImportOptions): ImportChoices {
  if (zone !== undefined && !isTimezone(zone))
    throw new UsageProblem(`--zone is ${JSON.stringify(zone)}. Set it to the name of a time zone such as Asia/Tokyo.`)
  if (dateOrder !== undefined && dateOrder !== 'day-month' && dateOrder !== 'month-day')
    throw new UsageProblem(`--date-order is ${JSON.stringify(dateOrder)}. Set it to day-month or month-day.`)
  const people = [...person.map(readPerson), ...outsider.map((name): PersonChoice => ({ name, is: 'outsider' }))]
  return {
    ...(zone !== undefined && { zone: { timezone: zone } }),
    ...(dateOrder !== undefined && { dateOrder }),
    ...(chat !== undefined && { chat }),
    ...(people.length > 0 && { people }),
    ...(anyway && { anyway }),
  }
}

function readPerson(text: string): PersonChoice {
  const split = text.lastIndexOf('=')
  if (split < 1)
    throw new UsageProblem(`--person is ${JSON.stringify(text)}. Write a name and a user ID: Mika=U1a2b3c4d.`)
  const [name, memberId] = [text.slice(0, split), text.slice(split + 1)]
  return memberId === '' ? { name, is: 'left-out' } : { name, is: 'member', memberId }
}

function refuseUnreadable(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) throw new UsageProblem(`${path} can't be read. Give the path of a chat history.`)
  if (found.size === 0) throw new UsageProblem(`${path} is empty.`)
}

async function isAgreed(question: string, { yes }: Pick<ImportOptions, 'yes'>): Promise<boolean> {
  if (yes) return true
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} Type yes: `)
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

async function getChannelNo(store: Store, channelId: string): Promise<number> {
  const channelNo = await store.findChannelNo(channelId)
  if (channelNo === undefined)
    throw invalid(`No channel has the ID ${channelId}. To see all IDs, run ./innkeeper channels list.`)
  return channelNo
}
