import type { ExportFilter, ExportRecord, PersonEntry } from '../../../domain/messages/export/records.ts'
import type { ExportEntry, ExportSlice } from '../../../ports/exporting.ts'
import type { MessagePosition } from '../../../ports/reading.ts'
import type { ReadingGrant } from '../../access.ts'
import { accessExport, exportableFrom, type ReadingDeps, senderOf, shownFrom } from './export-rights.ts'
import { isWholeChat } from './find-outages.ts'

export type NamedPerson = Pick<PersonEntry, 'id' | 'name' | 'picture'>

export type RecordSource = {
  start: number
  end: number
  filter: ExportFilter
  /** The reader's rights now. Throws as soon as they have none. */
  renew(): Promise<ReadingGrant>
  /** People who were named, by ID; null if they aren't in the list of members. */
  people: Map<string, NamedPerson | null>
}

export type RecordSlice = Pick<ExportSlice, 'figures' | 'bytes'> & { records: readonly ExportRecord[] }

/**
 * What a reader can read of a part, in slices. Their rights are checked before each: someone who is demoted or unsubscribes while an
 * export runs gets nothing more.
 */
export async function* readRecords(deps: ReadingDeps, source: RecordSource): AsyncGenerator<RecordSlice> {
  // The next slice is read while this one is rendered: a database server works meanwhile.
  let coming: Promise<Slice> | undefined = readSlice(deps, source, undefined)
  while (coming) {
    const { channelNo, entries, figures, bytes, next }: Slice = await coming
    coming = next && readSlice(deps, source, next)
    // If rendering fails first, no one waits for it any more.
    coming?.catch(() => {})
    yield { records: await introducePeople(deps, channelNo, entries, source.people), figures, bytes }
    await deps.pause()
  }
}

type Slice = ExportSlice & { channelNo: number }

async function readSlice(
  deps: ReadingDeps,
  { filter, start, end, renew }: RecordSource,
  after: MessagePosition | undefined,
): Promise<Slice> {
  const grant = await renew()
  accessExport(grant, filter)
  const { channelNo } = grant.channel
  const slice = await deps.store.readForExport(channelNo, {
    from: Math.max(start, exportableFrom(deps, grant, filter)),
    to: end,
    after,
    examine: deps.examine,
    sender: senderOf(grant, filter),
    type: filter.type,
    isWhole: isWholeChat(filter),
  })
  const earliest = Math.max(start, shownFrom(grant, filter))
  for (const entry of slice.entries) {
    // A part depends on nothing outside it, and readers learn nothing about the time before they joined.
    if (entry.kind === 'happening' && entry.missingSince !== null) {
      entry.missingSince = Math.max(entry.missingSince, earliest)
    }
  }
  return { ...slice, channelNo }
}

/** Puts each person before the first record that names them. */
async function introducePeople(
  { store }: Pick<ReadingDeps, 'store'>,
  channelNo: number,
  entries: readonly ExportEntry[],
  people: RecordSource['people'],
): Promise<readonly ExportRecord[]> {
  const fresh = new Map<ExportEntry, string>()
  const named = new Set<string>()
  for (const entry of entries) {
    const mention = personOf(entry)
    if (mention === '' || people.has(mention) || named.has(mention)) continue
    // A part of the slice's text would keep all of it in memory for as long as the person is known.
    const id = entry.kind === 'message' ? entry.message.sender.id : mention
    if (people.has(id) || named.has(id)) continue
    named.add(id)
    fresh.set(entry, id)
  }
  if (fresh.size === 0) return entries
  const known = new Map((await store.listExportPeople(channelNo, [...named])).map((one) => [one.id, one]))
  return entries.flatMap((entry): ExportRecord[] => {
    const id = fresh.get(entry)
    if (id === undefined) return [entry]
    const found = known.get(id)
    people.set(id, found ?? null)
    return [{ kind: 'person', id, name: found?.name ?? nameIn(entry), picture: found?.picture ?? null }, entry]
  })
}

const senderStart = '"sender":{"id":"'

/** Empty if it names no one, or the platform doesn't say who. */
function personOf(entry: ExportEntry): string {
  if (entry.kind === 'happening') return entry.person?.id ?? ''
  if (entry.kind !== 'message') return ''
  // Found in the stored JSON, because parsing each message would cost more than writing it.
  const { json } = entry
  const start = json.indexOf(senderStart) + senderStart.length
  const id = json.slice(start, json.indexOf('"', start))
  return isPlain.test(id) ? id : entry.message.sender.id
}

/** Neither escaped in JSON nor different in UTF-8. */
const isPlain = /^[ -[\]-~]*$/

function nameIn(entry: ExportEntry): string {
  if (entry.kind === 'message') return entry.message.sender.name
  return entry.kind === 'happening' ? (entry.person?.name ?? '') : ''
}
