import type { BodyOf, ImportReport, Routes } from '@innkeeper/contract'
import { createId } from '../../domain/accounts/token.ts'
import { invalid } from '../../domain/refusal.ts'
import type { AssistantPlanner, OpenPlan, PlanOrder, PlanRequest } from '../../ports/assistant-planner.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Authority } from '../../ports/commands/authority.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { dropImports } from '../storage/housekeeping/delete-stale.ts'
import { thinVersionsOf } from '../storage/housekeeping/thin-versions.ts'
import { getVersion } from './assistant-versions.ts'
import type { ImportTurns } from './import-turns.ts'

type WriteDeps = { store: Store; clock: Clock; hasModel: boolean; planner: AssistantPlanner }
type Deps = WriteDeps & { importTurns: ImportTurns }

export async function importAssistant(
  deps: Deps,
  grant: ChannelGrant,
  { assistant, csv, mode = 'replace', dryRun = false }: BodyOf<Routes['importAssistant']>,
): Promise<ImportReport> {
  if ((assistant === undefined) === (csv === undefined)) throw invalid('Send either assistant or csv, but not both')
  const wish: PlanRequest = assistant
    ? { kind: 'file', file: assistant, origin: { kind: 'json', root: 'assistant.' }, mode }
    : { kind: 'table', csv: csv ?? '', mode }
  return await inTurn(deps, grant, { wish, dryRun })
}

export async function restoreAssistantVersion(
  deps: Deps,
  grant: ChannelGrant,
  text: string,
  { dryRun = false }: BodyOf<Routes['restoreAssistantVersion']>,
): Promise<ImportReport> {
  const { version } = await getVersion(deps.store, grant.channel.channelNo, text)
  return await inTurn(deps, grant, { wish: { kind: 'restore', version }, dryRun })
}

type Overhaul = { wish: PlanRequest; dryRun: boolean }

async function inTurn(deps: Deps, grant: ChannelGrant, overhaul: Overhaul): Promise<ImportReport> {
  const { channelId, authority: by } = grant
  const into = { by, channelId, channelNo: grant.channel.channelNo }
  return await deps.importTurns.take({ channelId, userId: grant.userId }, () => overhaulAssistant(deps, into, overhaul))
}

/** Someone else may change the assistant in the meantime. */
const mostTries = 3

/**
 * Replaces an assistant, all of it or nothing: planned outside the store, staged in slices between other writes, and activated
 * by one short commit. Also used by the operator, who needs no grant.
 */
export async function overhaulAssistant(
  deps: WriteDeps,
  into: { by: Authority; channelId: string; channelNo: number },
  { wish, dryRun }: Overhaul,
): Promise<ImportReport> {
  const { clock, hasModel, planner } = deps
  const by = into.by.kind === 'operator' ? 'operator' : into.by.userId
  for (let tries = 0; tries < mostTries; tries++) {
    const order: PlanOrder = { channelNo: into.channelNo, by, at: clock(), hasModel, dryRun, wish }
    const report = await planner.withPlan(order, async (plan) => {
      if (dryRun || plan.head.edits === 0) return plan.head.report
      return await writePlan(deps, into, plan, {
        at: order.at,
        restored: wish.kind === 'restore' ? wish.version : null,
      })
    })
    if (report) return report
  }
  throw invalid('Someone else kept changing the assistant during the import; nothing was imported. Try again')
}

/** Undefined if the assistant was changed since the plan was made. */
async function writePlan(
  { store, clock }: WriteDeps,
  { by, channelId }: { by: Authority; channelId: string },
  plan: OpenPlan,
  { at, restored }: { at: number; restored: number | null },
): Promise<ImportReport | undefined> {
  const importId = createId('i')
  const { report, ...head } = plan.head
  const { versionBytes, rulesBytes, created, changed, deleted } = { ...head, ...report }
  const size = { versionBytes, rulesBytes }
  await store.write<'begin-import'>({ kind: 'begin-import', by, at, channelId, importId, plan: size })
  try {
    const isStaged = await stage({ store, clock }, importId, plan)
    if (!isStaged) return undefined
    const done = await store.write<'finish-import'>({
      kind: 'finish-import',
      by,
      at,
      channelId,
      importId,
      plan: { ...head, rules: { created, changed, deleted } },
      restored,
    })
    if (done.kind === 'stale') return undefined
    await thinVersionsOf({ store }, channelId)
    return { ...report, version: done.version }
  } finally {
    // The housekeeper removes what can't be removed now; the import itself has succeeded.
    await dropImports({ store, clock }, { givenUp: importId }).catch(() => undefined)
  }
}

async function stage(
  { store, clock }: Pick<WriteDeps, 'store' | 'clock'>,
  importId: string,
  plan: OpenPlan,
): Promise<boolean> {
  let first = 0
  for (let edits = await plan.nextSlice(); edits; edits = await plan.nextSlice()) {
    const staged = await store.write<'stage-import'>({ kind: 'stage-import', at: clock(), importId, first, edits })
    if (staged === 'lost') return false
    first += edits.length
  }
  return true
}
