import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { Refusal } from '../../domain/refusal.ts'
import type { HeldTurn, Nodes } from '../../ports/storage/nodes.ts'
import { sqlOn } from './connections/client.ts'
import type { Line } from './connections/line.ts'

/** How often a node that waits for its turn tries again, and for how long. */
const askAgainMs = 50
const mostWaitMs = 30_000

/** Longer than any statement on this connection can take (`lock_timeout`). */
const standardFrozenAfterMs = 15_000
/** While a node holds a lock, it shows so many times in that period, on the same connection, that it isn't frozen. */
const signsInPeriod = 4
/** Looking at all locks of the server costs more than trying to take one. */
const lookForFrozenEveryMs = 2_000

type Turns = Pick<Nodes, 'inTurn' | 'unlessTaken'> & {
  /** What this node is doing or about to do in its turn. */
  names(): string[]
}

/** `line`: an advisory lock belongs to its connection. If a node dies, its locks are released with it. */
export function createTurns(line: Line, frozenAfterMs = standardFrozenAfterMs): Turns {
  /** The server grants a connection the same lock twice, so callers in this process wait for each other here. */
  const here = new Map<string, Promise<unknown>>()
  const lookedAt = new Map<string, number>()
  const signs = createSigns(line, frozenAfterMs / signsInPeriod)

  const tryTurn = async (name: string): Promise<pg.Client | undefined> =>
    await line.ask(async (sql, client) => {
      if (await take(client, name)) return client
      if (performance.now() - (lookedAt.get(name) ?? 0) < lookForFrozenEveryMs) return undefined
      lookedAt.set(name, performance.now())
      await sql.get(cutOffFrozen, name, frozenAfterMs)
      return undefined
    })
  const take = async (client: pg.Client, name: string) => {
    const text = `select pg_try_advisory_lock(${keyOf}) as taken`
    return (await sqlOn(client).get<{ taken: number }>(text, name))?.taken === 1
  }
  const endTurn = async (name: string, client: pg.Client): Promise<void> => {
    // A broken connection has already released it.
    await sqlOn(client)
      .get(`select pg_advisory_unlock(${keyOf})`, name)
      .catch(() => undefined)
  }
  const takeHere = async <T>(name: string, work: Promise<T>): Promise<T> => {
    here.set(name, work)
    try {
      return await work
    } finally {
      if (here.get(name) === work) here.delete(name)
    }
  }
  const hold = async <T>(name: string, client: pg.Client, work: (turn: HeldTurn) => Promise<T>): Promise<T> => {
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
    client.once('end', lose)
    const release = signs.hold()
    try {
      return await work({
        lost,
        isHeld: async () => await isAlive(client),
        // On the connection with the lock: a node that has lost it can't number a turn any more.
        number: async () => await numberTurn(client, name),
      })
    } finally {
      release()
      client.off('end', lose)
      await endTurn(name, client)
      lookedAt.delete(name)
    }
  }

  return {
    names: () => [...here.keys()],
    async inTurn(name, work) {
      const before = here.get(name) ?? Promise.resolve()
      const mine = before
        .catch(() => undefined)
        .then(async () => {
          const latest = performance.now() + mostWaitMs
          let client = await tryTurn(name)
          for (; !client; client = await tryTurn(name)) {
            if (performance.now() > latest) throw new Refusal('unavailable', 'another node has been busy for too long')
            await pause(askAgainMs)
          }
          return await hold(name, client, work)
        })
      return await takeHere(name, mine)
    },
    async unlessTaken(name, work, { fromFrozen = true } = {}) {
      if (here.has(name)) return false
      const mine = (async () => {
        const client = fromFrozen
          ? await tryTurn(name)
          : await line.ask(async (_sql, own) => ((await take(own, name)) ? own : undefined))
        if (!client) return false
        await hold(name, client, work)
        return true
      })()
      return await takeHere(name, mine)
    },
  }
}

/** The time of the last statement on a connection tells other nodes whether this one is frozen. */
function createSigns(line: Line, everyMs: number): { hold(): () => void } {
  let held = 0
  let timer: NodeJS.Timeout | undefined
  const sign = () => void line.ask((sql) => sql.get('select 1')).catch(() => undefined)
  return {
    hold() {
      held++
      timer ??= setInterval(sign, everyMs).unref()
      return () => {
        held--
        if (held > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

async function isAlive(client: pg.Client): Promise<boolean> {
  return await sqlOn(client)
    .get('select 1')
    .then(
      () => true,
      () => false,
    )
}

async function numberTurn(client: pg.Client, name: string): Promise<number> {
  const [row] = await sqlOn(client).returning<{ value: string }>(
    `insert into facts (name, value) values (?, '1')
     on conflict (name) do update set value = cast(cast(facts.value as bigint) + 1 as text) returning value`,
    `turn ${name}`,
  )
  if (!row) throw new Error('Numbering the turn returned no row')
  return Number(row.value)
}

const keyOf = 'hashtextextended(?, 0)'

/**
 * A process that is frozen keeps its connections open, so the server would keep its locks. The lock and the last statement of its
 * connection are looked up together, so this never hits another connection. Other programs are left alone.
 */
const cutOffFrozen = `select count(pg_terminate_backend(a.pid)) as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and a.application_name = 'innkeeper' and a.usename = current_user
    and l.database = (select oid from pg_database where datname = current_database())
    and (cast(l.classid as bigint) << 32) + cast(l.objid as bigint) = ${keyOf}
    and a.pid <> pg_backend_pid() and a.state_change < clock_timestamp() - ? * interval '1 millisecond'`
