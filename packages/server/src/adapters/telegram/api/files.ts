import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { detectPictureType } from '../../../domain/media/picture.ts'
import { PlatformRefusal, PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import type { FileRef, MediaSource, Picture } from '../../../ports/connector.ts'
import { startDownload } from '../../http-client/download.ts'
import { findText, isCount } from '../../http-client/untrusted-json.ts'
import { telegramApi, toError } from './api-errors.ts'
import type { BotApi } from './bot-api.ts'

const mebibyte = 1024 * 1024

/** Of the public server, which people find in Telegram's documentation. */
export const publicLimitBytes = 20 * mebibyte
const longestPictureBytes = 5 * mebibyte

export type Files = {
  open(file: FileRef): Promise<MediaSource>
  /** A small picture, as a whole. */
  getPicture(ref: string): Promise<Picture>
}

export type FilesOptions = {
  api: BotApi
  token: string
  fetch: typeof globalThis.fetch
  timeLimitMs: number
  /** Where a local Bot API server keeps its files. Null: they are downloaded, and the public limit applies. */
  folder: string | null
}

export function createFiles({ api, token, fetch, timeLimitMs, folder }: FilesOptions): Files {
  return { open, getPicture }

  async function open({ ref, sizeBytes, contentType }: FileRef): Promise<MediaSource> {
    if (folder === null && sizeBytes !== undefined && sizeBytes > publicLimitBytes) return tooBig(sizeBytes)
    const found = await findPath(ref)
    if ('state' in found) return found
    const source = folder === null ? await download(found.path) : await openLocal(folder, found.path)
    return source.state === 'ready' && contentType !== undefined ? { ...source, contentType } : source
  }

  async function findPath(ref: string): Promise<{ path: string } | MediaSource> {
    try {
      const { file_path: path, file_size: sizeBytes } = await api.get('the address of a file', 'getFile', {
        file_id: ref,
      })
      if (findText(path)) return { path: String(path) }
      return isCount(sizeBytes) && sizeBytes > publicLimitBytes ? tooBig(sizeBytes) : { state: 'preparing' }
    } catch (error) {
      if (!(error instanceof PlatformRefusal) || error.code !== 'invalid') throw error
      if (/file is too big/i.test(error.message)) return tooBig()
      // Telegram's sentence for every failure inside, too, so the file may well be there later.
      if (/temporarily unavailable/i.test(error.message)) return { state: 'preparing' }
      throw error
    }
  }

  async function download(path: string): Promise<MediaSource> {
    const what = 'a file'
    const headers = { 'user-agent': 'innkeeper' }
    const answer = await startDownload(telegramApi, { fetch, what, url: api.fileUrl(path), headers, timeLimitMs })
    if (answer.status === 200 && 'body' in answer) return { ...answer, state: 'ready' }
    // The address is good for an hour; the next attempt asks for a new one.
    if (answer.status === 404) return { state: 'preparing' }
    throw toError(what, answer as Exclude<typeof answer, { body: unknown }>, [token])
  }

  /** The server names the file by its own path, below a folder that is named like the token. */
  async function openLocal(root: string, path: string): Promise<MediaSource> {
    const begin = path.lastIndexOf(`/${token}/`)
    const inside = begin < 0 ? path : path.slice(begin + 1)
    try {
      const base = await realpath(root)
      const file = await realpath(join(base, inside))
      if (!file.startsWith(base + sep)) throw new PlatformSilence('The file is outside the folder of TELEGRAM_FILES')
      const { size } = await stat(file)
      return { state: 'ready', body: createReadStream(file), contentType: 'application/octet-stream', sizeBytes: size }
    } catch (error) {
      if (error instanceof PlatformSilence) throw error
      const { code } = error as { code?: unknown }
      throw new PlatformSilence(
        `A file of the local Bot API server can't be read (${typeof code === 'string' ? code : 'unknown error'}). ` +
          'TELEGRAM_FILES must be the folder in which the server keeps its files, and this service must be able to read it',
      )
    }
  }

  async function getPicture(ref: string): Promise<Picture> {
    const source = await open({ ref })
    if (source.state !== 'ready') throw new PlatformSilence('The picture is not available now')
    const chunks: Uint8Array[] = []
    let sizeBytes = 0
    for await (const chunk of source.body) {
      sizeBytes += chunk.byteLength
      if (sizeBytes > longestPictureBytes) {
        throw new PlatformRefusal('invalid', `The picture is larger than ${longestPictureBytes} bytes`)
      }
      chunks.push(chunk)
    }
    const bytes = Buffer.concat(chunks)
    // Telegram doesn't document what type a download has.
    const contentType = detectPictureType(bytes)
    if (contentType === undefined) throw new PlatformRefusal('invalid', 'The picture is in no format that is supported')
    return { bytes, contentType }
  }
}

function tooBig(sizeBytes?: number): MediaSource {
  const size = sizeBytes === undefined ? '' : ` (${Math.ceil(sizeBytes / mebibyte)} MB)`
  const reason = `The file is too large${size}: Telegram lets bots download at most 20 MB. A local Bot API server has no such limit`
  return { state: 'lost', reason }
}
