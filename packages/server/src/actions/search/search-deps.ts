import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import type { Pictures } from '../media/pictures.ts'
import type { SearchStore } from './search-sources.ts'
import type { SenderNames } from './sender-names.ts'

/** What the work of a search thread needs. */
export type SearchDeps = {
  store: SearchStore &
    Pick<Store, 'secret' | 'completeMessages' | 'readTimeline' | 'findPosition' | 'listTimelineAnswers'>
  names: SenderNames
  clock: Clock
  pictures: Pictures
  retentionCeilingDays: number | null
}
