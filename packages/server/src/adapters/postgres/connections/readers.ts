import type pg from 'pg'
import { Refusal } from '../../../domain/refusal.ts'
import type { Reader, Value } from '../../sql/sql.ts'
import { type Address, connect, sqlOn } from './client.ts'
import { isBroken, isUnreachable } from './trouble.ts'

/**
 * Connections for reading, shared by all readers: queries are sent without waiting for earlier results. If there are several,
 * queries with long results share the first one, so that short ones don't wait behind them.
 */
export type Readers = { sql: Reader; close(): Promise<void> }

type Line = { client: pg.Client; sql: Reader; asked: number }

/** Rows of a long result, and how long the same query is expected to have another. */
const longAnswer = 200
const believedMs = 5_000

export function openReaders(address: Address, most: number): Readers {
  const lines: Line[] = []
  const opening = new Set<Promise<Line>>()
  let isClosed = false

  /** No more queries are sent there. */
  const drop = (line: Line) => {
    if (lines.includes(line)) lines.splice(lines.indexOf(line), 1)
  }

  const open = async (): Promise<Line> => {
    const client = await connect(address)
    const line: Line = { client, sql: sqlOn(client), asked: 0 }
    client.on('error', () => drop(line))
    client.on('end', () => drop(line))
    if (isClosed) await client.end()
    else lines.push(line)
    return line
  }

  /** The connection with the fewest pending queries; another one is opened while all are busy. */
  const pick = async (isLong: boolean): Promise<Line> => {
    const [first, ...others] = lines
    if (isLong && first) return first
    const mayOpen = lines.length + opening.size < most
    const idlest = others.reduce<Line | undefined>(
      (best, one) => (best && best.asked <= one.asked ? best : one),
      undefined,
    )
    if (idlest && (idlest.asked === 0 || !mayOpen)) return idlest
    if (mayOpen) {
      const one = open()
      opening.add(one)
      void one.catch(() => undefined).finally(() => opening.delete(one))
      return idlest ?? first ?? (await one)
    }
    return first ?? (await Promise.race(opening))
  }

  const longAt = new Map<string, number>()
  const isLong = (text: string) => performance.now() - (longAt.get(text) ?? -believedMs) < believedMs

  /** Queries on a connection that broke are repeated once: a read changes nothing. */
  const ask = async <T>(text: string, question: (sql: Reader) => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries++) {
      const line = await pick(isLong(text)).catch((error) => {
        throw toRefusal(error)
      })
      line.asked++
      try {
        const answer = await question(line.sql)
        if (Array.isArray(answer) && answer.length > longAnswer) longAt.set(text, performance.now())
        return answer
      } catch (error) {
        if (!isBroken(error)) throw toRefusal(error)
        drop(line)
        void line.client.end().catch(() => undefined)
        if (tries >= 2) throw toRefusal(error)
      } finally {
        line.asked--
      }
    }
  }

  /** Readers can retry while the store is unavailable. */
  const toRefusal = (error: unknown) =>
    isUnreachable(error) ? new Refusal('unavailable', 'the store does not answer') : error

  return {
    sql: {
      engine: 'postgres',
      get: <Row>(text: string, ...values: Value[]) => ask(text, (sql) => sql.get<Row>(text, ...values)),
      all: <Row>(text: string, ...values: Value[]) => ask(text, (sql) => sql.all<Row>(text, ...values)),
      lists: <Row extends (Value | Uint8Array)[]>(text: string, ...values: Value[]) =>
        ask(text, (sql) => sql.lists<Row>(text, ...values)),
    },
    async close() {
      isClosed = true
      await Promise.allSettled(opening)
      await Promise.allSettled(lines.splice(0).map(({ client }) => client.end()))
    },
  }
}
