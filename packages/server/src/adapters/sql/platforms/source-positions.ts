import type { SourcePosition } from '../../../ports/connector.ts'
import { given, type Reader, type Sql } from '../sql.ts'

type Positioned = { platform: string; at: number; position?: SourcePosition }

/**
 * Part of the transaction that stores the events. Written last, once per source and in a fixed order, so that no transaction waits
 * for another lock while it holds a position.
 */
export async function savePositions(tx: Sql, batches: readonly Positioned[]): Promise<void> {
  const latest = new Map<string, Positioned & { position: SourcePosition }>()
  for (const { platform, at, position } of batches) {
    if (position) latest.set(`${platform} ${position.source}`, { platform, at, position })
  }
  for (const [, { platform, at, position }] of [...latest].sort(([one], [other]) => (one < other ? -1 : 1))) {
    await tx.intake.savePosition(platform, position.source, position.value, at)
  }
}

/** The one that was stored last. */
export async function findSourcePosition(sql: Reader, platform: string): Promise<SourcePosition | undefined> {
  return await sql.get<SourcePosition>(
    `select source, value from source_positions where platform = ? order by at desc, source limit ${given}`,
    platform,
    1,
  )
}

/** The original of a restored store went on receiving: only the platform knows what this one has missed. */
export async function forgetPositions(tx: Sql): Promise<void> {
  await tx.run('delete from source_positions')
}
