import type { MissingSpan } from './manifest.ts'
import type { ExportEnd, ExportHead, ExportRecord } from './records.ts'

/**
 * What a format produces: text that is appended to a file, also one that depends on the SHA-256 of everything before it, a stored
 * file that is copied, or a stored file that is appended to a text in base64. Files may be written alternately; each is complete when
 * its part is, or when a piece says so before. Paths must be those that `isExportPath` knows.
 */
export type Piece =
  | { path: string; text: string | Uint8Array }
  | { path: string; textAfter(sha256: string): string }
  | { path: string; copyOf: string }
  | { path: string; base64Of: string }
  | { path: string; isWhole: true }

/** One part being rendered. Pure: the same records give the same pieces, whatever the clock says. */
export type Rendering = {
  /** May keep text back and return it later, so that pieces are large. */
  write(record: ExportRecord): Iterable<Piece>
  close(end: ExportEnd): Iterable<Piece>
}

export type ExportFormat = {
  /** Pages that show previews of files and pictures of people. */
  showsPictures?: true
  /** A format that is a single file, whatever the months. It can't be combined with others, and leaves out pictures beyond this size. */
  onePage?: { path: string; mostBytes: number }
  open(head: ExportHead): Rendering
  /**
   * The same in several passes over the records, one after the other, if `open` grows several files at once. Each pass ends a file before
   * it begins the next.
   */
  openPasses?(head: ExportHead): readonly (() => Rendering)[]
  /**
   * Files about the whole export, such as an index of all months. Made from the manifest's entries whenever the export is sealed, so
   * they never need the messages.
   */
  describeWhole?(head: WholeHead, parts: readonly WholePart[]): Iterable<Piece>
}

export type WholeHead = Pick<ExportHead, 'channel' | 'filter'>

/**
 * What is known of a part when all of them are described. `gone`: messages that were there when the export was planned and aren't any
 * more, if the part was downloaded before and may still have them.
 */
export type WholePart = {
  month: string
  counts: { messages: number; files: number }
  leftOut: number
  filesLeftOut: number
  gone?: number
  missing: readonly MissingSpan[]
}

/** Collects text, and returns it in pieces that are worth hashing and writing. */
export type PieceBuffer = { add(text: string): readonly Piece[]; flush(): readonly Piece[] }

/** Each piece is a call to the disk in another thread, which costs as much as a hundred messages. */
const pieceLength = 256 * 1024

export function createPieceBuffer(path: string): PieceBuffer {
  let kept: string[] = []
  let length = 0
  const flush = (): readonly Piece[] => {
    if (length === 0) return none
    // In UTF-8 at once, because it is hashed and written.
    const text = Buffer.from(kept.join(''))
    kept = []
    length = 0
    return [{ path, text }]
  }
  return {
    add(text) {
      kept.push(text)
      length += text.length
      return length < pieceLength ? none : flush()
    },
    flush,
  }
}
const none: readonly Piece[] = []
