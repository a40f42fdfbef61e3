/** What was loaded before editing, my version, and someone else's. */
export type Sides<Draft> = { base: Draft; mine: Draft; theirs: Draft }

export type Side = 'mine' | 'theirs'

/** `by`: who changed it; `same`: both, to the same value; `conflict`: both, to different values. */
export type FieldChange = {
  /** As in `qa.mode`. */
  path: string
  base: unknown
  mine: unknown
  theirs: unknown
  by: Side | 'same' | 'conflict'
}

/**
 * Every field that anyone changed, those in `paths` first and in that order. An object is compared as one field unless a
 * path leads into it. Fields without a path are included, so that nothing is merged unseen.
 */
export function findChanges<Draft extends object>(sides: Sides<Draft>, paths: readonly string[]): FieldChange[] {
  const order = (path: string) => (paths.includes(path) ? paths.indexOf(path) : paths.length)
  return pathsIn(sides, paths, '')
    .sort((one, other) => order(one) - order(other))
    .map((path) => ({ path, base: at(sides.base, path), mine: at(sides.mine, path), theirs: at(sides.theirs, path) }))
    .flatMap((field) => {
      const by = changerOf(field)
      return by ? [{ ...field, by }] : []
    })
}

/** Their version plus what only I changed, and mine where `choices` say so. A conflict without a choice stays theirs. */
export function mergeDrafts<Draft extends object>(
  sides: Sides<Draft>,
  changes: readonly FieldChange[],
  choices: Readonly<Record<string, Side>>,
): Draft {
  return changes
    .filter(({ by, path }) => by === 'mine' || (by === 'conflict' && choices[path] === 'mine'))
    .reduce<Draft>((draft, { path, mine }) => put(draft, path.split('.'), mine), sides.theirs)
}

/** The fields of a draft that have changed. */
export function changeOf<Draft extends object>(saved: Draft, draft: Draft): Partial<Draft> {
  const entries = Object.entries(draft).filter(([name, value]) => !isSame(value, at(saved, name)))
  return Object.fromEntries(entries) as Partial<Draft>
}

/** Ignores the order of object members. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]))
  }
  if (!isPlain(one) || !isPlain(other)) return false
  const names = Object.keys({ ...one, ...other })
  return names.every((name) => isSame(one[name], other[name]))
}

function changerOf({ base, mine, theirs }: Omit<FieldChange, 'by'>): FieldChange['by'] | undefined {
  if (isSame(mine, theirs)) return isSame(mine, base) ? undefined : 'same'
  if (isSame(mine, base)) return 'theirs'
  return isSame(theirs, base) ? 'mine' : 'conflict'
}

function pathsIn({ base, mine, theirs }: Sides<object>, paths: readonly string[], prefix: string): string[] {
  return Object.keys({ ...base, ...mine, ...theirs }).flatMap((name) => {
    const path = prefix + name
    const inner = { base: at(base, name), mine: at(mine, name), theirs: at(theirs, name) }
    const leadsOn = paths.some((one) => one.startsWith(`${path}.`))
    return leadsOn && areObjects(inner) ? pathsIn(inner, paths, `${path}.`) : [path]
  })
}

function at(value: object, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => (isPlain(inner) ? inner[name] : undefined), value)
}

function put<T extends object>(value: T, [name = '', ...rest]: string[], member: unknown): T {
  const inner = at(value, name)
  return { ...value, [name]: rest.length === 0 ? member : put(isPlain(inner) ? inner : {}, rest, member) }
}

function areObjects(sides: Sides<unknown>): sides is Sides<object> {
  return isPlain(sides.base) && isPlain(sides.mine) && isPlain(sides.theirs)
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
