import { StringDecoder } from 'node:string_decoder'
import { PlaceProblem } from '../../../../domain/storage/data-folder.ts'
import { createLedgerReader, findLedgerEntry, renderLedgerLine } from '../../../../domain/storage/ledger-lines.ts'
import { lastOfSegment, ledgerSegmentName } from '../../../../domain/storage/snapshots/place-names.ts'
import type { LedgerPieces, LedgerSource } from '../../../../ports/storage/erasure-ledger.ts'
import type { SnapshotPlace } from '../../../../ports/storage/snapshot-place.ts'

// The removal list of a place, for all its snapshots. It is never encrypted: it contains only hashes, and it has to grow when
// no one can decrypt. Buckets can't append, so each addition is a file of its own.

const entriesAtOnce = 1_000
/** From so many files on, the next addition puts them together. */
const mostSegments = 50
/** To read a ledger that others add to. */
const mostTries = 3

type Place = Pick<SnapshotPlace, 'list' | 'read' | 'put' | 'remove' | 'open' | 'where'>
type Source = LedgerSource & { instance: string }

/** Adds the entries that the place lacks. Several may do so at once: writing an entry twice is harmless. */
export async function extendPlaceLedger(place: Place, source: Source): Promise<void> {
  const segments: string[] = []
  for await (const { name } of place.list(`erasures/${source.instance}/`)) segments.push(name)
  segments.sort((one, other) => lastOfSegment(one) - lastOfSegment(other))
  const isMerging = segments.length >= mostSegments
  const known = await findKnownNumber(place, source, segments.at(-1))
  const entries = await listEntries(source, isMerging ? 0 : known)
  const last = entries.at(-1)?.no ?? 0
  if (last <= known) return
  const name = ledgerSegmentName(source.instance, last, isMerging)
  await place.put(
    name,
    entries.map((entry) => Buffer.from(renderLedgerLine(entry))),
  )
  if (!isMerging) return
  // Without the right to delete, the older files stay, and the same entries are there twice.
  for (const segment of segments) if (segment !== name) await place.remove(segment).catch(() => undefined)
}

/** How far the place's ledger goes; 0 if this store doesn't have the entry that it ends with, so that everything is added. */
async function findKnownNumber(place: Place, source: Source, segment: string | undefined): Promise<number> {
  if (segment === undefined) return 0
  const lines = (await place.read(segment))?.toString().trimEnd().split('\n') ?? []
  const entry = findLedgerEntry(lines.at(-1) ?? '')
  const no = entry && (await source.findLedgerNumber(entry))
  return no === lastOfSegment(segment) ? no : 0
}

async function listEntries(source: LedgerSource, after: number) {
  const entries: Awaited<ReturnType<LedgerSource['listLedger']>> = []
  for (let from = after; ; ) {
    const page = await source.listLedger(from, entriesAtOnce)
    entries.push(...page)
    if (page.length < entriesAtOnce) return entries
    from = page.at(-1)?.no ?? from
  }
}

/** Reading throws a refusal at a line that can't be parsed. Entries may come more than once. */
export async function* readPlaceLedger(place: Place): LedgerPieces {
  const done = new Set<string>()
  for (let tries = 1; ; tries++) {
    const names: string[] = []
    for await (const { name } of place.list('erasures/')) if (!done.has(name)) names.push(name)
    if (names.length === 0) return
    try {
      for (const name of names) {
        yield* readSegment(place, name)
        done.add(name)
      }
    } catch (error) {
      // An addition may have put the files together meanwhile. What they contained is in a new one.
      if (!(error instanceof PlaceProblem) || tries >= mostTries) throw error
    }
  }
}

async function* readSegment(place: Place, name: string): LedgerPieces {
  const reader = createLedgerReader(`${name} in ${place.where}`)
  const decoder = new StringDecoder()
  for await (const chunk of place.open(name)) yield reader.take(decoder.write(Buffer.from(chunk)))
  reader.end()
}
