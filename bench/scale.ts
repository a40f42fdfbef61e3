import { benchCalm } from './scale/calm.ts'
import { benchIngestAtScale } from './scale/ingest.ts'
import { benchReadsAtScale } from './scale/reads.ts'

// What must hold on larger stores and on PostgreSQL. BENCH_SCALE=ingest|reads|calm runs one part.
const parts: Record<string, () => Promise<boolean>> = {
  ingest: benchIngestAtScale,
  reads: benchReadsAtScale,
  calm: benchCalm,
}

export async function benchScale(): Promise<boolean> {
  const wanted = process.env.BENCH_SCALE
  const names = wanted === undefined ? Object.keys(parts) : wanted.split(',')
  let isGood = true
  for (const name of names) isGood = (await parts[name]?.()) === true && isGood
  return isGood
}
