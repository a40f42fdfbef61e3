import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { FastifyReply } from 'fastify'
import { createTurns } from '../../../src/http/limits/turns.ts'

// Without a server, because the order in which requests begin cannot be seen from outside.

function openTurns(mostAtOnce: number) {
  const turns = createTurns(mostAtOnce)
  const begun: string[] = []
  const ask = (userId: string, name: string) => {
    const raw = Object.assign(new EventEmitter(), { destroyed: false })
    const { promise, resolve: finish } = Promise.withResolvers<void>()
    const ended = turns.take(userId, { raw } as unknown as FastifyReply).then((turn) => {
      return turn.run(() => {
        begun.push(name)
        return promise
      })
    })
    const leave = () => {
      raw.destroyed = true
      raw.emit('close')
    }
    return { finish, ended, leave }
  }
  return { begun, ask, turns }
}

const settle = () => new Promise(setImmediate)

test('a person has a limited number of requests under way, the next begins when one ends, and others do not wait', async () => {
  const { begun, ask } = openTurns(2)
  const first = ask('U-1', 'first')
  ask('U-1', 'second')
  ask('U-1', 'third')
  ask('U-1', 'fourth')
  ask('U-2', 'of someone else')
  await settle()
  assert.deepEqual(begun, ['first', 'second', 'of someone else'])
  first.finish()
  await first.ended
  await settle()
  assert.deepEqual(begun.slice(3), ['third'])
})

test('a caller who leaves while waiting is skipped, and takes nobody else’s turn', async () => {
  const { begun, ask } = openTurns(1)
  const first = ask('U-1', 'first')
  const second = ask('U-1', 'second')
  ask('U-1', 'third')
  ask('U-1', 'fourth')
  await settle()
  second.leave()
  await settle()
  // Its handler has no one to answer. What matters is that the others still wait.
  assert.deepEqual(begun, ['first', 'second'])
  first.finish()
  await settle()
  assert.deepEqual(begun, ['first', 'second', 'third'])
  second.finish()
  await settle()
  assert.deepEqual(begun, ['first', 'second', 'third'])
})

test('a request that ends before its work begins releases its turn, and so does one that fails', async () => {
  const { begun, ask, turns } = openTurns(1)
  const raw = Object.assign(new EventEmitter(), { destroyed: false })
  await turns.take('U-1', { raw } as unknown as FastifyReply)
  ask('U-1', 'next')
  await settle()
  assert.deepEqual(begun, [])
  raw.emit('close')
  await settle()
  assert.deepEqual(begun, ['next'])
  const failing = await createTurns(1).take('U-1', { raw: new EventEmitter() } as unknown as FastifyReply)
  await assert.rejects(
    failing.run(() => Promise.reject(new Error('the disk is gone'))),
    /the disk is gone/,
  )
})
