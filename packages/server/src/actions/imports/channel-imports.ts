import type { ChannelImport, ImportChoicesChange, ImportDetail, ImportList, UndoPreview } from '@innkeeper/contract'
import type { StoredChoices } from '../../domain/imports/import-choices.ts'
import { decideStep, type ImportWish } from '../../domain/imports/import-life.ts'
import { openFrom } from '../../domain/messages/retention.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { HistoryReader } from '../../ports/history-reader.ts'
import type { ImportRecord } from '../../ports/importing.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { listClosed } from './closed-gaps.ts'
import { toChannelImport, toImportDetail } from './describe-import.ts'
import { changeChoices } from './import-choices.ts'
import { toOrder } from './open-order.ts'
import { toTable } from './unread-lines.ts'

type Deps = { store: Store; clock: Clock }

export async function listImports({ store }: Pick<Deps, 'store'>, grant: ChannelGrant): Promise<ImportList> {
  const records = await store.listImports(grant.channel.channelNo)
  return { imports: records.map(toChannelImport) }
}

export async function getImport(deps: Deps, grant: ChannelGrant, number: string): Promise<ImportDetail> {
  const record = await findRecord(deps.store, grant, number)
  const view = { from: openFrom(grant), now: deps.clock() }
  return toImportDetail(record, await listClosed(deps.store, grant.channel.channelNo, record, view))
}

/** All unread lines of the file, as a table. Refused once the import has ended, because its file is gone then. */
export async function listUnreadLines(
  { store, clock, histories }: Deps & { histories: Pick<HistoryReader, 'listUnread'> },
  grant: ChannelGrant,
  number: string,
): Promise<{ fileName: string; table: AsyncGenerator<string> }> {
  const record = await findRecord(store, grant, number)
  const order = toOrder(grant.channel, grant.channelId, record, clock())
  if (!order)
    throw new Refusal(
      'import-conflict',
      `The file of import ${number} was deleted when the import ended. Upload it again`,
    )
  return { fileName: `import-${number}-unread.csv`, table: toTable(histories.listUnread(order)) }
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

export async function previewUndo(
  { store }: Pick<Deps, 'store'>,
  grant: ChannelGrant,
  number: string,
): Promise<UndoPreview> {
  const { importNo, state } = await findRecord(store, grant, number)
  decideStep({ number: importNo, state }, 'undo', { isOtherAtWork: false })
  return await store.countUndone(grant.channel.channelNo, importNo)
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
