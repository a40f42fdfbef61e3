import { comparableName } from './comparable.ts'
import type { FileZone } from './infer-zone.ts'
import { fitsZone } from './infer-zone.ts'
import type { Vote } from './inference/overlap-votes.ts'

/** Someone who a name may stand for: a member, the bot, or someone from an earlier import. */
export type KnownPerson = { id: string; name: string }

/** A name of the file. `id` if the format has the platform's ID. */
export type FileName = { name: string; id?: string }

export type InferredPerson = {
  name: string
  /** Proposed, and may be changed. Undefined if no one is. */
  person?: string
  /**
   * - `id`: the file has the person's ID.
   * - `texts`: at least three texts occur once on both sides, and nearly all of them are this person's.
   * - `few-texts`: fewer than three.
   * - `mixed-texts`: those of several people. No one is proposed.
   * - `same-name`: no texts, but exactly one person has this name.
   * - `shared-name`: several people have this name, or texts show that its owner is called something else in the file.
   * - `unknown`: nothing is known.
   */
  why: 'id' | 'texts' | 'few-texts' | 'mixed-texts' | 'same-name' | 'shared-name' | 'unknown'
  isSure: boolean
  /** Texts that occur once on both sides, and how many of them are the proposed person's. */
  votes: number
  fitting: number
}

const leastVotes = 3
const leastShare = 0.95

export type PeopleEvidence = {
  names: readonly FileName[]
  people: readonly KnownPerson[]
  votes: readonly Vote[]
  /** Votes that don't fit it are coincidences. Undefined if the file has instants. */
  zone?: FileZone
}

/** Infers who the names of a file stand for. They are what the phone of whoever exported it showed, which may be anything. */
export function inferPeople({ names, people, votes, zone }: PeopleEvidence): InferredPerson[] {
  const fitting = zone ? votes.filter((vote) => fitsZone(vote, zone)) : votes.filter(isSameInstant)
  const byName = Map.groupBy(fitting, ({ name }) => name)
  const ids = new Set(people.map(({ id }) => id))
  const first = names.map(({ name, id }): InferredPerson => {
    if (id !== undefined && ids.has(id)) return { name, person: id, why: 'id', isSure: true, votes: 0, fitting: 0 }
    return countVotes(name, byName.get(name) ?? [])
  })
  const taken = new Set(first.flatMap(({ person, isSure }) => (isSure && person !== undefined ? person : [])))
  const byDisplayName = Map.groupBy(people, ({ name }) => comparableName(name))
  return first.map((inferred) =>
    inferred.why === 'unknown'
      ? fromName(inferred, byDisplayName.get(comparableName(inferred.name)) ?? [], taken)
      : inferred,
  )
}

/** The file's instants may have been rounded down to a minute. */
const isSameInstant = ({ wall, at }: Vote) => Math.abs(wall - at) <= 2 * 60_000

function countVotes(name: string, votes: readonly Vote[]): InferredPerson {
  const counts = [...Map.groupBy(votes, ({ person }) => person)]
    .map(([person, { length }]) => ({ person, count: length }))
    .toSorted((one, other) => other.count - one.count)
  const [best] = counts
  if (!best) return { name, why: 'unknown', isSure: false, votes: 0, fitting: 0 }
  const figures = { name, votes: votes.length, fitting: best.count }
  if (best.count < votes.length * leastShare) return { ...figures, why: 'mixed-texts', isSure: false }
  const isSure = best.count >= leastVotes
  return { ...figures, person: best.person, why: isSure ? 'texts' : 'few-texts', isSure }
}

function fromName(
  inferred: InferredPerson,
  namesakes: readonly KnownPerson[],
  taken: ReadonlySet<string>,
): InferredPerson {
  const [only] = namesakes
  if (!only || comparableName(inferred.name) === '') return inferred
  if (namesakes.length > 1 || taken.has(only.id)) return { ...inferred, why: 'shared-name' }
  return { ...inferred, person: only.id, why: 'same-name' }
}
