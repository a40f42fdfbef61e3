import { Type } from '../schema.ts'
import { languages } from './channels.ts'
import { messageTypes } from './messages.ts'
import { day, dayRange, exactly, nullable, word } from './primitives.ts'

/** In the order in which they are listed. */
export const exportFormatNames = ['jsonl', 'csv', 'txt', 'md', 'line', 'transcript', 'html', 'html-single'] as const

export const ExportWish = exactly(
  'ExportWish',
  {
    formats: Type.Array(word(exportFormatNames), {
      minItems: 1,
      maxItems: exportFormatNames.length,
      uniqueItems: true,
      description:
        '`jsonl`: one JSON record per line, complete and byte-identical for equal data. `csv`: for spreadsheets. `txt`: for ' +
        'reading. `md`: Markdown. `line`: the form in which the LINE app saves a chat history. `transcript`: a page to print, ' +
        'with numbered lines and checksums. `html`: pages to read and search without a connection. `html-single`: one page with ' +
        'reduced photos and without other files, about 25 MB at most: photos beyond that are left out. It can’t be combined with ' +
        'other formats.',
    }),
    ...dayRange,
    sender: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'User ID. Only messages of this person.' }),
    ),
    type: Type.Optional(word(messageTypes, { description: 'Only messages of this type.' })),
    own: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Only the caller's own messages. Needs no subscription. Can't be combined with `sender`.",
      }),
    ),
    media: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether to include the files of the messages, each once.' }),
    ),
    language: Type.Optional(
      word(languages, { description: "Language of the words in it. Defaults to the channel's language." }),
    ),
  },
  { examples: [{ formats: ['jsonl', 'txt'], from: '2026-03-01', media: false }] },
)

const figures = {
  messages: Type.Integer({ minimum: 0, description: 'Number of messages.' }),
  bytes: Type.Integer({
    minimum: 0,
    description: 'Size of the messages as they are stored. A `jsonl` file is slightly larger.',
  }),
  files: Type.Integer({ minimum: 0, description: 'Number of files, which may be equal. 0 without `media`.' }),
  fileBytes: Type.Integer({ minimum: 0, description: 'Size of these files.' }),
}

const ExportPart = exactly('ExportPart', {
  id: Type.String({
    description: 'Downloads the part. Valid for this channel, for as long as the service keeps its data.',
  }),
  month: Type.String({ description: "The month, in the channel's time zone.", examples: ['2026-03'] }),
  from: day('First day.'),
  to: day('Last day, inclusive.'),
  ...figures,
})

export const ExportPlan = exactly(
  'ExportPlan',
  {
    ...figures,
    firstDay: nullable<string>('string', {
      format: 'date',
      description: 'Day of the first message. Null without messages.',
    }),
    lastDay: nullable<string>('string', {
      format: 'date',
      description: 'Day of the last message. Null without messages.',
    }),
    parts: Type.Array(ExportPart, {
      description: 'Oldest first. Months without messages are left out. `html-single` always has a part.',
    }),
  },
  {
    examples: [
      {
        messages: 1204,
        bytes: 301_245,
        files: 31,
        fileBytes: 48_120_331,
        firstDay: '2026-03-02',
        lastDay: '2026-03-31',
        parts: [
          {
            id: 'month~.MjAyNi0wMw~~1204~1204~x4T1yq0uKkWb2d9mVn3zAA',
            month: '2026-03',
            from: '2026-03-01',
            to: '2026-03-31',
            messages: 1204,
            bytes: 301_245,
            files: 31,
            fileBytes: 48_120_331,
          },
        ],
      },
    ],
  },
)
