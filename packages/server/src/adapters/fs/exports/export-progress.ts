import { readdir, readFile, rename, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { exportManifestName, exportProgressName } from '../../../domain/messages/export/export-paths.ts'
import { type ExportPartEntry, type ExportWish, readExportManifest } from '../../../domain/messages/export/manifest.ts'
import { invalid } from '../../../domain/refusal.ts'
import { appendDurably } from '../durable.ts'
import { partialEnding } from './grow-file.ts'

/** The lines of the progress file: first what was asked for, then each part as it is completed. */
type Line = { wish: ExportWish } | { part: ExportPartEntry } | { dropped: string }

/**
 * What is already complete in a folder. Refuses folders with anything else in them, with an export of something else, and, unless it
 * is to be updated, with a finished export. From then on the export is unfinished.
 */
export async function openExportProgress(
  path: string,
  wish: ExportWish,
  { update }: { update: boolean },
): Promise<Map<string, ExportPartEntry>> {
  const names = new Set(await readdir(path))
  const progress = join(path, exportProgressName)
  await rm(progress + partialEnding, { force: true })
  if (names.has(exportProgressName)) {
    const text = await readFile(progress, 'utf8')
    const { wish: earlier, parts } = readProgress(text)
    if (earlier) {
      refuseOther(path, earlier, wish)
      // Otherwise the next line would continue one that isn't whole.
      await truncate(progress, Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1)))
      return parts
    }
    // The process died before the first line was whole, and so before anything else was written.
    await rm(progress)
  }
  const parts = names.has(exportManifestName) ? await readFinished(path, wish, update) : new Map()
  if (!names.has(exportManifestName)) refuseForeign(path, names)
  const lines: Line[] = [{ wish }, ...[...parts.values()].map((part) => ({ part }))]
  await appendDurably(progress + partialEnding, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await rename(progress + partialEnding, progress)
  await rm(join(path, exportManifestName), { force: true })
  return parts
}

async function readFinished(path: string, wish: ExportWish, update: boolean): Promise<Map<string, ExportPartEntry>> {
  if (!update) {
    throw invalid(
      `${path} already contains an export. To bring it up to date, add --since-last. To make another one, choose another folder.`,
    )
  }
  const manifest = readExportManifest(await readFile(join(path, exportManifestName), 'utf8'))
  refuseOther(path, manifest, wish)
  return new Map(manifest.parts.map((part) => [part.month, part]))
}

/** A last line that isn't whole was being written when the process died. */
function readProgress(text: string): { wish: ExportWish | undefined; parts: Map<string, ExportPartEntry> } {
  let wish: ExportWish | undefined
  const parts = new Map<string, ExportPartEntry>()
  for (const one of text.split('\n').slice(0, -1)) {
    const line: Line = JSON.parse(one)
    if ('wish' in line) wish = line.wish
    else if ('part' in line) parts.set(line.part.month, line.part)
    else parts.delete(line.dropped)
  }
  return { wish, parts }
}

function refuseOther(path: string, earlier: ExportWish, wish: ExportWish): void {
  if (renderWish(earlier) === renderWish(wish)) return
  throw invalid(
    `${path} contains an export with other options (${renderWish(earlier)}). Use the same options, or choose another folder.`,
  )
}

/** In a fixed order. */
function renderWish({ channelId, formats, language, filter }: ExportWish): string {
  const { from, to, sender, type, own, media } = filter
  return JSON.stringify({ channelId, formats, language, from, to, sender, type, own, media })
}

function refuseForeign(path: string, names: ReadonlySet<string>): void {
  // What systems add to folders, and what an earlier process left behind before anything was exported.
  const foreign = [...names].find((name) => !name.startsWith('.') && !name.endsWith(partialEnding))
  if (foreign === undefined) return
  throw invalid(
    `${path} contains other files, such as ${foreign}. Choose an empty folder, or one that does not exist yet.`,
  )
}
