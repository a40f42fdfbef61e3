import { hash } from 'node:crypto'
import type { MediaSource } from '../../src/ports/connector.ts'
import type { MediaRecord } from '../../src/ports/records.ts'
import { message } from '../support/content/events.ts'
import { type JobHarness, openJobHarness } from './job-harness.ts'

export const film = Buffer.from('a film of the garden')

/** The first frame of this video cannot be read, so it gets no preview. */
export const storedFilm = {
  state: 'stored',
  sha256: hash('sha256', film, 'hex'),
  sizeBytes: film.length,
  preview: { state: 'none' },
}

/** A job harness with a message whose video waits to be fetched. `find` returns the state of the video. */
export async function withFilm(open: () => MediaSource): Promise<{
  harness: JobHarness
  find(): Promise<Partial<MediaRecord> | undefined>
}> {
  const harness = await openJobHarness()
  await harness.channel('C1', { owner: 'U1', subscribers: ['U1'] })
  await receiveFilm(harness, 'm1')
  harness.platform.files.set('m1', open)
  const find = async () => {
    const found = await harness.store.findMedia(1, 'm1')
    if (!found) return undefined
    const {
      sentAt: _,
      type: _type,
      fileName: _name,
      sourceUrl: _url,
      sourcePreviewUrl: _preview,
      file: _file,
      ...rest
    } = found
    return rest
  }
  return { harness, find }
}

/** With a URL, the video is there instead of on the platform. */
export async function receiveFilm(harness: JobHarness, id: string, externalUrl?: string): Promise<void> {
  const said = message('C1', harness.clock.now, { id, from: 'U1', name: 'Una', content: { type: 'video' } })
  await harness.receive({ ...said, ...(externalUrl === undefined ? { hasFile: true } : { details: { externalUrl } }) })
}

export async function receiveDocument(harness: JobHarness, id: string, fileSize?: number): Promise<void> {
  const content = { type: 'file', fileName: `${id}.html`, ...(fileSize === undefined ? {} : { fileSize }) } as const
  const said = message('C1', harness.clock.now, { id, from: 'U1', name: 'Una', content })
  await harness.receive({ ...said, hasFile: true })
}

/** A host that sends a part and then stalls forever. */
export function hangAfter(start: Uint8Array, silent: () => void): MediaSource {
  const body = (async function* () {
    yield Buffer.concat([start, Buffer.alloc(100_000)])
    silent()
    await new Promise(() => {})
  })()
  return { state: 'ready', body, contentType: 'video/mp4', sizeBytes: undefined }
}

/** A host that always sends a little more before the timeout. */
export function drip(drop: Uint8Array): MediaSource {
  const body = (async function* () {
    for (;;) {
      yield drop
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  })()
  return { state: 'ready', body, contentType: 'video/mp4', sizeBytes: undefined }
}
