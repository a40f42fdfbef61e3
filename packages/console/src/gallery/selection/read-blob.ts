export type Arrived = { doneBytes: number; totalBytes: number | null }

/** The body ended early. */
export class BrokenOffError extends Error {
  override name = 'BrokenOffError'
  readonly arrived: Arrived

  constructor(arrived: Arrived, cause?: unknown) {
    super('The download broke off', { cause })
    this.arrived = arrived
  }
}

/** At most this much is held in memory; the browser may keep blobs on disk. */
const pieceBytes = 32 * 1024 * 1024

/** Reads a response to its end and reports progress. Throws if it is shorter than announced. */
export async function readBlob(response: Response, onProgress: (arrived: Arrived) => void): Promise<Blob> {
  const announced = response.headers.get('content-length')
  const arrived: Arrived = { doneBytes: 0, totalBytes: announced === null ? null : Number(announced) }
  const blobs: Blob[] = []
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let waitingBytes = 0
  const gather = () => {
    blobs.push(new Blob(chunks))
    chunks = []
    waitingBytes = 0
  }
  try {
    for await (const chunk of chunksOf(response)) {
      chunks.push(chunk)
      waitingBytes += chunk.byteLength
      arrived.doneBytes += chunk.byteLength
      if (waitingBytes >= pieceBytes) gather()
      onProgress({ ...arrived })
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new BrokenOffError(arrived, error)
  }
  gather()
  if (arrived.totalBytes !== null && arrived.doneBytes !== arrived.totalBytes) throw new BrokenOffError(arrived)
  return new Blob(blobs, { type: response.headers.get('content-type') ?? '' })
}

/** Not every browser can iterate over a stream. */
async function* chunksOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader()
  if (!reader) return
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
