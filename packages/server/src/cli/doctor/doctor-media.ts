import type { Config } from '../../config/config.ts'
import { describeBucket } from '../../domain/storage/bucket-location.ts'
import type { CliDeps } from '../cli-deps.ts'
import type { Finding } from './finding.ts'

/** The bucket that the settings name, if any. A small object is put there, read and deleted again. */
export async function examineBucket(deps: CliDeps, config: Config): Promise<Finding[]> {
  if (config.mediaUrl === null) return []
  const name = 'media'
  const where = describeBucket(config.mediaUrl)
  try {
    if (await deps.examineMedia(config)) {
      return [{ name, state: 'ok', words: `${where} can be written to, listed, read and deleted from.` }]
    }
    const words = `${where} does not answer at this moment. Files wait until it does, and none is lost.`
    return [{ name, state: 'care', words }]
  } catch (error) {
    if (!deps.isStoreProblem(error)) throw error
    return [{ name, state: 'wrong', words: (error as Error).message }]
  }
}
