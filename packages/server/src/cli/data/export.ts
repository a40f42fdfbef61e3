import { existsSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type ExportFormatName,
  exportFormatNames,
  languages,
  type MessageType,
  messageTypes,
} from '@innkeeper/contract'
import { isDay } from '@innkeeper/contract/formats'
import { Command } from 'commander'
import type { FolderReport, FolderWork } from '../../actions/messages/export/export-folder.ts'
import { UsageProblem } from '../../config/config.ts'
import { countExported } from '../../domain/messages/export/manifest.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import type { Store } from '../../ports/store.ts'
import { type CliDeps, type DataOption, withDataOption, withStore } from '../cli-deps.ts'
import { withProgress } from '../progress.ts'
import { withDiskTrouble } from '../storage/disk-trouble.ts'
import { describeFiles, formatBytes, formatCount } from '../text-format.ts'

type Options = DataOption & {
  format: string
  from?: string
  to?: string
  sender?: string
  type?: string
  own?: boolean
  media: boolean
  language?: string
  out: string
  as?: string
  sinceLast?: boolean
  threads?: number
  json?: boolean
}

export function exportCommand(deps: CliDeps): Command {
  return withDataOption(
    new Command('export').argument('<channelId>', "the channel's ID, from ./innkeeper channels list"),
  )
    .summary("Export a channel's messages and files to a folder.")
    .description(
      'Export what one person can read of a channel, month by month: messages in one or more formats, their files, and a ' +
        'manifest with a checksum for each. If it is interrupted, run the same command again, and it continues. Equal data gives ' +
        `equal files.\n\nFormats: ${exportFormatNames.join(', ')}. jsonl is complete. line is the format in which the LINE app saves a ` +
        'chat history. transcript is a page to print.',
    )
    .requiredOption('--out <folder>', 'where to write it: an empty folder, or one that does not exist yet')
    .option('--format <names>', 'one or more formats, separated by commas', 'jsonl')
    .option('--from <day>', "first day, in the channel's time zone, such as 2026-03-01")
    .option('--to <day>', 'last day, inclusive')
    .option('--sender <userId>', 'only messages of this person')
    .option('--type <type>', `only messages of this type: ${messageTypes.join(', ')}`)
    .option('--no-media', 'without the files of the messages')
    .option('--media', 'with the files of the messages (default)')
    .option('--as <userId>', 'what this person can read (default: the owner)')
    .option('--own', 'only what this person sent (works without a subscription)')
    .option('--language <language>', "language of the words in it (default: the channel's)")
    .option('--since-last', 'bring a finished export in the folder up to date, and keep months without changes')
    .option(
      '--threads <count>',
      'how many months are rendered at once (default: one per processor, if it is worth it)',
      readThreads,
    )
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  ./innkeeper export C0d1e2f3a4b5 --format jsonl,txt --out ./book-club\n')
    .action(async (channelId: string, options: Options) => {
      const report = await withDiskTrouble(options.out, () => run(deps, channelId, options))
      console.log(options.json ? formatJson(report) : formatReport(report))
    })
}

async function run(deps: CliDeps, channelId: string, options: Options): Promise<FolderReport> {
  const { accessAs } = await import('../../actions/access.ts')
  const { exportToFolder, messagesInSlice } = await import('../../actions/messages/export/export-folder.ts')
  const { toWish } = await import('../../actions/messages/export/export-parts.ts')
  const asked = readOptions(options)
  refuseFileName(options.out)
  return await withStore(deps, options, async (store, config) => {
    const channelNo = await store.findChannelNo(channelId)
    if (channelNo === undefined)
      throw invalid(`No channel has the ID ${channelId}. To see all IDs, run ./innkeeper channels list.`)
    const channel = await store.getChannel(channelNo)
    const wish = toWish(asked, { channelId, language: channel.settings.language })
    const userId = options.as ?? (await findOwner(store, channelNo))
    await refuseUnknownSender(store, channelNo, options)
    const { blobs, close } = await deps.openMedia(config, 'any')
    const clock = Date.now
    const { retentionCeilingDays } = config
    const reading = { store, blobs, clock, retentionCeilingDays, pause: () => nextTurn(), examine: messagesInSlice }
    const renew = () => accessAs({ store, clock }, channelId, { userId, subscriber: !wish.filter.own })
    const { openFolder: open, startRenderers: start } = await deps.loadExports()
    const order = { config, wish, channelId, userId, path: resolve(options.out), threads: options.threads ?? null }
    const startRenderers: FolderWork['startRenderers'] = (load) => start(order, load)
    const openFolder = () => open(options.out, wish, { update: options.sinceLast ?? false })
    try {
      const work = { wish, channel, renew, openFolder, startRenderers }
      return await withProgress((tell) => exportToFolder(reading, { ...work, tell }))
    } catch (error) {
      throw explain(error, userId, options)
    } finally {
      close()
    }
  })
}

