import { benchFairness } from './fairness.ts'
import { benchIngest } from './ingest.ts'
import { benchMatch } from './match.ts'
import { benchMedia } from './media.ts'
import { benchRead } from './read.ts'

import { benchReply } from './reply.ts'
import { benchScale } from './scale.ts'
import { benchScroll } from './scroll.ts'
import { benchSearch } from './search.ts'

// npm run bench -- <name>: measures ratios against a limit in one interleaved run, and fails below the promised figures.
const benches: Record<string, () => Promise<boolean>> = {
  read: benchRead,
  ingest: benchIngest,
  media: benchMedia,
  match: benchMatch,
  reply: benchReply,
  scroll: benchScroll,
  search: benchSearch,
  scale: benchScale,
  fairness: benchFairness,
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}
let isGood = true
for (const name of names.length > 0 ? names : Object.keys(benches))
  isGood = (await benches[name]?.()) === true && isGood
process.exitCode = isGood ? 0 : 1
