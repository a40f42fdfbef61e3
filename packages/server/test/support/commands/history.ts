import type { Client } from 'pg'
import type { Authority } from '../../../src/ports/commands/authority.ts'
import type { CommandKind, CommandOf } from '../../../src/ports/commands.ts'
import type { Store } from '../../../src/ports/store.ts'
import type { Run } from './run-command.ts'
import type { World } from './world.ts'

/** A write to a register. `from` and `to`: when it was sent and acknowledged, in a count that all nodes share. */
type Write = { value: unknown; from: number; to: number }

/** A value that the last write decides. */
type Register = { name: string; value: unknown }

/** What the nodes acknowledged, to be compared with what is stored in the end. */
export type History = ReturnType<typeof openHistory>

export function openHistory() {
  let count = 0
  const registers = new Map<string, Write[]>()
  const reads: { name: string; value: unknown; from: number; to: number }[] = []
  const runs: { run: Run & { kind: 'done' }; from: number; to: number }[] = []
  return {
    runs,
    /** Notes what `work` did. A refused command has changed nothing, and isn't noted. */
    async note(work: () => Promise<Run>): Promise<Run> {
      const from = ++count
      const run = await work()
      const to = ++count
      if (run.kind !== 'done') return run
      runs.push({ run, from, to })
      for (const { name, value } of registersOf(run.command)) {
        const writes = registers.get(name) ?? []
        registers.set(name, [...writes, { value, from, to }])
      }
      return run
    },
    /** The values a register may have now: that of the last write, or of one that no other write followed. */
    possible(name: string): unknown[] {
      const writes = registers.get(name) ?? []
      return writes.filter((one) => !writes.some((other) => other.from > one.to)).map(({ value }) => value)
    },
    /** Notes what was read while others wrote. */
    async noteRead(name: string, read: () => Promise<unknown>): Promise<void> {
      const from = ++count
      const value = await read()
      reads.push({ name, value, from, to: ++count })
    },
    /** Reads that found neither the last write before them nor one that overlapped them, and how many could be checked. */
    checkReads(): { checked: number; wrong: string[] } {
      const checkable = reads.filter(({ name, from }) => registers.get(name)?.some((write) => write.to < from))
      const wrong = checkable.filter(({ name, value, from, to }) => {
        const before = (registers.get(name) ?? []).filter((write) => write.from < to)
        const isReplaced = (one: Write) => before.some((other) => other.from > one.to && other.to < from)
        return !before.some((write) => write.value === value && !isReplaced(write))
      })
      return { checked: checkable.length, wrong: wrong.map(({ name, value }) => `${name} was read as ${value}`) }
    },
    names: () => [...registers.keys()],
    /** How many of these were acknowledged in a channel. */
    countIn: (channelId: string, kinds: readonly CommandKind[]) =>
      runs.filter(
        ({ run: { command } }) =>
          kinds.includes(command.kind) && 'channelId' in command && command.channelId === channelId,
      ).length,
  }
}

/** What commands write to registers. The first rule of each group is never deleted; others come and go. */
const writersOf: { readonly [Kind in CommandKind]?: (command: CommandOf<Kind>) => Register[] } = {
  'update-rule': ({ channelId, ruleId, change }) => [{ name: `answer ${channelId} ${ruleId}`, value: change.answer }],
  'hand-over-owner': ({ channelId, userId }) => [{ name: `owner ${channelId}`, value: userId }],
  'change-settings': ({ channelId, change }) => [{ name: `retention ${channelId}`, value: change.retentionDays }],
  'change-assistant-config': ({ channelId, change }) => [
    { name: `cooldown ${channelId}`, value: change.qa?.cooldownSeconds },
  ],
  'change-welcome': ({ channelId, change }) => [{ name: `welcome ${channelId}`, value: change.message }],
  'change-group-rules': ({ channelId, change }) => [{ name: `rules ${channelId}`, value: change.content }],
  'record-channel': ({ channelId, name }) => [{ name: `name ${channelId}`, value: name }],
  'label-version': ({ channelId, label }) => [{ name: `label ${channelId}`, value: label }],
  'save-search': ({ search }) => [{ name: `search ${search.searchId}`, value: search.name }],
  'change-saved-search': ({ searchId, name }) => [{ name: `search ${searchId}`, value: name }],
  'delete-saved-search': ({ searchId }) => [{ name: `search ${searchId}`, value: undefined }],
  'save-settings': ({ changes }) => changes.map(({ name, value }) => ({ name: `setting ${name}`, value })),
  subscribe: ({ channelId, by }) => [{ name: `backup ${channelId} ${callerOf(by)}`, value: true }],
  unsubscribe: ({ channelId, by }) => [{ name: `backup ${channelId} ${callerOf(by)}`, value: false }],
  'create-key': ({ key }) => [{ name: `key ${key.id}`, value: true }],
  'revoke-key': ({ keyId }) => [{ name: `key ${keyId}`, value: false }],
}

function registersOf<Kind extends CommandKind>(command: CommandOf<Kind>): Register[] {
  const write = writersOf[command.kind as Kind] as ((given: CommandOf<Kind>) => Register[]) | undefined
  return write?.(command) ?? []
}

function callerOf(by: Authority): string {
  return by.kind === 'caller' ? by.userId : ''
}

/** `where`: the group or the thing. `which`: the rule or the person. */
type Place = { store: Store; client: Client; channelNo: number; where: string; which: string }

const readers: Record<string, (place: Place) => Promise<unknown>> = {
  answer: async ({ store, channelNo, which }) => (await store.findRule(channelNo, which))?.answer,
  owner: async ({ store, channelNo }) =>
    (await store.listMembers(channelNo, 'owner')).map(({ userId }) => userId).join(),
  retention: async ({ store, channelNo }) => (await store.getChannel(channelNo)).settings.retentionDays,
  cooldown: async ({ store, channelNo }) => (await store.getAssistantState(channelNo)).state.config.qa.cooldownSeconds,
  welcome: async ({ store, channelNo }) => (await store.getAssistantState(channelNo)).state.welcome.message,
  rules: async ({ store, channelNo }) => (await store.getAssistantState(channelNo)).state.groupRules.content,
  name: async ({ store, channelNo }) => (await store.getChannel(channelNo)).name,
  label: async ({ store, channelNo }) => (await store.findAssistantVersion(channelNo, 1, 1))?.label,
  search: async ({ store, where }) => (await store.findSavedSearch({ userId: 'U1', limit: null }, where))?.name,
  setting: async ({ store, where }) => (await store.listSettings()).find(({ name }) => name === where)?.value,
  backup: ({ client, channelNo, which }) =>
    exists(client, 'select from subscriptions where channel = $1 and user_id = $2', channelNo, which),
  key: ({ client, where }) => exists(client, 'select from keys where key_id = $1 and revoked_at is null', where),
}

async function exists(client: Client, text: string, ...values: unknown[]): Promise<boolean> {
  return (await client.query(text, values)).rows.length > 0
}

/** What is stored in a register. */
export async function readRegister({ store, groups }: World, client: Client, name: string): Promise<unknown> {
  const [what = '', where = '', which = ''] = name.split(' ')
  const channelNo = groups.find(({ channelId }) => channelId === where)?.channelNo ?? 0
  const read = readers[what]
  if (!read) throw new Error(`${name} can't be read`)
  return await read({ store, client, channelNo, where, which })
}