function readOptions({ format, from, to, sender, type, own, media, language }: Options) {
  const formats = format.split(',').map((name) => readWord('--format', name.trim(), exportFormatNames))
  return {
    formats: [...new Set<ExportFormatName>(formats)],
    ...(from !== undefined && { from: readDay('--from', from) }),
    ...(to !== undefined && { to: readDay('--to', to) }),
    ...(sender !== undefined && { sender }),
    ...(type !== undefined && { type: readWord<MessageType>('--type', type, messageTypes) }),
    ...(own && { own }),
    ...(language !== undefined && { language: readWord('--language', language, languages) }),
    media,
  }
}

/** An export is a folder. Someone who names a file expects a format of it, which has its own option. */
function refuseFileName(out: string): void {
  const ending = extname(out)
  if (!/^\.[a-z][a-z0-9]{1,7}$/i.test(ending) || existsSync(out)) return
  throw new UsageProblem(
    `--out is ${JSON.stringify(out)}, which looks like a file. An export is a folder: leave out ${ending}, and choose formats with ` +
      `--format. Allowed: ${exportFormatNames.join(', ')}.`,
  )
}

function readThreads(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= mostThreads) return count
  throw new UsageProblem(`--threads is ${JSON.stringify(text)}. Set it to a whole number from 1 to ${mostThreads}.`)
}
const mostThreads = 64

function readWord<T extends string>(option: string, text: string, words: readonly T[]): T {
  const found = words.find((word) => word === text)
  if (found === undefined) {
    throw new UsageProblem(`${option} is ${JSON.stringify(text)}. Allowed: ${words.join(', ')}.`)
  }
  return found
}

function readDay(option: string, text: string): string {
  if (!isDay(text)) throw new UsageProblem(`${option} is ${JSON.stringify(text)}. Set it to a day such as 2026-03-01.`)
  return text
}

async function findOwner(store: Store, channelNo: number): Promise<string> {
  const { ownerId } = await store.getAssistant(channelNo)
  if (ownerId === null) throw invalid('This channel has no owner. Add --as with the ID of a member.')
  return ownerId
}

/** People try a name, and would take an empty export for an answer. */
async function refuseUnknownSender(store: Store, channelNo: number, { sender }: Options): Promise<void> {
  if (sender === undefined || (await store.findPerson(channelNo, sender))) return
  throw invalid(`No one in this channel has the ID ${sender}. --sender takes a user ID, such as U1a2b3c4d.`)
}

/** A person whose rights end gets nothing more; what was finished before stays where it is. */
function explain(error: unknown, userId: string, { out, own }: Options): unknown {
  if (!(error instanceof Refusal)) return error
  const kept = `Months that were finished are kept in ${out}.`
  if (error.code === 'not-a-subscriber') {
    return invalid(
      `${userId} has no backup of this channel (${error.message}), so there is nothing they can read. Choose someone who has one ` +
        `with --as, or add --own to export only what ${userId} sent. ${kept}`,
    )
  }
  if (error.code === 'permission-denied') {
    const what = own ? 'export their messages' : 'read its backup'
    return invalid(
      `${userId} is not a member of this channel, or is a guest, and can't ${what} (${error.message}). ${kept}`,
    )
  }
  return error
}

function summaryOf({ path, contents, rendered }: FolderReport) {
  const { parts, files } = contents
  const sum = (count: (part: (typeof parts)[number]) => number) => parts.reduce((all, part) => all + count(part), 0)
  const all = [...files, ...parts.flatMap((part) => part.files)]
  return {
    path,
    months: parts.length,
    rendered: rendered.length,
    messages: sum(({ counts }) => counts.messages),
    files: all.length,
    ...countExported(
      parts,
      all.map((file) => file.path),
    ),
    sizeBytes: all.reduce((bytes, file) => bytes + file.sizeBytes, 0),
    leftOut: sum(({ leftOut }) => leftOut),
    filesLeftOut: sum(({ filesLeftOut }) => filesLeftOut),
  }
}

function formatJson(report: FolderReport): string {
  return JSON.stringify(summaryOf(report))
}

function formatReport(report: FolderReport): string {
  const { path, months, rendered, messages, sizeBytes, leftOut, filesLeftOut, ...files } = summaryOf(report)
  const kept = months - rendered
  const lines = [
    `${path}: ${formatCount(messages, 'message')} in ${formatCount(months, 'month')}, ${describeFiles(files)}, ` +
      `${formatBytes(sizeBytes)}.`,
  ]
  if (kept > 0) lines.push(`${formatCount(kept, 'month')} had not changed and ${kept === 1 ? 'was' : 'were'} kept.`)
  if (leftOut > 0)
    lines.push(`${formatCount(leftOut, 'message')} unsent or expired since the export began, and left out.`)
  if (filesLeftOut > 0) lines.push(`${formatCount(filesLeftOut, 'file')} could not be read and left out.`)
  if (files.mediaFiles > 0) {
    lines.push(
      'A snapshot may count more previews and profile pictures: it has all of them, an export only those that its pages show.',
    )
  }
  return [...lines, '', `Check it: ./innkeeper verify ${path}`].join('\n')
}
