import type { Static } from 'typebox'
import { Type } from '../schema.ts'
import { historyFormats } from './imports.ts'
import { exactly, word } from './primitives.ts'

const ImportedFrom = exactly('ImportedFrom', {
  number: Type.Integer({
    minimum: 1,
    description: 'Number of the import. If several contain the message, the first one.',
  }),
  format: word(historyFormats, { description: 'The program that saved the file.' }),
  similar: Type.Boolean({
    description:
      'Whether it may be another wording of a message that came from the platform. The same person sent a similar text in the same ' +
      'minute, and the file does not have that one. Both are kept.',
  }),
})

/** Where a message comes from, and what is known of its time. */
export const originMembers = {
  precision: word(['exact', 'second', 'minute'], {
    description:
      'How exact its time is. Imported messages may be known only to the second or minute. Their order is that of the file.',
  }),
  imported: Type.Unsafe<Static<typeof ImportedFrom> | null>({
    anyOf: [ImportedFrom, { type: 'null' }],
    description: 'The import that it came with. Null if it came from the platform.',
  }),
}
