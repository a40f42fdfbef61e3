import type { Logger } from 'pino'
import type { Clock } from '../../ports/clock.ts'
import type { LanguageModel } from '../../ports/language-model.ts'
import type { Store } from '../../ports/store.ts'
import type { Search } from '../search/search.ts'

export type AskDeps = {
  store: Store
  clock: Clock
  log: Pick<Logger, 'warn'>
  search: Search
  /** Null if the operator configured none. */
  model: LanguageModel | null
}
