import { inspectArrival, openArrival, openForComparison } from '../adapters/postgres/storage/migration-target.ts'
import { openDeparture } from '../adapters/sqlite/storage/migration-source.ts'
import type { Moving } from '../cli/cli-deps.ts'

export const moving: Moving = {
  openDeparture: ({ dataDir }) => openDeparture(dataDir),
  inspectArrival: (url, mover) => inspectArrival({ url }, mover),
  openArrival: (url, options) => openArrival({ url }, options),
  openForComparison: (url) => openForComparison({ url }),
}
