import { invalid } from '../../domain/refusal.ts'

/** Turns errors of the disk or its permissions into a sentence for the operator. Rethrows anything else. */
export async function withDiskTrouble<T>(target: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const sentence = explain(error as NodeJS.ErrnoException, target)
    throw sentence === undefined ? error : invalid(sentence)
  }
}

function explain({ code, syscall, path = '' }: NodeJS.ErrnoException, target: string): string | undefined {
  if (syscall === undefined) return undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `There is not enough space for ${target}. Unfinished files were removed. Free some space, or choose another disk.`
  }
  if (code === 'EFBIG') {
    return (
      `${target} is on a disk that can't store a file of this size. Unfinished files were removed. Choose a disk with another file ` +
      'system than FAT32, such as exFAT, or a user without a limit for files (ulimit -f).'
    )
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return (
      `${path || target} cannot be accessed by this user (${code}). Change its owner to the user of the service (chown), or ` +
      'choose another path.'
    )
  }
  return `${path || target} cannot be read or written (${code}). Unfinished files were removed. Check the disk.`
}
