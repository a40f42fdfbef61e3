import { benchAlign } from './align.ts'
import { benchExport } from './export.ts'
import { benchExportPages } from './export-pages.ts'
import { benchFairness } from './fairness.ts'
import { benchFirstStart } from './first-start.ts'
import { benchFirstVisit } from './first-visit.ts'
import { benchImport } from './import.ts'
import { benchIngest } from './ingest.ts'
import { benchLedger } from './ledger.ts'
import { benchMatch } from './match.ts'
import { benchMedia } from './media.ts'
import { benchRead } from './read.ts'
import { benchReply } from './reply.ts'
import { benchCalm } from './scale/calm.ts'
import { benchFaults } from './scale/faults.ts'
import { benchIngestAtScale } from './scale/ingest.ts'
import { benchNodes } from './scale/nodes.ts'
import { benchPatterns } from './scale/patterns.ts'
import { benchReadsAtScale } from './scale/reads.ts'
import { benchScroll } from './scroll.ts'
import { benchSearch } from './search.ts'
import { benchSnapshots } from './snapshots.ts'
import { benchWebhooks } from './webhooks.ts'

type Bench = () => Promise<boolean>

// npm run bench -- <name>: compares with a limit in interleaved rounds of one run, and fails outside the promised bounds.
const benches: Record<string, Bench> = {
  read: benchRead,
  ingest: benchIngest,
  ledger: benchLedger,
  media: benchMedia,
  match: benchMatch,
  reply: benchReply,
  scroll: benchScroll,
  search: benchSearch,
  scale: () => runAll(scaleBenches, process.env.BENCH_SCALE?.split(',') ?? []),
  export: benchExport,
  fairness: benchFairness,
  'first-start': benchFirstStart,
  'first-visit': benchFirstVisit,
  'export-pages': benchExportPages,
  align: benchAlign,
  import: benchImport,
  snapshots: benchSnapshots,
  webhooks: benchWebhooks,
}

/** On larger stores and on PostgreSQL. BENCH_SCALE=ingest,nodes,patterns,faults,reads,calm chooses among them. */
const scaleBenches: Record<string, Bench> = {
  ingest: benchIngestAtScale,
  nodes: benchNodes,
  patterns: benchPatterns,
  faults: benchFaults,
  reads: benchReadsAtScale,
  calm: benchCalm,
}

/** One after the other; all of them if no name is given. */
async function runAll(table: Record<string, Bench>, names: string[]): Promise<boolean> {
  const unknown = names.filter((name) => !(name in table))
  if (unknown.length > 0) {
    console.error(`Unknown bench ${unknown.join(', ')}. Choose from: ${Object.keys(table).join(', ')}.`)
    process.exit(2)
  }
  let isGood = true
  for (const name of names.length > 0 ? names : Object.keys(table)) isGood = (await table[name]?.()) === true && isGood
  return isGood
}

process.exitCode = (await runAll(benches, process.argv.slice(2))) ? 0 : 1
