import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { channelId } from '../schemas/channels.ts'
import { success } from '../schemas/primitives.ts'
import {
  ChannelsSearchPage,
  channelSearchQuery,
  channelsSearchQuery,
  countQuery,
  HitCount,
  NewSavedSearch,
  SavedSearch,
  SavedSearchChange,
  SavedSearchList,
  SearchPage,
  savedSearchLimits,
} from '../schemas/search.ts'

const readable = {
  permission: 'member',
  subscriber: true,
  cost: 'search',
  params: Type.Object({ channelId }),
} as const

const whatIsSearched =
  'Searches the text, file name, address and title of messages, earlier versions of edited messages, and what the bot said. ' +
  "The sender's name counts for all words but one. Works in any script. Case, character width, Unicode composition and accents " +
  "don't matter."

const searchParams = Type.Object({ searchId: Type.String() })

/** Finding messages, in one channel or in all. */
export const searchRoutes = defineRoutes({
  searchMessages: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/search',
    tag: 'Backup',
    summary: 'Search messages',
    description: `${whatIsSearched} Filters without words list everything that passes them.`,
    ...readable,
    query: channelSearchQuery,
    answer: { status: 200, schema: SearchPage },
    errors: ['message-not-found'],
  },
  countHits: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/search/count',
    tag: 'Backup',
    summary: 'Count the hits of a search',
    ...readable,
    query: countQuery,
    answer: { status: 200, schema: HitCount },
  },
  searchChannels: {
    method: 'GET',
    path: '/api/search',
    tag: 'Backup',
    summary: 'Search all channels',
    description: `Searches every channel whose backup the caller can read. ${whatIsSearched}`,
    permission: 'key',
    cost: 'search',
    query: channelsSearchQuery,
    answer: { status: 200, schema: ChannelsSearchPage },
  },
  countHitsInChannels: {
    method: 'GET',
    path: '/api/search/count',
    tag: 'Backup',
    summary: 'Count the hits in all channels',
    permission: 'key',
    cost: 'search',
    query: countQuery,
    answer: { status: 200, schema: HitCount },
  },
  listSavedSearches: {
    method: 'GET',
    path: '/api/searches',
    tag: 'Backup',
    summary: 'List saved searches',
    description: "Returns the caller's saved searches by name. No one else can see them.",
    permission: 'key',
    answer: { status: 200, schema: SavedSearchList },
  },
  saveSearch: {
    method: 'POST',
    path: '/api/searches',
    tag: 'Backup',
    summary: 'Save a search',
    description: `A person can have at most ${savedSearchLimits.perPerson} saved searches. Saving another is rejected with 400.`,
    permission: 'key',
    body: NewSavedSearch,
    answer: { status: 201, schema: SavedSearch },
    errors: ['permission-denied'],
  },
  changeSavedSearch: {
    method: 'PUT',
    path: '/api/searches/:searchId',
    tag: 'Backup',
    summary: 'Change a saved search',
    permission: 'key',
    params: searchParams,
    body: SavedSearchChange,
    answer: { status: 200, schema: SavedSearch },
    errors: ['search-not-found'],
  },
  deleteSavedSearch: {
    method: 'DELETE',
    path: '/api/searches/:searchId',
    tag: 'Backup',
    summary: 'Delete a saved search',
    permission: 'key',
    params: searchParams,
    answer: { status: 200, schema: success },
    errors: ['search-not-found'],
  },
})
