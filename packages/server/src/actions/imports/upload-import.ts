import type { ChannelImport } from '@innkeeper/contract'
import { refuseTooMany } from '../../domain/imports/import-life.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import type { ArrivingFile } from '../../ports/arriving-file.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import type { FileKeeper } from '../media/file-keeper.ts'
import { toChannelImport } from './describe-import.ts'

type Deps = { store: Store; files: FileKeeper; clock: Clock; mostImportBytes: number }

const mib = 1024 * 1024

/** Stores the file while it arrives. It's read by a job. */
export async function uploadImport(
  { store, files, clock, mostImportBytes }: Deps,
  { authority, channelId, channel: { channelNo } }: ChannelGrant,
  fileName: string,
  file: ArrivingFile,
): Promise<ChannelImport> {
  // Both are checked again later. People should learn that they're refused before they send gigabytes.
  refuseTooLarge(file.announcedBytes ?? 0, mostImportBytes)
  refuseTooMany((await store.listImports(channelNo)).filter(({ sha256 }) => sha256 !== null).length)
  let importNo = 0
  await files.keep(limit(file.bytes, mostImportBytes), async ({ sha256, sizeBytes }) => {
    const opened = await store.write<'open-history'>({
      kind: 'open-history',
      by: authority,
      at: clock(),
      channelId,
      fileName: fileName.toWellFormed().replaceAll('\0', '\ufffd'),
      sha256,
      sizeBytes,
      choices: '{}',
    })
    importNo = opened.importNo
  })
  const record = await store.findImport(channelNo, importNo)
  if (!record) throw new Refusal('import-not-found')
  return toChannelImport(record)
}

async function* limit(bytes: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    refuseTooLarge(size, mostBytes)
    yield piece
  }
  if (size === 0) throw invalid('This file is empty. Send the file itself as the body')
}

function refuseTooLarge(sizeBytes: number, mostBytes: number): void {
  if (sizeBytes <= mostBytes) return
  throw invalid(
    `The file is too large; at most ${mostBytes / mib} MiB is allowed. Export the chat without media, or ask the operator to raise ` +
      'INNKEEPER_IMPORT_LIMIT',
  )
}
