import { dayOf } from '../../../domain/day.ts'
import type { WholePart } from '../../../domain/messages/export/format.ts'
import { exportFormats } from '../../../domain/messages/export/formats.ts'
import type { ExportFile, ExportWish } from '../../../domain/messages/export/manifest.ts'
import type { PartSink } from '../../../ports/export-sink.ts'
import type { ChannelRecord } from '../../../ports/records.ts'
import { createPieceWriter } from './piece-writer.ts'
import type { RenderingDeps } from './render-part.ts'

/** Writes the files about all parts, such as a page that lists them. */
export async function writeWholeFiles(
  { blobs }: Pick<RenderingDeps, 'blobs'>,
  sink: PartSink,
  whole: { wish: ExportWish; channel: ChannelRecord; timezone: string; lastAt: number | null },
  parts: readonly WholePart[],
): Promise<ExportFile[]> {
  const { wish, channel, timezone, lastAt } = whole
  const { channelId: id, name, type } = channel
  const head = { channel: { id, name, type, timezone, language: wish.language }, filter: wish.filter }
  const writer = createPieceWriter(blobs, sink, dayOf(lastAt ?? 0, timezone))
  for (const format of wish.formats) {
    for (const piece of exportFormats[format].describeWhole?.(head, parts) ?? []) await writer.write(piece)
  }
  await writer.closeAll()
  return writer.files()
}
