import type { BodyOf, ModelCheck, Routes } from '@innkeeper/contract'
import { ModelFailure } from '../../domain/assistant/answering/model-question.ts'
import { invalid } from '../../domain/refusal.ts'
import type { LanguageModel } from '../../ports/language-model.ts'
import type { SecretBox, ServiceSettings } from '../../ports/service-settings.ts'
import type { Store } from '../../ports/store.ts'
import { openAll } from '../storage/service-settings.ts'

type Deps = {
  store: Store
  serviceSettings: ServiceSettings
  secrets: SecretBox
  /** With these texts in place of the saved ones. Undefined if they describe no model. */
  draftModel(saved: ReadonlyMap<string, string>): LanguageModel | undefined
}

const states = { there: 'available', 'not listed': 'not-listed', 'cannot be told': 'not-checked' } as const

/** Asks no question, because that would cost money. */
export async function checkModel(
  { store, serviceSettings, secrets, draftModel }: Deps,
  { changes }: BodyOf<Routes['checkModel']>,
): Promise<ModelCheck> {
  const saved = openAll(await store.listSettings(), secrets)
  const problem = serviceSettings.findProblem(saved, new Map(changes.map(({ name, value }) => [name, value])))
  if (problem !== undefined) throw invalid(problem)
  for (const { name, value } of changes) {
    if (value === null) saved.delete(name)
    else saved.set(name, value)
  }
  const model = draftModel(saved)
  if (!model) return { state: 'none', detail: '' }
  try {
    return { state: states[await model.examine()], detail: '' }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    return { state: error.code === 'refused' ? 'refused' : 'unavailable', detail: error.message }
  }
}
