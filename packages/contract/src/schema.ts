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

/** Marks optional members. A symbol, so that code that iterates over a schema doesn't see it. */
const isOptional = Symbol('optional')

/**
 * The types are TypeBox's, which derive a TypeScript type from a schema. The code covers only the few kinds that we use: TypeBox
 * itself is several hundred files, which every process and every browser would load just to build plain objects.
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
  /** With any names. */
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
