import type { Member } from '@innkeeper/contract'

type Person = Pick<Member, 'userId'>
type Choice = { value: `member:${string}`; label: string }

/** People to choose from. Those with the same name also have the end of their ID, so that they can be told apart. */
export function memberChoices<P extends Person>(people: readonly P[], labelOf: (person: P) => string): Choice[] {
  const labelled = people.map((person) => ({ person, label: labelOf(person) }))
  const counts = new Map<string, number>()
  for (const { label } of labelled) counts.set(label, (counts.get(label) ?? 0) + 1)
  return labelled.map(({ person: { userId }, label }) => ({
    value: `member:${userId}`,
    label: (counts.get(label) ?? 0) > 1 ? `${label} · ${userId.slice(-4)}` : label,
  }))
}

/** The only person with exactly this name. */
export function findNamed(people: readonly Pick<Member, 'userId' | 'displayName'>[], name: string): string | undefined {
  const [found, ...others] = people.filter(
    ({ displayName }) => displayName.normalize('NFKC') === name.normalize('NFKC'),
  )
  return others.length === 0 ? found?.userId : undefined
}
