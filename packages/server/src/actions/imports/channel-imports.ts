import type { ChannelImport, ImportChoicesChange, ImportDetail, ImportList, ImportPreview } from '@innkeeper/contract'
import type { StoredChoices } from '../../domain/imports/import-choices.ts'
import type { ImportWish } from '../../domain/imports/import-life.ts'
import { gatherGaps, knownSince } from '../../domain/messages/ledger/gather-gaps.ts'
import { openFrom } from '../../domain/messages/retention.ts'
import { Refusal } from '../../domain/refusal.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ImportRecord } from '../../ports/importing.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { outcomeOf, toChannelImport, toImportDetail } from './describe-import.ts'
import { changeChoices } from './import-choices.ts'

type Deps = { store: Store; clock: Clock }

export async function listImports({ store }: Pick<Deps, 'store'>, grant: ChannelGrant): Promise<ImportList> {
  const records = await store.listImports(grant.channel.channelNo)
  return { imports: records.map(toChannelImport) }
}

export async function getImport(deps: Deps, grant: ChannelGrant, number: string): Promise<ImportDetail> {
  const record = await findRecord(deps.store, grant, number)
  return toImportDetail(record, await listClosed(deps, grant, record))
}

/** The file is read again with what the owner decided. */
export async function changeImport(
  deps: Deps,
  grant: ChannelGrant,
  number: string,
  change: ImportChoicesChange,
): Promise<ImportDetail> {
  const { store } = deps
  const { importNo, choices } = await findRecord(store, grant, number)
  const before: StoredChoices = JSON.parse(choices ?? '{}')
  const changed = changeChoices(before, change, await findMembers(store, grant, change))
  await steer(deps, grant, { importNo, wish: 'read-again', choices: JSON.stringify(changed) })
  return await getImport(deps, grant, number)
}

/** Carries it out, undoes it or deletes it. What takes long is done by jobs. */
export async function moveImport(
  deps: Deps,
  grant: ChannelGrant,
  number: string,
  wish: 'commit' | 'undo' | 'drop',
): Promise<ChannelImport> {
  const { importNo } = await findRecord(deps.store, grant, number)
  await steer(deps, grant, { importNo, wish })
  return toChannelImport(await findRecord(deps.store, grant, number))
}

async function steer(
  { store, clock }: Deps,
  { authority, channelId }: ChannelGrant,
  order: { importNo: number; wish: ImportWish; choices?: string },
): Promise<void> {
  await store.write<'steer-history'>({ kind: 'steer-history', by: authority, at: clock(), channelId, ...order })
}

async function findRecord(
  store: Pick<Store, 'findImport'>,
  { channel }: ChannelGrant,
  number: string,
): Promise<ImportRecord> {
  const found = /^[1-9]\d{0,8}$/.test(number) ? await store.findImport(channel.channelNo, Number(number)) : undefined
  if (!found) throw new Refusal('import-not-found')
  return found
}

/** Of the people to whom names are mapped, those who are or were in the channel. */
async function findMembers(
  store: Pick<Store, 'findPerson'>,
  { channel }: ChannelGrant,
  { people = [] }: ImportChoicesChange,
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const memberId of new Set(people.map((person) => person.memberId)))
    if (typeof memberId === 'string' && (await store.findPerson(channel.channelNo, memberId))) found.add(memberId)
  return found
}

/** Known gaps within the time of the file, as far as the caller can see that time. */
async function listClosed(
  { store, clock }: Deps,
  grant: ChannelGrant,
  record: ImportRecord,
): Promise<ImportPreview['closes']> {
  const { firstAt = null, lastAt = null } = (record.preview === null ? undefined : outcomeOf(record)) ?? {}
  if (firstAt === null || lastAt === null) return []
  const days = { firstDay: '', lastDay: '' }
  const { gaps } = await store.readLedger(grant.channel.channelNo, { from: firstAt, to: lastAt, ...days })
  const since = knownSince(gaps)
  if (since === undefined) return []
  return gatherGaps(gaps, Math.max(since, openFrom(grant)), clock()).flatMap(({ reason, from, to }) =>
    to !== null && firstAt <= from && to <= lastAt ? { reason, from: toTimestamp(from), to: toTimestamp(to) } : [],
  )
}
