import { Type } from '../schema.ts'
import { exactly } from './primitives.ts'

export const Health = exactly(
  'Health',
  {
    status: Type.Literal('ok'),
    timestamp: Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
      description: 'Current time, with milliseconds.',
    }),
  },
  { examples: [{ status: 'ok', timestamp: '2026-03-01T09:30:00.000Z' }] },
)

const Queue = exactly('Queue', {
  kind: Type.String({ description: 'The kind of job.' }),
  due: Type.Integer({ minimum: 0, description: 'How many could run now and are waiting.' }),
  oldestSeconds: Type.Integer({ minimum: 0, description: 'How long the oldest of them has been waiting.' }),
})

export const Ready = exactly(
  'Ready',
  {
    status: Type.Literal('ready'),
    warnings: Type.Array(Type.String(), { description: 'Problems that need attention soon.' }),
    queues: Type.Array(Queue, { description: 'Jobs that are waiting, by kind. A few seconds old.' }),
  },
  { examples: [{ status: 'ready', warnings: [], queues: [{ kind: 'fetch-media', due: 3, oldestSeconds: 2 }] }] },
)

export const ErrorBody = exactly(
  'Error',
  { error: Type.String({ description: 'A sentence that says what went wrong.' }) },
  { examples: [{ error: 'Permission denied' }] },
)
