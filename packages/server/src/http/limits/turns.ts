import type { FastifyReply } from 'fastify'
import type { Slot } from './budgets.ts'

/** Answers a few requests of each person at a time. The others wait in order before their bodies are read. */
export type Turns = {
  /** Resolves when it is this request's turn or its caller has disconnected. The turn ends with the work or the request. */
  take(userId: string, reply: FastifyReply): Promise<Slot>
}

type Person = { running: number; waiting: Set<() => void> }

export function createTurns(mostAtOnce: number): Turns {
  const people = new Map<string, Person>()

  const end = (userId: string, person: Person) => {
    const [begin] = person.waiting
    if (begin) {
      person.waiting.delete(begin)
      begin()
    } else if (--person.running === 0) people.delete(userId)
  }

  return {
    async take(userId, { raw }) {
      const person = people.get(userId) ?? { running: 0, waiting: new Set() }
      people.set(userId, person)
      let state: 'waiting' | 'begun' | 'running' | 'over' = 'waiting'
      const finish = () => {
        if (state !== 'over') end(userId, person)
        state = 'over'
      }
      if (person.running < mostAtOnce) person.running++
      else {
        await new Promise<void>((resolve) => {
          person.waiting.add(resolve)
          raw.once('close', () => {
            if (person.waiting.delete(resolve)) state = 'over'
            resolve()
          })
        })
      }
      if (state === 'waiting') state = 'begun'
      if (raw.destroyed) finish()
      // If the request is refused before its work begins.
      else raw.once('close', () => state === 'begun' && finish())
      return {
        async run(work) {
          if (state === 'begun') state = 'running'
          try {
            return await work()
          } finally {
            finish()
          }
        },
      }
    },
  }
}
