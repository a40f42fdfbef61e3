import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { UsageProblem } from '../../config/config.ts'

/** Where everything of the demo lies, apart from real data. */
export type DemoFolder = { dataDir: string; simulatorDir: string; keyPath: string }

/** What a finished demo remembers of its making. */
export type DemoFacts = { channelId: string; ownerId: string }

/** Held while the demo runs. */
export const lockName = 'demo.lock'
const markName = 'demo.json'
/** A mark that was being written. */
const draftName = 'demo.json.new'

export function demoFolderIn(dataDir: string): DemoFolder {
  const demoDir = join(dataDir, 'demo')
  return { dataDir: demoDir, simulatorDir: join(demoDir, 'simulator'), keyPath: join(demoDir, 'key') }
}

export function makeFolder({ dataDir }: DemoFolder): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
}

/**
 * Undefined where the demo is to be made: in an empty folder, or where an earlier start was stopped in the middle; what
 * that one left is thrown away. Only what bears the demo's own mark ever is.
 */
export function findFinishedDemo(folder: DemoFolder): DemoFacts | undefined {
  const { dataDir } = folder
  const names = readdirSync(dataDir).filter((name) => !name.startsWith(lockName) && name !== draftName)
  if (names.length === 0) return undefined
  const mark = readMark(dataDir)
  if (mark === undefined) {
    throw new UsageProblem(
      `${dataDir} is where the demo keeps its data, but holds something else. Move it away, or choose another data folder ` +
        'with --data.',
    )
  }
  if (mark !== 'unfinished') return mark
  // The mark stays: were this stopped in the middle too, the next start would go on with it.
  for (const name of names.filter((one) => one !== markName)) rmSync(join(dataDir, name), { recursive: true })
  return undefined
}

export function markUnfinished(folder: DemoFolder): void {
  writeMark(folder, { isFinished: false })
}

export function markFinished(folder: DemoFolder, facts: DemoFacts): void {
  writeMark(folder, { isFinished: true, ...facts })
}

function readMark(dataDir: string): DemoFacts | 'unfinished' | undefined {
  try {
    const { isFinished, channelId, ownerId } = JSON.parse(readFileSync(join(dataDir, markName), 'utf8'))
    if (isFinished === false) return 'unfinished'
    return typeof channelId === 'string' && typeof ownerId === 'string' ? { channelId, ownerId } : undefined
  } catch {
    return undefined
  }
}

function writeMark({ dataDir }: DemoFolder, mark: object): void {
  const draft = join(dataDir, draftName)
  writePrivately(draft, `${JSON.stringify(mark)}\n`)
  renameSync(draft, join(dataDir, markName))
}

/** For its owner's eyes alone, and on the disk when this returns. */
export function writePrivately(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
