import { eventIdForm } from '../line/line-load.ts'

export type Verdict = {
  /** Events whose acknowledgement is in the trace. */
  checked: number
  /** IDs of events that were acknowledged before they were synced to the disk. */
  early: string[]
}

type Call = { name: string; target: string; text: string }

/**
 * Reads the output of `strace -f -y`, which is in order of time. A call that overlaps with others is split into two lines, so a
 * call on a single line ran alone.
 */
export function checkTrace(text: string): Verdict {
  const asked = new Map<string, string[]>()
  const written = new Set<string>()
  const synced = new Set<string>()
  const syncing = new Map<string, string[]>()
  const begun = new Map<string, Call>()
  const verdict: Verdict = { checked: 0, early: [] }

  const begin = (pid: string, { name, target, text }: Call) => {
    if (name.endsWith('sync') && target.endsWith('-wal')) syncing.set(pid, [...written])
    // The first bytes of an answer can be sent as soon as the call begins.
    if (name.startsWith('write') && text.includes('HTTP/1.1 200')) {
      const ids = asked.get(target) ?? []
      asked.delete(target)
      verdict.checked += ids.length
      verdict.early.push(...ids.filter((id) => !synced.has(id)))
    }
  }
  const end = (pid: string, { name, target, text }: Call) => {
    if (name === 'read') asked.set(target, [...(asked.get(target) ?? []), ...idsIn(text)])
    if (name === 'pwrite64' && target.endsWith('-wal')) for (const id of idsIn(text)) written.add(id)
    if (name.endsWith('sync') && /= 0$/.test(text)) for (const id of syncing.get(pid) ?? []) synced.add(id)
  }

  for (const line of text.split('\n')) {
    const [, pid = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)?.[1]
    if (resumed !== undefined) {
      const call = begun.get(pid)
      if (call) end(pid, { ...call, text: call.text + resumed })
      begun.delete(pid)
      continue
    }
    const [, name = '', target = ''] = /^(\w+)\(\d+<([^>]*)>/.exec(rest) ?? []
    if (name === '') continue
    const call = { name, target, text: rest }
    begin(pid, call)
    if (rest.endsWith('<unfinished ...>')) begun.set(pid, call)
    else end(pid, call)
  }
  return verdict
}

function idsIn(text: string): string[] {
  return text.match(eventIdForm) ?? []
}
