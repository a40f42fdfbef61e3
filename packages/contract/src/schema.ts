import type { Type as TypeBox } from 'typebox'

type Schema = Record<string, unknown>
type Kind =
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Record'
  | 'String'
  | 'Union'
type Builders = Pick<typeof TypeBox, Kind | 'Unknown' | 'Unsafe'>

/** Marks what may be left out. Not to be seen by whoever walks through the members of a schema. */
const isOptional = Symbol('optional')

/**
 * The types are TypeBox's, which make of a schema what TypeScript sees. What runs is only the few kinds that we use: its own
 * code is several hundred files, which every process and every browser would load to write down plain objects.
 */
export const Type = {
  Array: (items: Schema, more?: Schema) => ({ type: 'array', items, ...more }),
  Boolean: (more?: Schema) => ({ type: 'boolean', ...more }),
  Integer: (more?: Schema) => ({ type: 'integer', ...more }),
  Literal: (value: unknown, more?: Schema) => ({ type: typeof value, const: value, ...more }),
  Number: (more?: Schema) => ({ type: 'number', ...more }),
  Object: (properties: Record<string, Schema>, more?: Schema) => {
    const required = Object.keys(properties).filter((name) => !(isOptional in (properties[name] ?? {})))
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...more }
  },
  Optional: (schema: Schema) => ({ ...schema, [isOptional]: true }),
  /** By names of any kind. */
  Record: (_names: Schema, values: Schema, more?: Schema) => ({
    type: 'object',
    patternProperties: { '^.*$': values },
    ...more,
  }),
  String: (more?: Schema) => ({ type: 'string', ...more }),
  Union: (anyOf: Schema[], more?: Schema) => ({ anyOf, ...more }),
  Unknown: (more?: Schema) => ({ ...more }),
  Unsafe: (schema: Schema) => ({ ...schema }),
} as unknown as Builders
