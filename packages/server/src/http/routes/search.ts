import {
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  saveSearch,
} from '../../actions/search/saved-searches.ts'
import { countEverywhere, searchEverywhere } from '../../actions/search/search-everywhere.ts'
import type { AppDeps } from '../app-deps.ts'
import { done, type Handlers } from '../handlers.ts'

type Names =
  | 'searchMessages'
  | 'countHits'
  | 'searchChannels'
  | 'countHitsInChannels'
  | 'listSavedSearches'
  | 'saveSearch'
  | 'changeSavedSearch'
  | 'deleteSavedSearch'

export function searchHandlers(deps: AppDeps): Handlers<Names> {
  const { search } = deps
  return {
    searchMessages: ({ grant, query }) => search(grant, { kind: 'channel', query }),
    countHits: ({ grant, query }) => search(grant, { kind: 'count', query }),
    searchChannels: ({ grant, query }) => searchEverywhere(deps, grant, query),
    countHitsInChannels: ({ grant, query }) => countEverywhere(deps, grant, query),
    listSavedSearches: ({ grant }) => listSavedSearches(deps, grant),
    saveSearch: ({ grant, body }) => saveSearch(deps, grant, body),
    changeSavedSearch: ({ grant, params, body }) => changeSavedSearch(deps, grant, params.searchId, body),
    async deleteSavedSearch({ grant, params }) {
      await deleteSavedSearch(deps, grant, params.searchId)
      return done
    },
  }
}
