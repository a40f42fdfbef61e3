import { existsSync, readdirSync, readFileSync } from 'node:fs'

// Throughput on a shared machine changes from hour to hour with its load. The CPU time of an operation hardly does, so the
// benches report it next to throughput.

/** Starts a meter. Calling the result gives the CPU time since then, in microseconds: user and system, all threads, children included. */
export function startCpuMeter(pids: readonly number[] = [process.pid]): () => number {
  const started = cpuMicroseconds(pids)
  return () => cpuMicroseconds(pids) - started
}

/** NaN if one of the processes has ended, or on a system without /proc. */
function cpuMicroseconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (pid === process.pid ? ownMicroseconds() : treeMicroseconds(pid)), 0)
}

/** Without children: those of the bench itself are the servers that it measures one by one. */
function ownMicroseconds(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function treeMicroseconds(root: number): number {
  const all = readProcesses()
  const withChildren = (pid: number): number => {
    const children = [...all.values()].filter(({ parent }) => parent === pid)
    return (all.get(pid)?.micros ?? Number.NaN) + children.reduce((sum, child) => sum + withChildren(child.pid), 0)
  }
  return withChildren(root)
}

type Process = { pid: number; parent: number; micros: number }

function readProcesses(): Map<number, Process> {
  const pids = (existsSync('/proc') ? readdirSync('/proc') : []).filter((name) => /^\d+$/.test(name))
  return new Map(
    pids.flatMap((name): [number, Process][] => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        // The program's name, in parentheses, may contain spaces. These fields follow it.
        const fields = stat
          .slice(stat.lastIndexOf(') ') + 2)
          .split(' ')
          .map(Number)
        const [parent = 0] = fields.slice(1)
        // User and system time of the process and its threads, then of its children that have ended.
        const ticks = fields.slice(11, 15).reduce((sum, one) => sum + one, 0)
        return [[Number(name), { pid: Number(name), parent, micros: ticks * tickMicroseconds }]]
      } catch {
        // It has just ended.
        return []
      }
    }),
  )
}

/** A hundredth of a second, on every Linux that Node runs on. */
const tickMicroseconds = 10_000
