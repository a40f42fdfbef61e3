import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

type Process = { pid: number; parent: number; isEnded: boolean }

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // A zombie has ended. In a container, its parent may never reap it.
  return process.platform !== 'linux' || readProc(pid).some(({ isEnded }) => !isEnded)
}

/** Sends SIGKILL to a process and its children. Resolves when all of them have ended. */
export async function killFamily(pid: number): Promise<void> {
  // While it is stopped, it can't start more children or react to their end.
  process.kill(pid, 'SIGSTOP')
  const family = listProcesses().filter((one) => one.parent === pid || one.pid === pid)
  for (const one of family) {
    try {
      process.kill(one.pid, 'SIGKILL')
    } catch {} // It already ended.
  }
  while (family.some((one) => isAlive(one.pid))) await sleep(10)
}

function listProcesses(): Process[] {
  if (process.platform !== 'linux') return askPs()
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => readProc(Number(pid)))
}

/** Doesn't use `ps`, which small images lack. */
function readProc(pid: number): Process[] {
  try {
    // pid (name) state parent …, and a name can contain spaces and brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [{ pid, parent: Number(parent), isEnded: 'ZX'.includes(state) }]
  } catch {
    return []
  }
}

function askPs(): Process[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return rows.map(([pid = 0, parent = 0]) => ({ pid, parent, isEnded: false }))
}
