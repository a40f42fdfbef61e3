import { type SearchCriteria, savedSearchLimits } from '@innkeeper/contract'
import type { Reach } from '../../../domain/accounts/channel-limit.ts'
import { invalid, Refusal } from '../../../domain/refusal.ts'
import { mentionsPerson } from '../../../domain/search/saved-search.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import type { SavedSearchRecord } from '../../../ports/records.ts'
import { isInReach } from '../accounts/channel-limits.ts'
import { accessKey } from '../members/authority.ts'
import type { Reader, Sql } from '../sql.ts'

type Row = Omit<SavedSearchRecord, 'query'> & { query: string }

const selectSearches = `select s.search_id as "searchId", s.name, s.query, c.channel_id as "channelId", s.created_at as "createdAt"
  from saved_searches s left join channels c on c.channel = s.channel`

/** A search without a channel is in all channels that the key reaches. */
const isReachedIn = (table: string) => `(${table}.channel is null or ${isInReach(`${table}.channel`)})`
const isVisible = isReachedIn('s')
const isReached = isReachedIn('saved_searches')

export async function listSavedSearches(sql: Reader, { userId, limit }: Reach): Promise<SavedSearchRecord[]> {
  const rows = await sql.all<Row>(
    `${selectSearches} where s.user_id = ? and ${isVisible} order by s.created_at, s.search_id`,
    userId,
    limit,
    limit,
  )
  return rows.map(toRecord)
}

/** Undefined if this person has no such search. */
export async function findSavedSearch(
  sql: Reader,
  { userId, limit }: Reach,
  searchId: string,
): Promise<SavedSearchRecord | undefined> {
  const row = await sql.get<Row>(
    `${selectSearches} where s.user_id = ? and s.search_id = ? and ${isVisible}`,
    userId,
    searchId,
    limit,
    limit,
  )
  return row && toRecord(row)
}

function toRecord(row: Row): SavedSearchRecord {
  return { ...row, query: JSON.parse(row.query) as SearchCriteria }
}

export async function saveSearch(tx: Sql, command: CommandOf<'save-search'>): Promise<null> {
  const { by, at, userId, search } = command
  const limit = await accessKey(tx, by, at)
  const channel = search.channelId === null ? null : await findOwnChannel(tx, { userId, limit }, search.channelId)
  const count = await tx.get<{ count: number }>(
    'select count(*) as count from saved_searches where user_id = ?',
    userId,
  )
  const { perPerson } = savedSearchLimits
  if (Number(count?.count) >= perPerson) {
    throw invalid(`You have ${perPerson} saved searches, which is the limit; delete one to save another`)
  }
  await tx.run(
    'insert into saved_searches (search_id, user_id, name, query, channel, created_at) values (?, ?, ?, ?, ?, ?)',
    search.searchId,
    userId,
    search.name,
    JSON.stringify(search.query),
    channel,
    at,
  )
  return null
}

/** A stranger to the channel gets the same refusal as for a channel that doesn't exist. */
async function findOwnChannel(tx: Sql, { userId, limit }: Reach, channelId: string): Promise<number> {
  const row = await tx.get<{ channel: number }>(
    `select c.channel from channels c join members m on m.channel = c.channel
     where c.channel_id = ? and m.user_id = ? and m.left_at is null and m.role <> 'guest'
       and ${isInReach('c.channel')}`,
    channelId,
    userId,
    limit,
    limit,
  )
  if (!row) throw new Refusal('permission-denied')
  return row.channel
}

export async function changeSavedSearch(tx: Sql, command: CommandOf<'change-saved-search'>): Promise<null> {
  const { by, at, userId, searchId, name, query } = command
  const limit = await accessKey(tx, by, at)
  const changed = await tx.run(
    `update saved_searches set name = coalesce(cast(? as text), name), query = coalesce(cast(? as text), query)
     where user_id = ? and search_id = ? and ${isReached}`,
    name ?? null,
    query ? JSON.stringify(query) : null,
    userId,
    searchId,
    limit,
    limit,
  )
  if (changed === 0) throw new Refusal('search-not-found')
  return null
}

export async function deleteSavedSearch(tx: Sql, command: CommandOf<'delete-saved-search'>): Promise<null> {
  const { by, at, userId, searchId } = command
  const limit = await accessKey(tx, by, at)
  const deleted = await tx.run(
    `delete from saved_searches where user_id = ? and search_id = ? and ${isReached}`,
    userId,
    searchId,
    limit,
    limit,
  )
  if (deleted === 0) throw new Refusal('search-not-found')
  return null
}

/** Deletes the searches of a person who is erased, and those of others that look for them by their id. */
export async function forgetSearches(tx: Sql, userId: string): Promise<void> {
  await tx.run('delete from saved_searches where user_id = ?', userId)
  const rows = await tx.all<{ searchId: string; query: string }>(
    'select search_id as "searchId", query from saved_searches where instr(query, ?) > 0',
    userId,
  )
  for (const { searchId, query } of rows) {
    if (!mentionsPerson(JSON.parse(query), userId)) continue
    await tx.run('delete from saved_searches where search_id = ?', searchId)
  }
}
