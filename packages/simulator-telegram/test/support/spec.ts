import { readFileSync } from 'node:fs'

type Field = { name: string; types: string[]; required: boolean }
type Type = { fields?: Field[]; subtypes?: string[] }
type Spec = { types: Record<string, Type>; methods: Record<string, { fields?: Field[]; returns: string[] }> }

const spec: Spec = JSON.parse(readFileSync(new URL('../fixtures/bot-api/bot-api.json', import.meta.url), 'utf8'))

/** Where a value differs from the description of a type: unknown, missing and wrong fields. Empty if it fits. */
export function findProblems(type: string, value: unknown, path = type): string[] {
  const [, item] = /^Array of (.+)$/.exec(type) ?? []
  if (item !== undefined) {
    if (!Array.isArray(value)) return [`${path} is not a list`]
    return value.flatMap((one, index) => findProblems(item, one, `${path}[${index}]`))
  }
  switch (type) {
    case 'Integer':
      return Number.isInteger(value) ? [] : [`${path} is not a whole number`]
    case 'Float':
      return typeof value === 'number' ? [] : [`${path} is not a number`]
    case 'String':
      return typeof value === 'string' ? [] : [`${path} is not a text`]
    case 'Boolean':
      return typeof value === 'boolean' ? [] : [`${path} is neither true nor false`]
  }
  const described = spec.types[type]
  if (!described) return [`${path} has the unknown type ${type}`]
  if (described.subtypes) return findInAny(described.subtypes, value, path)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} is not an object`]
  return findInFields(described.fields ?? [], value as Record<string, unknown>, path)
}

/** The result of a method. */
export function findResultProblems(method: string, result: unknown): string[] {
  const described = spec.methods[method]
  return described ? findInAny(described.returns, result, method) : [`there is no method ${method}`]
}

/** The parameters of a call. */
export function findCallProblems(method: string, parameters: Record<string, unknown>): string[] {
  const described = spec.methods[method]
  return described ? findInFields(described.fields ?? [], parameters, method) : [`there is no method ${method}`]
}

function findInFields(fields: Field[], value: Record<string, unknown>, path: string): string[] {
  const unknown = Object.keys(value).filter((name) => !fields.some((field) => field.name === name))
  return [
    ...unknown.map((name) => `${path}.${name} doesn't exist`),
    ...fields.flatMap(({ name, types, required }) => {
      const given = value[name]
      if (given === undefined) return required ? [`${path}.${name} is missing`] : []
      return findInAny(types, given, `${path}.${name}`)
    }),
  ]
}

/** The problems with the type that fits best. */
function findInAny(types: string[], value: unknown, path: string): string[] {
  const all = types.map((type) => findProblems(type, value, path))
  return all.toSorted((one, other) => one.length - other.length)[0] ?? []
}
