import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { ExportZip } from '../../ports/export-sink.ts'

/** For an export that is a single file: its bytes as they are, without a manifest. `output` fails when the export is abandoned. */
export function openPageSink(): ExportZip {
  const output = new PassThrough()
  // The writer gets the error at its next write.
  output.on('error', () => {})
  return {
    output,
    sink: {
      growsSeveral: false,
      async add(path) {
        const hash = createHash('sha256')
        let sizeBytes = 0
        const digest = () => hash.copy().digest('hex')
        return {
          async write(chunk) {
            if (output.destroyed) throw new Error('the page is not read any more')
            const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
            hash.update(bytes)
            sizeBytes += bytes.length
            if (!output.write(bytes)) await once(output, 'drain')
          },
          sha256: digest,
          close: async () => ({ path, sizeBytes, sha256: digest() }),
        }
      },
      async seal() {
        output.end()
      },
      abandon: () => output.destroy(new Error('the export was abandoned')),
    },
  }
}
