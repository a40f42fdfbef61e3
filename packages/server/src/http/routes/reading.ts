import type { AppDeps } from '../app-deps.ts'
import type { Handlers } from '../handlers.ts'

type Names =
  | 'getOverview'
  | 'getTimeline'
  | 'listDays'
  | 'searchMessages'
  | 'listGallery'
  | 'downloadZip'
  | 'watchChannel'

export function readingHandlers(_deps: AppDeps): Handlers<Names> {
  const notYet = () => {
    throw new Error('not built yet')
  }
  return {
    getOverview: notYet,
    getTimeline: notYet,
    listDays: notYet,
    searchMessages: notYet,
    listGallery: notYet,
    downloadZip: notYet,
    watchChannel: notYet,
  }
}
