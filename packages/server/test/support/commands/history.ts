import type { Client } from 'pg'
import type { CommandKind, CommandOf } from '../../../src/ports/commands.ts'
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
    names: () => [...registers.keys()],
    /** How many of these were acknowledged in a channel. */
    countIn: (channelId: string, kinds: readonly CommandKind[]) =>
      runs.filter(
        ({ run: { command } }) =>
          kinds.includes(command.kind) && 'channelId' in command && command.channelId === channelId,
      ).length,
  }
}

function registersOf(command: CommandOf<CommandKind>): Register[] {
  const { kind } = command
  switch (kind) {
    case 'update-rule':
      return [{ name: `answer ${command.channelId} ${command.ruleId}`, value: command.change.answer }]
    case 'hand-over-owner':
      return [{ name: `owner ${command.channelId}`, value: command.userId }]
    case 'change-settings':
      return [{ name: `retention ${command.channelId}`, value: command.change.retentionDays }]
    case 'change-assistant-config':
      return [{ name: `cooldown ${command.channelId}`, value: command.change.qa?.cooldownSeconds }]
    case 'change-welcome':
      return [{ name: `welcome ${command.channelId}`, value: command.change.message }]
    case 'change-group-rules':
      return [{ name: `rules ${command.channelId}`, value: command.change.content }]
    case 'record-channel':
      return [{ name: `name ${command.channelId}`, value: command.name }]
    case 'label-version':
      return [{ name: `label ${command.channelId}`, value: command.label }]
    case 'save-search':
      return [{ name: `search ${command.search.searchId}`, value: command.search.name }]
    case 'change-saved-search':
      return [{ name: `search ${command.searchId}`, value: command.name }]
    case 'delete-saved-search':
      return [{ name: `search ${command.searchId}`, value: undefined }]
    case 'save-settings':
      return command.changes.map(({ name, value }) => ({ name: `setting ${name}`, value }))
    case 'subscribe':
    case 'unsubscribe': {
      const userId = command.by.kind === 'caller' ? command.by.userId : ''
      return [{ name: `backup ${command.channelId} ${userId}`, value: kind === 'subscribe' }]
    }
    case 'create-key':
      return [{ name: `key ${command.key.id}`, value: true }]
    case 'revoke-key':
      return [{ name: `key ${command.keyId}`, value: false }]
    default:
      return []
  }
}

/** What is stored in a register. */
export async function readRegister(world: World, client: Client, name: string): Promise<unknown> {
  const [what, where = '', which = ''] = name.split(' ')
  const { store } = world
  const channelNo = world.groups.find(({ channelId }) => channelId === where)?.channelNo ?? 0
  const exists = async (text: string, ...values: unknown[]) => (await client.query(text, values)).rows.length > 0
  switch (what) {
    case 'answer':
      return (await store.findRule(channelNo, which))?.answer
    case 'owner':
      return (await store.listMembers(channelNo, 'owner')).map(({ userId }) => userId).join()
    case 'retention':
      return (await store.getChannel(channelNo)).settings.retentionDays
    case 'cooldown':
      return (await store.getAssistantState(channelNo)).state.config.qa.cooldownSeconds
    case 'welcome':
      return (await store.getAssistantState(channelNo)).state.welcome.message
    case 'rules':
      return (await store.getAssistantState(channelNo)).state.groupRules.content
    case 'name':
      return (await store.getChannel(channelNo)).name
    case 'label':
      return (await store.findAssistantVersion(channelNo, 1, 1))?.label
    case 'search':
      return (await store.findSavedSearch('U1', where))?.name
    case 'setting':
      return (await store.listSettings()).find((setting) => setting.name === where)?.value
    case 'backup':
      return await exists('select from subscriptions where channel = $1 and user_id = $2', channelNo, which)
    case 'key':
      return await exists('select from keys where key_id = $1 and revoked_at is null', where)
    default:
      throw new Error(`${name} can't be read`)
  }
}
