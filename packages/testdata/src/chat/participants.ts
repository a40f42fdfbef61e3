import type { Random } from '../random.ts'
import { type ChannelDescription, settledPeople } from './channel.ts'
import type { Person } from './chat-event.ts'

export type Change = { kind: 'joined' | 'left'; person: Person }

/** Who is in the chat at the moment. */
export type Participants = {
  /** Occasionally someone joins or leaves (never one of the settled people). */
  change(): Change | undefined
  /** Three different people; a newcomer is the first of them. */
  pickSpeakers(newcomer: Person | undefined): [Person, Person, Person]
  /** Anyone except this person. */
  pickOther(person: Person): Person
}

export function gatherParticipants({ people, presentAtFirst }: ChannelDescription, random: Random): Participants {
  const present = people.slice(0, presentAtFirst)
  const absent = people.slice(presentAtFirst)
  const at = (index: number) => present[index % present.length] as Person
  const move = (from: Person[], to: Person[], least: number): Person => {
    const person = from.splice(random.between(least, from.length - 1), 1)[0] as Person
    to.push(person)
    return person
  }
  return {
    change() {
      if (!random.chance(6)) return undefined
      const mayLeave = present.length > settledPeople
      if (absent.length > 0 && (!mayLeave || random.chance(50)))
        return { kind: 'joined', person: move(absent, present, 0) }
      return mayLeave ? { kind: 'left', person: move(present, absent, settledPeople) } : undefined
    },
    pickSpeakers(newcomer) {
      const first = newcomer ? present.indexOf(newcomer) : random.below(present.length)
      const step = random.between(1, present.length - 2)
      return [at(first), at(first + step), at(first + step + 1)]
    },
    pickOther: (person) => at(present.indexOf(person) + random.between(1, present.length - 1)),
  }
}
