import { mediaPlaceOf } from '../../actions/storage/media-place.ts'
import type { Config } from '../../config/config.ts'
import { ModelFailure } from '../../domain/assistant/answering/model-question.ts'
import type { CliDeps, Inside } from '../cli-deps.ts'

/** The result of one check of `doctor`. `care`: it works, but needs attention. `off`: it isn't set up, which may be intended. */
export type Finding = { name: string; state: 'ok' | 'off' | 'care' | 'wrong'; words: string }

/** The configured language model, if any. It isn't asked a question, because that would cost money. */
export async function examineModel(deps: CliDeps, config: Config): Promise<Finding[]> {
  const model = await deps.createModel(config)
  if (!model) return []
  const name = 'model'
  const { aiModel, aiBaseUrl } = config
  try {
    const found = await model.examine()
    if (found === 'there') return [{ name, state: 'ok', words: `${aiModel} is available at ${aiBaseUrl}.` }]
    if (found === 'cannot be told') {
      return [
        {
          name,
          state: 'ok',
          words: `${aiBaseUrl} responds, but does not list its models, so ${aiModel} was not checked.`,
        },
      ]
    }
    const words = `${aiBaseUrl} does not list ${aiModel}. Compare INNKEEPER_AI_MODEL with its list of models.`
    return [{ name, state: 'care', words }]
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    const { code, message } = error
    if (code === 'refused') {
      const words = `${aiBaseUrl} rejects our requests: ${message}. Check INNKEEPER_AI_KEY and INNKEEPER_AI_BASE_URL.`
      return [{ name, state: 'wrong', words }]
    }
    const words = `${aiBaseUrl} is not available right now: ${message}. Rules with match mode ai do not reply until it is.`
    return [{ name, state: 'care', words }]
  }
}

/** Where the settings put media files, and whether they are there. In a bucket, writes, reads and deletes a small object. */
export async function examineMedia(deps: CliDeps, config: Config, inside: Inside | undefined): Promise<Finding> {
  const name = 'media'
  const where = mediaPlaceOf(config)
  const recorded = inside?.mediaPlace
  if (recorded !== undefined && recorded !== where) {
    const words = `The files of this database are in ${recorded}, but the settings say ${where}. Correct INNKEEPER_MEDIA_URL.`
    return { name, state: 'wrong', words }
  }
  if (config.mediaUrl === null) return { name, state: 'ok', words: `Files are in ${where}.` }
  try {
    if (await deps.examineMedia(config)) {
      return { name, state: 'ok', words: `Objects in ${where} can be listed, read, written and deleted.` }
    }
    const words = `${where} does not respond right now. Files wait until it does, and none are lost.`
    return { name, state: 'care', words }
  } catch (error) {
    if (!deps.isStoreProblem(error)) throw error
    return { name, state: 'wrong', words: (error as Error).message }
  }
}

/** The certificate that the service gets itself, if it does. */
export function examineCertificate(deps: CliDeps, config: Config): Finding[] {
  const found = deps.examineCertificate(config)
  return found ? [{ name: 'certificate', ...found }] : []
}
