import { DatabaseError } from 'pg'

/** States (the first two characters of the code) in which the command is not at fault, but the server or the way to it. */
const troubles = new Set([
  '08', // connection
  '28', // nobody of this name or password comes in
  '53', // out of memory, disk or connections
  '55', // a lock that was not to be had in time
  '57', // shut down, or cancelled after its time
  '58', // the system below it
])

const moreTroubles = new Set([
  '25006', // read-only: a standby, or one that was made so
  '3D000', // a database that is gone
  '42501', // rights that were taken away: at the start they were there
])

/** Whether the store is to blame, and the same may well succeed later. */
export function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return isConnectionTrouble(error)
  const { code = '' } = error
  return troubles.has(code.slice(0, 2)) || moreTroubles.has(code)
}

/** Whether the connection is of no more use. */
export function isBroken(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return isConnectionTrouble(error)
  return ['08', '57'].includes(error.code?.slice(0, 2) ?? '') && error.code !== '57014'
}

/** Whether it conflicted with others and succeeds when repeated: deadlock, serialization conflict, unique violation. */
export function isCollision(error: unknown): boolean {
  return error instanceof DatabaseError && ['40001', '40P01', '23505'].includes(error.code ?? '')
}

/** Messages of the driver or the network, not of the server. */
function isConnectionTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined && networkCodes.has(code)) return true
  return /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying|Client has encountered a connection error|Client was closed|Cannot use a pool after|The server does not support SSL)/.test(
    error.message,
  )
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])
