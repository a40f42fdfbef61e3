import type { HistoryMessage } from '../../domain/imports/history.ts'
import type { ImportChoices } from '../../domain/imports/import-choices.ts'
import { openArchive, textsOf } from '../../domain/imports/open-archive.ts'
import { openHistory } from '../../domain/imports/open-history.ts'
import { createReadingMeter } from '../../domain/imports/reading-meter.ts'
import type { OpenHistory } from '../../domain/imports/text/read-text.ts'
import { invalid } from '../../domain/refusal.ts'
import type { HistoryOrder } from '../../ports/history-reader.ts'
import type { ImportRecord } from '../../ports/importing.ts'
import type { BlobStore } from '../../ports/storage/blob-store.ts'
import type { PackedFile, ZipBytes, ZipReader } from '../../ports/uploaded-zip.ts'

/** The file of an import. It can be read several times. */
export type OrderedFile = {
  read(choices: ImportChoices): Promise<OpenHistory>
  /** Where the file of a message is. Undefined if it isn't there. */
  find(message: HistoryMessage): PackedFile | undefined
}

export type OrderDeps = { blobs: Pick<BlobStore, 'open'>; zips: Pick<ZipReader, 'open'> }

/** Undefined if the file is gone, because the import has ended. */
export function toOrder(
  { channelNo }: { channelNo: number },
  channelId: string,
  { importNo, sha256, sizeBytes, choices }: ImportRecord,
  at: number,
): HistoryOrder | undefined {
  if (sha256 === null) return undefined
  return { channelNo, channelId, importNo, sha256, sizeBytes, choices: choices ?? '{}', at }
}

/** `tell`: called with the share of the reading that is done. */
export async function openOrder(
  { blobs, zips }: OrderDeps,
  order: HistoryOrder,
  tell: (share: number) => void = () => {},
): Promise<OrderedFile> {
  if (order.sizeBytes === 0) throw invalid('This file is empty')
  const bytes = bytesOf(blobs, order)
  const zip = (await isZip(bytes)) ? await zips.open(bytes) : undefined
  const textBytes = zip && textsOf(zip.paths).reduce((sum, path) => sum + (zip.find(path)?.sizeBytes ?? 0), 0)
  const count = createReadingMeter(textBytes ?? bytes.sizeBytes, tell)
  return {
    async read({ dateOrder, chat, people }) {
      const choices = {
        ...(dateOrder === undefined ? {} : { dateOrder }),
        ...(chat === undefined ? {} : { chat }),
        ...(people === undefined ? {} : { names: people.map(({ name }) => name) }),
      }
      if (zip) return await openArchive({ paths: zip.paths, read: (path) => counted(zip.read(path), count) }, choices)
      return await openHistory(() => counted(bytes.open({ start: 0, end: bytes.sizeBytes - 1 }), count), choices)
    },
    find: ({ file }) => (file === undefined ? undefined : zip?.find(file)),
  }
}

async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  count: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    count(piece)
    yield piece
  }
}

export const bytesOf = (
  blobs: Pick<BlobStore, 'open'>,
  { sha256, sizeBytes }: Pick<HistoryOrder, 'sha256' | 'sizeBytes'>,
): ZipBytes => ({ sizeBytes, open: (range) => blobs.open(sha256, range) })

/** The beginning of a file in a zip file, or of the list of one that is empty. */
const marks = ['PK\u0003\u0004', 'PK\u0005\u0006']

async function isZip({ sizeBytes, open }: ZipBytes): Promise<boolean> {
  const beginning: Uint8Array[] = []
  for await (const piece of open({ start: 0, end: Math.min(4, sizeBytes) - 1 })) beginning.push(piece)
  return marks.includes(Buffer.concat(beginning).toString('latin1'))
}
