import { invalid } from '../../refusal.ts'

/** How much of a channel's assistant is stored. */
export type AssistantLimits = {
  /** Versions kept, the newest and the named ones among them. */
  versions: number
  /** Bytes of all versions together, beyond which the oldest are removed. */
  versionBytes: number
  /** Bytes of rules and versions together, beyond which neither can grow; null: no limit. */
  assistantBytes: number | null
  /** The same for all that a channel stores, messages and media files included. */
  channelBytes: number | null
}

const mib = 1024 * 1024

export const standardLimits: AssistantLimits = {
  versions: 200,
  versionBytes: 16 * mib,
  assistantBytes: 64 * mib,
  channelBytes: null,
}

/** Versions of a channel that can have a name at the same time. */
export const mostLabels = 20

/** What a channel stores. `otherBytes`: messages and media files, as last measured. */
export type StoredBytes = { rulesBytes: number; versionBytes: number; otherBytes: number }

/** Such as a rule that is switched off. */
const smallVersionBytes = 64 * 1024

/** Throws if a channel would store too much after a write. Rules can always be deleted and disabled. */
export function refuseTooMuchStored(limits: AssistantLimits, before: StoredBytes, after: StoredBytes): void {
  if (after.rulesBytes < before.rulesBytes) return
  const isSmall = after.versionBytes - before.versionBytes <= smallVersionBytes
  if (after.rulesBytes === before.rulesBytes && isSmall) return
  const assistant = after.rulesBytes + after.versionBytes
  if (limits.assistantBytes !== null && assistant > limits.assistantBytes) {
    throw invalid(
      `The rules and versions of this channel would take ${inMib(assistant)} MiB; at most ${inMib(limits.assistantBytes)} MiB ` +
        'are allowed. Delete rules, or remove the names of old versions',
    )
  }
  const all = assistant + after.otherBytes
  if (limits.channelBytes !== null && all > limits.channelBytes) {
    throw invalid(
      `This channel would store ${inMib(all)} MiB; the operator allows ${inMib(limits.channelBytes)} MiB. Messages are still ` +
        'kept, but rules can only be deleted until the channel stores less',
    )
  }
}

function inMib(bytes: number): string {
  return (bytes / mib).toFixed(1).replace(/\.0$/, '')
}
