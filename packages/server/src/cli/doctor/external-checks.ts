import type { Config } from '../../config/config.ts'
import { ModelFailure } from '../../domain/assistant/answering/model-question.ts'
import { describeBucket } from '../../domain/storage/bucket-location.ts'
import type { CliDeps } from '../cli-deps.ts'

/** The result of one check of `doctor`. `care`: it works, but needs attention. */
export type Finding = { name: string; state: 'ok' | 'care' | 'wrong'; words: string }

/** The language model that the settings name, if any. It is not asked anything, which would cost. */
export async function examineModel(deps: CliDeps, config: Config): Promise<Finding[]> {
  const model = await deps.createModel(config)
  if (!model) return []
  const name = 'model'
  const { aiModel, aiBaseUrl } = config
  try {
    const found = await model.examine()
    if (found === 'there') return [{ name, state: 'ok', words: `${aiModel} is at ${aiBaseUrl}.` }]
    if (found === 'cannot be told') {
      return [{ name, state: 'ok', words: `${aiBaseUrl} answers; whether it has ${aiModel}, it does not tell.` }]
    }
    const words = `${aiBaseUrl} does not list ${aiModel}. Compare INNKEEPER_AI_MODEL with the names it has.`
    return [{ name, state: 'care', words }]
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    const { code, message } = error
    if (code === 'refused') {
      const words = `${aiBaseUrl} refuses us: ${message}. Compare INNKEEPER_AI_KEY and INNKEEPER_AI_BASE_URL with what it wants.`
      return [{ name, state: 'wrong', words }]
    }
    const words = `${aiBaseUrl} is of no use at this moment: ${message}. Rules in the mode ai are silent until it is.`
    return [{ name, state: 'care', words }]
  }
}

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
