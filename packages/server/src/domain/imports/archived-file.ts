/** Why a message of a chat history has no file, although someone sent one. */
export type FileProblem = 'missing' | 'damaged' | 'too-large'

/** Shown where the file would be. */
export const whyNoFile: Record<FileProblem, string> = {
  missing: 'the imported chat history doesn’t contain the file',
  damaged: 'the file is damaged in the imported chat history',
  'too-large': 'the file in the imported chat history is larger than this service saves',
}

/** The file can't be read, now or later. */
export class DamagedFile extends Error {}
