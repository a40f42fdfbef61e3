import type { AssistantConfig, BodyOf, GroupRules, QaMode, QueryOf, Routes, Rule, Welcome } from '@innkeeper/contract'
import type { IfMatch } from '../../domain/edition.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { nextCursor, readCursor, standardPageSize } from '../list-page.ts'

/** `hasModel`: whether the operator set up a language model. */
type Deps = { store: Store; clock: Clock; hasModel: boolean }

export async function getAssistantConfig({ store }: Deps, grant: ChannelGrant): Promise<AssistantConfig> {
  return (await store.getChannel(grant.channel.channelNo)).assistant
}

export async function changeAssistantConfig(
  { store, clock, hasModel }: Deps,
  grant: ChannelGrant,
  change: BodyOf<Routes['changeAssistantConfig']>,
  ifMatch?: IfMatch,
): Promise<AssistantConfig> {
  refuseUnconfiguredModel(hasModel, 'qa.mode', change.qa?.mode)
  const { channelId, authority: by } = grant
  return await store.write<'change-assistant-config'>({
    kind: 'change-assistant-config',
    by,
    at: clock(),
    channelId,
    change,
    ifMatch,
  })
}

export async function getWelcome({ store }: Deps, grant: ChannelGrant): Promise<Welcome> {
  return (await store.getChannel(grant.channel.channelNo)).welcome
}

export async function changeWelcome(
  { store, clock }: Deps,
  grant: ChannelGrant,
  change: BodyOf<Routes['changeWelcome']>,
  ifMatch?: IfMatch,
): Promise<Welcome> {
  const { channelId, authority: by } = grant
  return await store.write<'change-welcome'>({ kind: 'change-welcome', by, at: clock(), channelId, change, ifMatch })
}

export async function getGroupRules({ store }: Deps, grant: ChannelGrant): Promise<GroupRules> {
  return (await store.getChannel(grant.channel.channelNo)).groupRules
}

export async function changeGroupRules(
  { store, clock }: Deps,
  grant: ChannelGrant,
  change: BodyOf<Routes['changeGroupRules']>,
  ifMatch?: IfMatch,
): Promise<GroupRules> {
  const { channelId, authority: by } = grant
  return await store.write<'change-group-rules'>({
    kind: 'change-group-rules',
    by,
    at: clock(),
    channelId,
    change,
    ifMatch,
  })
}

/** All rules, or a page of them if the caller asks for pages. */
export async function listRules(
  { store }: Deps,
  grant: ChannelGrant,
  query: QueryOf<Routes['listRules']>,
): Promise<{ rules: Rule[]; nextCursor?: string | null }> {
  const { channelNo } = grant.channel
  if (query.limit === undefined && query.cursor === undefined) {
    return { rules: (await store.listRules(channelNo, undefined)).map(({ rule }) => rule) }
  }
  const list = { list: 'rules', channelId: grant.channelId, secret: store.secret }
  const { after } = readCursor(query.cursor, {}, list)
  const limit = query.limit ?? standardPageSize
  const place = after && { priority: Number(after[0]), createdAt: Number(after[1]), id: String(after[2]) }
  const found = await store.listRules(channelNo, { after: place, limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1)?.position : undefined
  return {
    rules: page.map(({ rule }) => rule),
    nextCursor: nextCursor(last && [last.priority, last.createdAt, last.id], {}, list),
  }
}

export async function getRule({ store }: Deps, grant: ChannelGrant, ruleId: string): Promise<Rule> {
  const rule = await store.findRule(grant.channel.channelNo, ruleId)
  if (!rule) throw new Refusal('rule-not-found')
  return rule
}

export async function createRule(
  { store, clock, hasModel }: Deps,
  grant: ChannelGrant,
  rule: BodyOf<Routes['createRule']>,
): Promise<Rule> {
  refuseUnconfiguredModel(hasModel, 'match', rule.match)
  const { channelId, authority: by } = grant
  return await store.write<'create-rule'>({ kind: 'create-rule', by, at: clock(), channelId, rule })
}

export async function updateRule(
  { store, clock, hasModel }: Deps,
  grant: ChannelGrant,
  ruleId: string,
  change: BodyOf<Routes['updateRule']>,
  ifMatch?: IfMatch,
): Promise<Rule> {
  refuseUnconfiguredModel(hasModel, 'match', change.match)
  const { channelId, authority: by } = grant
  return await store.write<'update-rule'>({ kind: 'update-rule', by, at: clock(), channelId, ruleId, change, ifMatch })
}

export async function deleteRule(
  { store, clock }: Deps,
  grant: ChannelGrant,
  ruleId: string,
  ifMatch?: IfMatch,
): Promise<void> {
  const { channelId, authority: by } = grant
  await store.write<'delete-rule'>({ kind: 'delete-rule', by, at: clock(), channelId, ruleId, ifMatch })
}

/** Brings back a rule that was deleted a short while ago; if it's there, returns it. */
export async function restoreRule({ store, clock }: Deps, grant: ChannelGrant, ruleId: string): Promise<Rule> {
  const { channelId, authority: by } = grant
  return await store.write<'restore-rule'>({ kind: 'restore-rule', by, at: clock(), channelId, ruleId })
}

/** AI matching needs a language model. Rules saved while there was one stay, but don't answer. */
export function refuseUnconfiguredModel(hasModel: boolean, member: string, mode: QaMode | null | undefined): void {
  if (mode !== 'ai' || hasModel) return
  throw invalid(`${member} cannot be ai: no language model is configured on this service`)
}
