import { invalid } from '../../domain/refusal.ts'

/** Says in a sentence what the disk or its rights stand in the way of. Anything else is thrown on as it is. */
export async function withDiskTrouble<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const sentence = explain(error as NodeJS.ErrnoException, place)
    throw sentence === undefined ? error : invalid(sentence)
  }
}

function explain({ code, syscall, path = '' }: NodeJS.ErrnoException, place: string): string | undefined {
  if (syscall === undefined) return undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `There is not enough room for ${place}. Nothing was left behind; make room, or choose another disk.`
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `${path || place} cannot be used by this user (${code}). Give it to the user of the service (chown), or choose another.`
  }
  return `${path || place} cannot be read or written (${code}). Nothing was left behind; look after the disk.`
}
