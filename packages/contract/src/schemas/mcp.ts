import { Type } from '../schema.ts'

/** How long the text of one answer can be, in UTF-16 units. Assistants cut off or reject longer ones. */
export const mcpLimits = { answer: 40_000, items: 50, imageBytes: 200_000 } as const

/** A request or notification. Clients never answer ours, because we send none. */
export const JsonRpcMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Unsafe<string | number>({ type: ['string', 'integer'], maxLength: 200 })),
    method: Type.String({ minLength: 1, maxLength: 100 }),
    params: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  {
    title: 'JsonRpcMessage',
    additionalProperties: false,
    examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }],
  },
)

/** What the protocol itself rejects, such as headers that contradict the body. */
export const JsonRpcError = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Unsafe<string | number | null>({ type: ['string', 'integer', 'null'] }),
    error: Type.Object({ code: Type.Integer(), message: Type.String() }, { additionalProperties: true }),
  },
  { title: 'JsonRpcError', additionalProperties: false },
)
