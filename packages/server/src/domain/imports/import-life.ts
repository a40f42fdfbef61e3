import { Refusal } from '../refusal.ts'

/**
 * `reading`: the file is being read, so that people can look at a preview. `ready`: there is a preview. `refused`: the file can't be
 * imported. `writing`: messages are being added. `undoing`: they are being removed. `dropped`: ended before anything was written.
 */
export type ImportState = 'reading' | 'ready' | 'refused' | 'writing' | 'done' | 'undoing' | 'undone' | 'dropped'

export type ImportWish = 'read-again' | 'commit' | 'undo' | 'drop'

type Step = { from: readonly ImportState[]; to: ImportState; otherwise: string }

const steps: Record<ImportWish, Step> = {
  'read-again': {
    from: ['reading', 'ready', 'refused'],
    to: 'reading',
    otherwise: 'Its time zone and its people can’t be changed any more. Undo it and upload the file again',
  },
  commit: { from: ['ready'], to: 'writing', otherwise: 'Only an import with a preview can be committed' },
  undo: { from: ['done'], to: 'undoing', otherwise: 'Only an import that is finished can be undone' },
  drop: {
    from: ['reading', 'ready', 'refused'],
    to: 'dropped',
    otherwise: 'It has begun to write messages, so it can only be undone',
  },
}

/** What the import becomes. `isOtherAtWork`: another import of the channel is being written or undone. */
export function decideStep(
  { number, state }: { number: number; state: ImportState },
  wish: ImportWish,
  { isOtherAtWork }: { isOtherAtWork: boolean },
): ImportState {
  const { from, to, otherwise } = steps[wish]
  if (!from.includes(state)) throw conflict(`${otherwise}. Import ${number} is ${words[state]}`)
  if (isOtherAtWork && isAtWork(to))
    throw conflict('Another import of this channel is running or being undone. Try again when it is finished')
  return to
}

/** Of one channel, so that uploads don't fill the disk. */
const mostOpen = 5

/** `open`: imports of the channel that have not ended. */
export function refuseTooMany(open: number): void {
  if (open < mostOpen) return
  throw conflict(`This channel has ${mostOpen} imports that aren’t finished. Finish or delete one of them first`)
}

const conflict = (sentence: string) => new Refusal('import-conflict', sentence)

/** While one import writes, no other one does, because both would look for what is missing. */
export const isAtWork = (state: ImportState) => state === 'writing' || state === 'undoing'

const words: Record<ImportState, string> = {
  reading: 'being read',
  ready: 'ready',
  refused: 'refused',
  writing: 'running',
  done: 'finished',
  undoing: 'being undone',
  undone: 'undone',
  dropped: 'deleted',
}
