import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { invalid, type Refusal } from '../../domain/refusal.ts'
import type { Upload, UploadBudget } from './upload-budget.ts'

export type BodyRules = {
  mostBytes: number
  budget: UploadBudget
  /** The user if authenticated, or else the address. */
  sender: string
  tooLarge: () => Refusal
  /** The error for a body that did not arrive in time. */
  slow: () => Refusal
  /** The error for a body that was dropped to free memory. */
  crowded: () => Refusal
}

/** Allocated up front if Content-Length announces this much. More is allocated only as it arrives, because announcing is free. */
const mostBytesOnTrust = 64 * 1024

/**
 * Reads a body into one buffer, within its budget. Not a list of chunks: each chunk would keep the socket's read buffer alive, and
 * a body sent in chunks of one byte would take a hundred times its size.
 */
export function receiveBody(
  request: FastifyRequest,
  payload: Readable,
  { mostBytes, budget, sender, tooLarge, slow, crowded }: BodyRules,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  const announced = Number(request.headers['content-length'])
  const mostExpected = Number.isNaN(announced) ? mostBytes : announced
  if (mostExpected > mostBytes) {
    done(tooLarge())
    return
  }
  let buffer = Buffer.alloc(0)
  let size = 0
  let isOver = false
  // Undefined only during `begin`, which may already drop it.
  let upload: Upload | undefined
  const finish = (error: Error | null) => {
    if (isOver) return
    isOver = true
    payload.off('data', take).off('end', end).off('error', fail).off('close', fail)
    // An error event without a listener would crash the process.
    if (error) payload.on('error', () => {})
    upload?.end()
    const body = buffer
    // Anything that still references the request must not keep a refused body in memory.
    buffer = Buffer.alloc(0)
    if (error) done(error)
    else done(null, body.subarray(0, size))
  }
  const take = (chunk: Buffer) => {
    const newSize = size + chunk.length
    if (newSize > mostBytes) return finish(tooLarge())
    if (newSize > buffer.length) {
      const expected = Math.max(2 * buffer.length, Number.isNaN(announced) ? 0 : mostBytesOnTrust)
      const larger = Buffer.allocUnsafe(Math.max(newSize, Math.min(mostExpected, expected)))
      buffer.copy(larger, 0, 0, size)
      buffer = larger
    }
    chunk.copy(buffer, size)
    size = newSize
    upload?.grow(chunk.length, buffer.length)
  }
  const end = () => {
    const isWhole = Number.isNaN(announced) || announced === size
    finish(isWhole ? null : invalid('Body length does not match Content-Length'))
  }
  // The caller disconnected: no one receives this refusal, and it is not logged as an error.
  const fail = () => finish(invalid('The request ended before its body was complete'))
  upload = budget.begin(sender, (why) => finish(why === 'slow' ? slow() : crowded()))
  if (!isOver) payload.on('data', take).on('end', end).on('error', fail).on('close', fail)
}
