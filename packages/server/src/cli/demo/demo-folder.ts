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

/** The files of the demo, apart from real data. */
export type DemoFolder = { dataDir: string; simulatorDir: string; telegramDir: string; keyPath: string }

/** Stored when the demo is complete. `telegramOwnerId` is absent if an earlier version made it, without Telegram. */
export type DemoFacts = { channelId: string; ownerId: string; telegramOwnerId?: string }

/** Locked while the demo runs. */
export const lockName = 'demo.lock'
const markName = 'demo.json'
/** The marker while it is being written. */
const draftName = 'demo.json.new'

export function demoFolderIn(dataDir: string): DemoFolder {
  const demoDir = join(dataDir, 'demo')
  const [simulatorDir, telegramDir] = [join(demoDir, 'simulator'), join(demoDir, 'telegram')]
  return { dataDir: demoDir, simulatorDir, telegramDir, keyPath: join(demoDir, 'key') }
}

export function makeFolder({ dataDir }: DemoFolder): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
}

/**
 * Undefined if the demo has to be created: in an empty folder, or if an earlier start was interrupted. The files of an interrupted
 * start are deleted, but only if the folder has the demo's own marker file.
 */
export function findFinishedDemo(folder: DemoFolder): DemoFacts | undefined {
  const { dataDir } = folder
  const names = readdirSync(dataDir).filter((name) => !name.startsWith(lockName) && name !== draftName)
  if (names.length === 0) return undefined
  const mark = readMark(dataDir)
  if (mark === undefined) {
    throw new UsageProblem(
      `The demo keeps its data in ${dataDir}, but that folder contains something else. Move it away, or choose another data ` +
        `folder with --data. If it's a restored copy, start it with ./innkeeper serve --data ${dataDir}.`,
    )
  }
  if (mark !== 'unfinished') return mark
  // The marker stays, so that the next start can continue if this one is interrupted too.
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
    const { isFinished, channelId, ownerId, telegramOwnerId } = JSON.parse(
      readFileSync(join(dataDir, markName), 'utf8'),
    )
    if (isFinished === false) return 'unfinished'
    if (typeof channelId !== 'string' || typeof ownerId !== 'string') return undefined
    return { channelId, ownerId, ...(typeof telegramOwnerId === 'string' && { telegramOwnerId }) }
  } catch {
    return undefined
  }
}

function writeMark({ dataDir }: DemoFolder, mark: object): void {
  const draft = join(dataDir, draftName)
  writePrivately(draft, `${JSON.stringify(mark)}\n`)
  renameSync(draft, join(dataDir, markName))
}

/** Readable for the owner only, and on the disk when this returns. */
export function writePrivately(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
