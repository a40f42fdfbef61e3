import { setImmediate } from 'node:timers/promises'
import { createId } from '../../domain/accounts/token.ts'
import { readRulesTable } from '../../domain/assistant/rules/assistant-csv.ts'
import { type AssistantPlan, planFile, planRestore } from '../../domain/assistant/rules/assistant-plan.ts'
import { type AssistantState, rewind } from '../../domain/assistant/rules/assistant-state.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { AssistantPlanner, PlanOrder } from '../../ports/assistant-planner.ts'
import type { Store } from '../../ports/store.ts'

export type PlanReads = Pick<Store, 'getAssistantState' | 'getChannel' | 'listAssistantEdits' | 'countThinnings'>

/** Reads the current assistant and plans how to turn it into the requested one. */
export async function planAssistant(store: PlanReads, order: PlanOrder): Promise<AssistantPlan> {
  const { channelNo, wish, dryRun, hasModel, by, at } = order
  const { timezone } = (await store.getChannel(channelNo)).settings
  const scene = { timezone, hasModel, by, at, createId: () => createId('r') }
  if (wish.kind === 'restore') {
    const then = await getStateIn(store, channelNo, wish.version)
    return planRestore(await store.getAssistantState(channelNo), wish.version, then, scene, dryRun)
  }
  const now = await store.getAssistantState(channelNo)
  if (wish.kind === 'file') return planFile(now, wish, scene, dryRun)
  const { config, rules } = now.state
  const table = readRulesTable(wish.csv, { mode: config.qa.mode, rules })
  return planFile(now, { ...table, mode: wish.mode }, scene, dryRun)
}

/** Plans on the calling thread, for commands, which do nothing else. */
export function createInlinePlanner(store: PlanReads): AssistantPlanner {
  return {
    async withPlan(order, use) {
      const { head, slices } = await planAssistant(store, order)
      return await use({ head, nextSlice: async () => slices.shift() })
    },
  }
}

/** Edits per slice. Others get their turn in between. */
const editsAtOnce = 2000
const mostTries = 5

/** The assistant as of a version: the current one with all later edits undone. */
export async function getStateIn(store: PlanReads, channelNo: number, version: number): Promise<AssistantState> {
  for (let tries = 0; tries < mostTries; tries++) {
    const { thinnings, ...now } = await store.getAssistantState(channelNo)
    const { undo, state } = rewind(now.state)
    let before: { version: number; ordinal: number } | undefined = { version: now.version + 1, ordinal: 0 }
    while (before) {
      const edits = await store.listAssistantEdits(channelNo, { above: version, before, limit: editsAtOnce })
      for (const edit of edits) undo(edit)
      before = edits.length < editsAtOnce ? undefined : edits.at(-1)
      if (before) await setImmediate()
    }
    if ((await store.countThinnings(channelNo)) === thinnings) return state()
  }
  throw new Refusal('unavailable', 'old versions of this assistant are being removed; try again in a moment')
}
