import { DatabaseError } from 'pg'

/** Error classes (the first two characters of the code) of the server or the connection; the command is not at fault. */
const troubles = new Set([
  '08', // connection
  '28', // wrong name or password
  '53', // out of memory, disk or connections
  '55', // a lock was not available in time
  '57', // shut down, or cancelled after a timeout
  '58', // the operating system
])

const moreTroubles = new Set([
  '25006', // read-only: a standby, or set to read-only
  '25P03', // this process was frozen for too long inside a transaction
  '3D000', // the database is gone
  '42501', // permissions that were revoked since the start
])

/** A server that was reached, but is not the one that is wanted. */
export class WrongServer extends Error {
  override name = 'WrongServer'
}

/** Whether the store is to blame, so that a retry may succeed. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof WrongServer) return true
  if (!(error instanceof DatabaseError)) return isConnectionTrouble(error)
  const { code = '' } = error
  return troubles.has(code.slice(0, 2)) || moreTroubles.has(code)
}

/** Whether the connection is unusable, also because its server no longer accepts writes: another one may. */
export function isBroken(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return isConnectionTrouble(error)
  const { code = '' } = error
  return code === '25P03' || code === '25006' || (['08', '57'].includes(code.slice(0, 2)) && code !== '57014')
}

/** What a transaction read was changed by another one before it was locked. */
export class Collision extends Error {
  override name = 'Collision'
}

/** Whether it conflicted with others and succeeds when repeated: deadlock, serialization conflict, unique violation. */
export function isCollision(error: unknown): boolean {
  if (error instanceof Collision) return true
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
