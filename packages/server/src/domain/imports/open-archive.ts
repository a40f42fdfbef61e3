import { invalid } from '../refusal.ts'
import type { HistoryChoices } from './history.ts'
import { readJson } from './json/read-json.ts'
import { openHistory } from './open-history.ts'
import { recognise } from './recognise.ts'
import { parseList, readSlackPeople, slackFormat } from './slack.ts'
import { beginningBytes } from './text/encoding.ts'
import type { OpenHistory } from './text/read-text.ts'

/** A zip file with a history, and often with the files of its messages. */
export type HistoryArchive = {
  /** Of all files, in any order. */
  paths: readonly string[]
  read(path: string): AsyncIterable<Uint8Array>
}

/** Opens the history in an archive. `file` of its messages is a path in it, if it contains that file. */
export async function openArchive(archive: HistoryArchive, choices: HistoryChoices = {}): Promise<OpenHistory> {
  const slackRoot = findSlackRoot(archive.paths)
  if (slackRoot !== undefined) return openSlack(archive, slackRoot, choices)
  const own = findOwnExport(archive.paths)
  const parts = own ? own.parts : [await findHistory(archive)]
  const { head, items } = await openHistory(() => readAll(archive, parts), choices)
  const folder = own ? own.root : (parts[0] ?? '').replace(/[^/]*$/, '')
  const paths = new Set(archive.paths)
  return {
    head,
    items: (async function* () {
      for await (const item of items) {
        if (item.kind !== 'message' || item.file === undefined) {
          yield item
          continue
        }
        const { file, ...message } = item
        const found = [`${folder}${file}`, file].find((one) => paths.has(one))
        yield { ...message, ...(found !== undefined && { file: found }) }
      }
    })(),
  }
}

/** The most that a file of a Slack export has that isn't messages. */
const mostListBytes = 64 * 1024 * 1024

/** These may have a history inside. Those of a phone's own zips are few. */
const historyName = /\.(?:txt|json|jsonl)$/i
const mostCandidates = 100

/** Files that may be the history or a part of it. Our own export has the same messages in other formats beside them. */
export function textsOf(paths: readonly string[]): readonly string[] {
  const own = findOwnExport(paths)
  return own ? own.parts : paths.filter((path) => historyName.test(path) && !path.startsWith('__MACOSX/'))
}

async function findHistory({ paths, read }: HistoryArchive): Promise<string> {
  const candidates = textsOf(paths).slice(0, mostCandidates)
  const found: string[] = []
  for (const path of candidates) {
    if (recognise(await readUpTo(read(path), beginningBytes)).format !== null) found.push(path)
  }
  const [first, ...others] = found
  if (first === undefined) throw invalid('There is no chat history in this zip file that we can read')
  // A person can also send a history as a file, which is beside the one that is meant.
  const named = found.filter((path) => /(?:^|\/)(?:_chat\.txt|WhatsApp[^/]*\.txt|result\.json)$/.test(path))
  if (others.length > 0 && named.length !== 1) {
    throw invalid(
      `This zip file contains several chat histories, such as ${first}. Unzip it and import them one by one`,
    )
  }
  return named[0] ?? first
}

/** The parts of our own export, one for each month. It has the same messages in other formats beside them. */
function findOwnExport(paths: readonly string[]): { root: string; parts: string[] } | undefined {
  const manifest = paths.find((path) => /^(?:[^/]+\/)?manifest\.json$/.test(path))
  const root = manifest?.slice(0, -'manifest.json'.length)
  if (root === undefined) return undefined
  const parts = paths.filter((path) => path.startsWith(root) && ownPart.test(path.slice(root.length))).sort()
  return parts.length > 0 ? { root, parts } : undefined
}
const ownPart = /^jsonl\/\d{4}-\d\d\.jsonl$/

async function* readAll({ read }: HistoryArchive, paths: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const path of paths) yield* read(path)
}

/** The folder that has `users.json`: the outermost, or one that contains everything. */
function findSlackRoot(paths: readonly string[]): string | undefined {
  const users = paths.find((path) => /^(?:[^/]+\/)?users\.json$/.test(path))
  const root = users?.slice(0, -'users.json'.length)
  return root !== undefined && paths.some((path) => path.startsWith(root) && dayFile.test(path.slice(root.length)))
    ? root
    : undefined
}
const dayFile = /^([^/]+)\/\d{4}-\d\d-\d\d\.json$/

async function openSlack({ paths, read }: HistoryArchive, root: string, choices: HistoryChoices): Promise<OpenHistory> {
  const days = new Map<string, string[]>()
  for (const path of paths) {
    const [, channel] = path.startsWith(root) ? (dayFile.exec(path.slice(root.length)) ?? []) : []
    if (channel !== undefined) days.set(channel, [...(days.get(channel) ?? []), path])
  }
  const channels = [...days.keys()].sort()
  const channel = channels.length === 1 ? channels[0] : channels.find((name) => name === choices.chat)
  if (channel === undefined) {
    const chats = await Promise.all(
      channels.map(async (name) => ({ id: name, name, messages: await countMessages(days.get(name) ?? [], read) })),
    )
    return { head: { format: 'slack', questions: [{ ask: 'chat', chats }] }, items: nothing() }
  }
  const people = readSlackPeople((await readUpTo(read(`${root}users.json`), mostListBytes)).toString())
  const known = new Set(paths)
  const format = slackFormat({ channel, people, hasFile: (path) => known.has(`${root}${path}`) })
  const file = async function* () {
    for (const path of (days.get(channel) ?? []).sort()) yield* read(path)
  }
  const { head, items } = await readJson(format, file, 'utf-8', choices)
  return { head, items: root === '' ? items : withRoot(items, root) }
}

async function* withRoot(items: OpenHistory['items'], root: string): OpenHistory['items'] {
  for await (const item of items) {
    yield item.kind === 'message' && item.file !== undefined ? { ...item, file: `${root}${item.file}` } : item
  }
}

async function* nothing(): OpenHistory['items'] {}

async function countMessages(paths: readonly string[], read: HistoryArchive['read']): Promise<number> {
  let count = 0
  for (const path of paths) count += parseList((await readUpTo(read(path), mostListBytes)).toString()).length
  return count
}

async function readUpTo(bytes: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of bytes) {
    pieces.push(piece)
    length += piece.length
    if (length >= mostBytes) break
  }
  return Buffer.concat(pieces).subarray(0, mostBytes)
}
