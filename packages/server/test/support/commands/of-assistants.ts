import type { Question } from '../../../src/domain/assistant/answering/assistant.ts'
import { standardRule } from '../../../src/domain/assistant/answering/assistant.ts'
import { bytesOf, stageEdit } from '../../../src/domain/assistant/rules/assistant-plan.ts'
import {
  type Draws,
  type Group,
  id,
  inGroup,
  later,
  noon,
  people,
  pickFrom,
  pickGroup,
  take,
  type World,
} from './world.ts'

/** What the bot answers: settings, rules, versions, imports, and answers themselves. */
export const ofAssistants: Draws<
  | 'change-assistant-config'
  | 'change-welcome'
  | 'change-group-rules'
  | 'create-rule'
  | 'update-rule'
  | 'delete-rule'
  | 'restore-rule'
  | 'keep-rule-picture'
  | 'drop-rule-pictures'
  | 'forget-rules'
  | 'begin-import'
  | 'stage-import'
  | 'finish-import'
  | 'drop-imports'
  | 'thin-versions'
  | 'label-version'
  | 'answer-question'
  | 'answer-chosen'
  | 'leave-unanswered'
  | 'count-tokens'
> = {
  'change-assistant-config': {
    draw: (world) => ({
      kind: 'change-assistant-config',
      ...inGroup(world, pickGroup(world)),
      // Different each time, because a change that changes nothing adds no version.
      change: { qa: { cooldownSeconds: (world.now() - noon) % 80_000 } },
    }),
  },
  'change-welcome': {
    draw: (world) => ({
      kind: 'change-welcome',
      ...inGroup(world, pickGroup(world)),
      change: { enabled: true, message: id() },
    }),
  },
  'change-group-rules': {
    draw: (world) => ({
      kind: 'change-group-rules',
      ...inGroup(world, pickGroup(world)),
      change: { enabled: true, content: id() },
    }),
  },
  'create-rule': {
    draw: (world) => ({
      kind: 'create-rule',
      ...inGroup(world, pickGroup(world)),
      rule: { keywords: [id()], question: 'New?', answer: 'Yes' },
    }),
    learn: (world, { channelId }, { id: ruleId }) => groupOf(world, channelId)?.ruleIds.push(ruleId),
  },
  'update-rule': {
    draw(world) {
      const group = pickGroup(world)
      const ruleId = pickFrom(group.ruleIds, world.random)
      return ruleId === undefined
        ? undefined
        : { kind: 'update-rule', ...inGroup(world, group), ruleId, change: { answer: id() } }
    },
  },
  // Never the first rule, which is the register that is compared.
  'delete-rule': {
    draw(world) {
      const group = pickGroup(world)
      const ruleId = group.ruleIds.length > 1 ? group.ruleIds.pop() : undefined
      return ruleId === undefined ? undefined : { kind: 'delete-rule', ...inGroup(world, group), ruleId }
    },
    learn: (world, { channelId, ruleId }) => groupOf(world, channelId)?.deletedRuleIds.push(ruleId),
  },
  'restore-rule': {
    draw(world) {
      const group = pickFrom(
        world.groups.filter(({ deletedRuleIds }) => deletedRuleIds.length > 0),
        world.random,
      )
      const ruleId = group && take(group.deletedRuleIds, world.random)
      return group && ruleId ? { kind: 'restore-rule', ...inGroup(world, group), ruleId } : undefined
    },
  },
  'keep-rule-picture': {
    draw: (world) => ({
      kind: 'keep-rule-picture',
      ...inGroup(world, pickGroup(world)),
      sha256: id(),
      contentType: 'image/png',
    }),
  },
  'drop-rule-pictures': {
    draw: (world) => ({ kind: 'drop-rule-pictures', at: world.now() + 2 * dayMs, limit: 3 }),
  },
  'forget-rules': { draw: (world) => ({ kind: 'forget-rules', at: later(world) }) },
  'begin-import': {
    async draw(world) {
      const group = pickGroup(world)
      const { version: baseVersion } = await world.store.getAssistantState(group.channelNo)
      const rule = { ...standardRule, id: id(), keywords: [id()], question: 'Imported?', answer: 'Yes' }
      const after = { ...rule, createdAt: world.now(), createdBy: 'U1' }
      const edit = stageEdit({ part: 'rule', before: null, after })
      if (!edit) return undefined
      const importId = id()
      world.imports.push({ importId, group, baseVersion, edit, stage: 'drawn' })
      return {
        kind: 'begin-import',
        ...inGroup(world, group),
        importId,
        plan: { versionBytes: bytesOf(edit), rulesBytes: 1_000 },
      }
    },
    learn: (world, { importId }) => setStage(world, importId, 'begun'),
  },
  'stage-import': {
    draw(world) {
      const begun = world.imports.find(({ stage }) => stage === 'begun')
      if (!begun) return undefined
      begun.stage = 'drawn'
      return { kind: 'stage-import', at: world.now(), importId: begun.importId, first: 0, edits: [begun.edit] }
    },
    learn(world, { importId }, result) {
      if (result === 'staged') setStage(world, importId, 'staged')
    },
  },
  'finish-import': {
    draw(world) {
      const at = world.imports.findIndex(({ stage }) => stage === 'staged')
      const [staged] = at === -1 ? [] : world.imports.splice(at, 1)
      if (!staged) return undefined
      const { baseVersion, edit, group, importId } = staged
      const rules = { created: 1, changed: 0, deleted: 0 }
      const plan = { baseVersion, parts: {}, edits: 1, versionBytes: bytesOf(edit), rules }
      return { kind: 'finish-import', ...inGroup(world, group), importId, plan, restored: null }
    },
  },
  'drop-imports': { draw: (world) => ({ kind: 'drop-imports', at: world.now(), limit: 5 }) },
  'thin-versions': {
    draw: (world) => ({
      kind: 'thin-versions',
      of: world.random.chance(50) ? { channelId: pickGroup(world).channelId } : { after: 0 },
      limit: 5,
    }),
  },
  // Of the first version, which every group has.
  'label-version': {
    draw: (world) => ({
      kind: 'label-version',
      ...inGroup(world, pickGroup(world)),
      version: 1,
      label: id(),
    }),
  },
  'answer-question': {
    draw(world) {
      const { group, question } = ask(world)
      const [ruleId = ''] = group.ruleIds
      const found = [{ ruleId, by: 'key', length: 3, score: null }]
      return { kind: 'answer-question', at: world.now(), channelId: group.channelId, question, found }
    },
  },
  'answer-chosen': {
    draw(world) {
      const { group, question } = ask(world)
      const [ruleId = ''] = group.ruleIds
      const choice = { kind: 'rule', ruleId } as const
      const chosen = { choice, offered: { ruleIds: [ruleId], passages: 0 }, tokens: 5 }
      return { kind: 'answer-chosen', at: world.now(), channelId: group.channelId, question, chosen }
    },
  },
  'leave-unanswered': {
    draw(world) {
      const { group, question } = ask(world)
      const why = { failure: 'undecided', reason: 'too late' } as const
      return { kind: 'leave-unanswered', at: world.now(), channelId: group.channelId, question, ...why }
    },
  },
  'count-tokens': {
    draw(world) {
      const { channelId } = pickGroup(world)
      const limits = { day: null, channel: null, person: null }
      const userId = world.random.pick(people)
      return { kind: 'count-tokens', at: world.now(), channelId, userId, requests: 1, tokens: 5, limits }
    },
  },
}

const dayMs = 24 * 60 * 60_000

function groupOf({ groups }: World, channelId: string): Group | undefined {
  return groups.find((group) => group.channelId === channelId)
}

function setStage({ imports }: World, importId: string, stage: 'begun' | 'staged'): void {
  const one = imports.find((each) => each.importId === importId)
  if (one) one.stage = stage
}

/** Something a member wrote, or might have written. */
function ask(world: World): { group: Group; question: Question } {
  const group = pickGroup(world)
  const known = pickFrom(group.messages, world.random)
  const at = world.now()
  const reply = { token: id(), expiresAt: null, isOneUse: true, cost: 'free' } as const
  const userId = known?.sender?.userId ?? world.random.pick(people)
  return { group, question: { messageId: known?.messageId ?? id(), at, text: 'key', userId, name: userId, reply } }
}
