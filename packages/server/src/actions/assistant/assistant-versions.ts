import type { AssistantVersion, AssistantVersionPage, BodyOf, QueryOf, Routes } from '@innkeeper/contract'
import { toAssistantFile } from '../../domain/assistant/rules/assistant-file.ts'
import { mostChangesShown } from '../../domain/assistant/rules/import-report.ts'
import { Refusal } from '../../domain/refusal.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AssistantVersionRecord } from '../../ports/records.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { nextCursor, readCursor, standardPageSize } from '../list-page.ts'
import { getStateIn } from './plan-assistant.ts'

type Deps = { store: Store }

/** How many changes of each version a list shows. */
const fewChanges = 20

export async function listAssistantVersions(
  { store }: Deps,
  grant: ChannelGrant,
  query: QueryOf<Routes['listAssistantVersions']>,
): Promise<AssistantVersionPage> {
  const list = { list: 'assistant-versions', channelId: grant.channelId, secret: store.secret }
  const { after } = readCursor(query.cursor, {}, list)
  const limit = query.limit ?? standardPageSize
  const found = await store.listAssistantVersions(grant.channel.channelNo, {
    before: after && Number(after[0]),
    limit: limit + 1,
    changes: fewChanges,
  })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    versions: page.map(entryOf),
    nextCursor: nextCursor(last && [last.version], {}, list),
  }
}

export async function getAssistantVersion(
  { store }: Deps,
  grant: ChannelGrant,
  text: string,
): Promise<AssistantVersion> {
  const { channelNo } = grant.channel
  const record = await getVersion(store, channelNo, text)
  const [before] = await store.listAssistantVersions(channelNo, { before: record.version, limit: 1, changes: 0 })
  const state = await getStateIn(store, channelNo, record.version)
  return { ...headOf(record), previous: before?.version ?? null, assistant: toAssistantFile(state) }
}

/** Returns the version as it is in the list. */
export async function labelAssistantVersion(
  { store, clock }: Deps & { clock: Clock },
  grant: ChannelGrant,
  text: string,
  { label }: BodyOf<Routes['labelAssistantVersion']>,
): Promise<AssistantVersionPage['versions'][number]> {
  const { channelNo } = grant.channel
  const { version } = await getVersion(store, channelNo, text)
  await store.write<'label-version'>({
    kind: 'label-version',
    by: grant.authority,
    at: clock(),
    channelId: grant.channelId,
    version,
    label,
  })
  return entryOf(await getVersion(store, channelNo, text, fewChanges))
}

export async function getVersion(
  store: Store,
  channelNo: number,
  text: string,
  changes = mostChangesShown,
): Promise<AssistantVersionRecord> {
  const version = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0
  const record = await store.findAssistantVersion(channelNo, version, changes)
  if (!record) throw new Refusal('version-not-found')
  return record
}

function entryOf(record: AssistantVersionRecord): AssistantVersionPage['versions'][number] {
  return { ...headOf(record), changeCount: record.changeCount }
}

function headOf({ version, at, by, label, changes }: AssistantVersionRecord) {
  return { version, at: toTimestamp(at), by, label, changes }
}
