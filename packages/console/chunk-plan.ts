/** Modules that exactly the same screens need. */
export type Piece = {
  key: string
  screens: ReadonlySet<string>
  /** Keys of the pieces that it imports. */
  needs: ReadonlySet<string>
  /** As a browser receives them. */
  bytes: number
  /** Whether it has styles, which are a file of their own. */
  isStyled: boolean
  /** Whether the module of a screen is in it. */
  isScreen: boolean
}

/** What another file costs besides its content: headers, a turn on one of a browser's six connections, worse compression. */
const fileBytes = 1800

type File = Omit<Piece, 'key' | 'needs'> & { pieces: Piece[] }

/** How many visits begin at a screen, compared with others; 1 if it isn't there. */
export type Visits = ReadonlyMap<string, number>

/**
 * Puts pieces together in files, so that screens load the fewest bytes in all. Two pieces are one file if what their screens save by
 * a request less is more than what others load for nothing. Files never need each other in a circle.
 */
export function planFiles(pieces: readonly Piece[], visits: Visits): string[][] {
  const files = new Set(pieces.map((piece): File => ({ ...piece, pieces: [piece] })))
  for (let best = findBest(files, visits); best; best = findBest(files, visits)) {
    const [one, other] = best
    files.delete(one)
    files.delete(other)
    files.add(join(one, other))
  }
  return [...files].map((file) => file.pieces.map(({ key }) => key))
}

function findBest(files: ReadonlySet<File>, visits: Visits): [File, File] | undefined {
  const all = [...files]
  const pairs = all.flatMap((one, index) =>
    all.slice(index + 1).flatMap((other) => {
      const gain = gainOf(one, other, visits)
      return gain > 0 ? [{ one, other, gain }] : []
    }),
  )
  pairs.sort((a, b) => b.gain - a.gain)
  const below = reachable(all)
  const found = pairs.find(({ one, other }) => !wouldCircle(one, other, below))
  return found && [found.one, found.other]
}

function gainOf(one: File, other: File, visits: Visits): number {
  // Two screens in a file would need another file each, to say which is which.
  if (one.isScreen && other.isScreen) return 0
  return costOf(one, visits) + costOf(other, visits) - costOf(join(one, other), visits)
}

function costOf({ screens, bytes, isStyled }: File, visits: Visits): number {
  const times = [...screens].reduce((sum, screen) => sum + (visits.get(screen) ?? 1), 0)
  return times * (bytes + (isStyled ? 2 : 1) * fileBytes)
}

function join(one: File, other: File): File {
  return {
    pieces: [...one.pieces, ...other.pieces],
    screens: new Set([...one.screens, ...other.screens]),
    bytes: one.bytes + other.bytes,
    isStyled: one.isStyled || other.isStyled,
    isScreen: one.isScreen || other.isScreen,
  }
}

type Below = ReadonlyMap<File, { direct: ReadonlySet<File>; all: ReadonlySet<File> }>

/** Which files each file needs, directly and in all. */
function reachable(files: readonly File[]): Below {
  const fileOf = new Map(files.flatMap((file) => file.pieces.map(({ key }): [string, File] => [key, file])))
  const direct = new Map(
    files.map((file): [File, Set<File>] => {
      const needed = file.pieces.flatMap(({ needs }) => [...needs].flatMap((key) => fileOf.get(key) ?? []))
      return [file, new Set(needed.filter((one) => one !== file))]
    }),
  )
  const allOf = (file: File, seen = new Set<File>()): Set<File> => {
    for (const next of direct.get(file) ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      allOf(next, seen)
    }
    return seen
  }
  return new Map(files.map((file) => [file, { direct: direct.get(file) ?? new Set(), all: allOf(file) }]))
}

/** Whether one needs the other through a third file, which would then need both and be needed by both. */
function wouldCircle(one: File, other: File, below: Below): boolean {
  const isThrough = (from: File, to: File) =>
    [...(below.get(from)?.direct ?? [])].some((next) => next !== to && below.get(next)?.all.has(to))
  return isThrough(one, other) || isThrough(other, one)
}
