import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { exportManifestName, isPartManifest } from '../../domain/messages/export/export-paths.ts'
import { isExportManifest } from '../../domain/messages/export/manifest.ts'
import { invalid } from '../../domain/refusal.ts'
import type { ExportReader } from '../../ports/export-sink.ts'

const open = promisify<string, yauzl.Options, ZipFile>(yauzl.open)

/** A part as it was downloaded. Nothing is written, so names in it do no harm. Refuses other files. */
export async function openExportZipReader(path: string): Promise<ExportReader> {
  const zip = await open(path, { lazyEntries: true, autoClose: false }).catch((error: Error) => {
    throw damaged(path, error)
  })
  const entries = await listEntries(zip).catch((error: Error) => {
    zip.close()
    throw damaged(path, error)
  })
  const read = (name: string) => readEntry(zip, entries.get(name), name)
  const names = [...entries.keys()].filter((name) => name === exportManifestName || isPartManifest(name))
  const manifests = new Map<string, string>()
  for (const name of names) manifests.set(name, await text(read(name)))
  const [manifest] = manifests.values()
  if (manifest === undefined || !isExportManifest(manifest)) {
    zip.close()
    throw invalid(`${path} is not an export: no manifest of Innkeeper is in it.`)
  }
  const others = [...entries].filter(([name]) => !manifests.has(name))
  return {
    path,
    manifests,
    isPart: true,
    files: new Map(others.map(([name, { uncompressedSize }]) => [name, uncompressedSize])),
    read,
    close: () => zip.close(),
  }
}

const damaged = (path: string, { message }: Error) =>
  invalid(`${path} can't be read as a ZIP file (${message}). It may be incomplete. Download it again.`)

function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const { promise, resolve, reject } = Promise.withResolvers<Map<string, Entry>>()
  const entries = new Map<string, Entry>()
  zip.on('error', reject)
  zip.on('end', () => resolve(entries))
  zip.on('entry', (entry: Entry) => {
    if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
    zip.readEntry()
  })
  zip.readEntry()
  return promise
}

async function* readEntry(zip: ZipFile, entry: Entry | undefined, name: string): AsyncGenerator<Uint8Array> {
  if (!entry) throw new Error(`The ZIP file has no entry ${name}`)
  const openEntry = promisify<Entry, Readable>(zip.openReadStream.bind(zip))
  try {
    yield* await openEntry(entry)
  } catch (error) {
    throw invalid(`${name} is damaged: its bytes can't be unpacked (${(error as Error).message}).`)
  }
}
