import type { Static } from 'typebox'
import { Type } from '../schema.ts'
import { nullable, nullableTimestamp, timestamp, word } from './primitives.ts'

const runStates = ['running', 'done', 'failed', 'differs', 'impossible'] as const
const problemKinds = [
  'failed',
  'late',
  'differs',
  'incomplete',
  'unverified',
  'drill-failed',
  'drill-differs',
  'drill-impossible',
] as const
const targets = ['folder', 'bucket'] as const
const encryptions = ['none', 'recipients', 'passphrase'] as const

const bytes = (description: string) => Type.Integer({ minimum: 0, description })

const runSchema = Type.Object(
  {
    begunAt: timestamp('When it began.'),
    finishedAt: nullableTimestamp('When it ended. Null while it runs, or if the machine stopped before the end.'),
    state: word(runStates, {
      description:
        '`differs`: it finished and found damage or a difference. `impossible`: it was not tried, for the reason given.',
    }),
    reason: Type.String({ description: 'What went wrong. Empty if nothing did.' }),
    bytes: bytes('Bytes that it wrote (snapshots) or read.'),
  },
  { additionalProperties: false },
)

const run = (description: string) =>
  Type.Unsafe<Static<typeof runSchema> | null>({ anyOf: [runSchema, { type: 'null' }], description })

const problem = Type.Object(
  {
    kind: word(problemKinds, {
      description:
        '`failed`: the latest snapshot. `late`: there is no recent one. `differs`: a stored file is damaged. ' +
        '`incomplete`: it was made, but files are missing or old snapshots could not be removed. `unverified`: not everything was ' +
        'read again within 30 days. The others are about drills.',
    }),
    reason: Type.String({ description: 'What happened, for the operator. Can be empty.' }),
  },
  { additionalProperties: false, description: 'Something that needs attention.' },
)

const place = Type.Object(
  {
    target: word(targets),
    where: Type.String({ description: 'The folder, or the bucket with its endpoint. Without keys.' }),
    lastSnapshotAt: nullableTimestamp('When the latest complete snapshot was finished. Null if there is none.'),
    writtenBytes: bytes('How much the latest complete snapshot had to write. Files of earlier ones are shared.'),
    lastRun: run('The latest attempt to make a snapshot. Null if there was none.'),
    lastCheck: run('When a share of the stored files was last read again and compared. Null if never.'),
    verifiedAt: nullableTimestamp('When everything in the place had last been read again. Null if not yet.'),
    lastDrill: run('The latest test of a restore. Null if there was none.'),
    problems: Type.Array(problem),
  },
  { additionalProperties: false, description: 'A folder or bucket for snapshots.' },
)

export const snapshotStatus = Type.Object(
  {
    schedule: nullable<string>('string', {
      description: 'When snapshots are made, such as `daily 03:00`. Null if the service makes none.',
    }),
    nextAt: nullableTimestamp('When the next one is due. Null without a schedule.'),
    drillSchedule: nullable<string>('string', { description: 'When a restore is tested. Null if never.' }),
    nextDrillAt: nullableTimestamp('When the next test is due. Null without a schedule.'),
    encryption: word(encryptions, {
      description: '`recipients`: for public keys, so the service cannot decrypt. `passphrase`: the service can.',
    }),
    places: Type.Array(place, { description: 'Empty if none is set.' }),
  },
  { additionalProperties: false, description: 'Snapshots that the service makes itself.' },
)
