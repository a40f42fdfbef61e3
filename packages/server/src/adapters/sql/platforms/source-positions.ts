import type { SourcePosition } from '../../../ports/connector.ts'
import { given, type Reader, type Sql } from '../sql.ts'

/** In the transaction of the events before it, after them: the channels of these are locked first. */
export async function savePosition(
  tx: Sql,
  platform: string,
  { source, value }: SourcePosition,
  at: number,
): Promise<void> {
  await tx.intake.savePosition(platform, source, value, at)
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
