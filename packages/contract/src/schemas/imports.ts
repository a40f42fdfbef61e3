import type { Static, TSchema, TUnsafe } from 'typebox'
import { Type } from '../schema.ts'
import { gapReasons } from './ledger.ts'
import { day, exactly, nullable, nullableTimestamp, timestamp, word } from './primitives.ts'

export const historyFormats = ['line', 'whatsapp', 'telegram', 'discord', 'slack', 'innkeeper'] as const

export const importStates = ['reading', 'ready', 'refused', 'writing', 'done', 'undoing', 'undone', 'dropped'] as const

export const leftOutReasons = [
  'bot',
  'unsent',
  'erased',
  'private',
  'expired',
  'excluded',
  'undecided',
  'out-of-order',
] as const

const historyNotes = ['joined', 'left', 'unsent', 'call', 'renamed', 'album', 'poll', 'other'] as const

const unreadReasons = [
  'too-long',
  'not-text',
  'no-date',
  'bad-time',
  'name-unclear',
  'date-order-unclear',
  'chat-unclear',
  'not-a-record',
  'broken-json',
  'unknown-record',
] as const

/** Files have longer names only to cause trouble. */
export const longestFileName = 200

const orNull = <S extends TSchema>(schema: S, description: string): TUnsafe<Static<S> | null> =>
  Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: 'null' }], description })

const count = (description: string) => Type.Integer({ minimum: 0, description })

const LeftOut = exactly('LeftOutMessages', {
  reason: word(leftOutReasons, {
    description:
      '`bot`: the bot said it. `unsent`: it fits a message that was unsent here. `erased`: the person was erased. `private`: the ' +
      'person had turned off saving with `/private`. `expired`: older than messages are kept. `excluded`: the owner left this ' +
      'person out. `undecided`: it may be someone who was erased or turned off saving, and the owner hasn’t decided who it is. ' +
      '`out-of-order`: much earlier than the lines before it. More may be added.',
  }),
  messages: count('How many.'),
})

const Noted = exactly('HistoryNotes', {
  what: word(historyNotes, { description: 'What happened, according to the file. More may be added.' }),
  times: count('How often.'),
})

const figures = {
  format: word(historyFormats, { description: 'The program that saved the file. `innkeeper`: an export of ours.' }),
  lines: count('Lines of the file. In formats made of JSON, each record counts as one line.'),
  firstDay: nullable<string>('string', {
    format: 'date',
    description: "Day of the first message, in the channel's time zone. Null without messages.",
  }),
  lastDay: nullable<string>('string', { format: 'date', description: 'Day of the last message.' }),
  new: count('Messages that are missing here. They are added.'),
  similar: count(
    'Of the new ones, messages that may be another wording of one that is here. They are added, and marked.',
  ),
  here: count('Messages that are here already, from the platform or from another import.'),
  leftOut: Type.Array(LeftOut, { description: 'Messages that are missing here, but must not be added.' }),
  notes: Type.Array(Noted, {
    description: 'Lines about what happened, which are not messages. They are counted and never added.',
  }),
  unread: count('Places in the file that could not be read.'),
}

const ImportFigures = exactly('ImportFigures', figures, {
  description: 'What the file contains, compared with the messages that came from the platform.',
})

const summary = {
  number: Type.Integer({ minimum: 1, description: 'Number of the import in this channel.' }),
  state: word(importStates, {
    description:
      '`reading`: the file is being read. `ready`: there is a preview, and nothing is written yet. `refused`: the file cannot be ' +
      'imported, for the `reason`. `writing`: messages are being added. `done`: all were added. `undoing`: they are being ' +
      'removed. `undone`: they were removed. `dropped`: deleted before anything was written.',
  }),
  reason: nullable<string>('string', {
    description: 'Why the file was refused, or why the import was undone without being asked for. Null otherwise.',
  }),
  fileName: Type.String({ description: 'Name of the file, as it was uploaded.' }),
  fileSize: count('Size of the file in bytes.'),
  createdAt: timestamp('When it was uploaded.'),
  createdBy: Type.String({ description: 'User ID of the person who uploaded it, or `operator` for the command line.' }),
  endedAt: nullableTimestamp('When the state became `done`, `undone` or `dropped`. Null before.'),
  progress: orNull(
    exactly('ImportProgress', {
      done: count('How much of it is done.'),
      total: count('How much there is to do.'),
    }),
    'How far it got: in bytes of the file in the state `reading`, and in lines of the file in `writing`. Null in other states.',
  ),
  figures: orNull(ImportFigures, 'Null until the file has been read, and if the import ended before that.'),
}

const exampleFigures = {
  format: 'line',
  lines: 4210,
  firstDay: '2024-05-01',
  lastDay: '2026-03-01',
  new: 2950,
  similar: 2,
  here: 1102,
  leftOut: [{ reason: 'unsent', messages: 3 }],
  notes: [{ what: 'joined', times: 4 }],
  unread: 1,
}

const exampleImport = {
  number: 1,
  state: 'ready',
  reason: null,
  fileName: '[LINE] Book club.txt',
  fileSize: 301_245,
  createdAt: '2026-03-01T09:30:00Z',
  createdBy: 'U1a2b3c4d5e6f708192a3b4c5d6e7f809',
  endedAt: null,
  progress: null,
  figures: exampleFigures,
}

export const ChannelImport = exactly('ChannelImport', summary, {
  description: 'A chat history that is, or was, merged into a channel.',
  examples: [exampleImport],
})

export const ImportList = exactly('ImportList', {
  imports: Type.Array(ChannelImport, { description: 'The latest first.' }),
})

const personWords = ['member', 'outsider', 'left-out'] as const

const PersonChoice = exactly('ImportPersonChoice', {
  name: Type.String({ maxLength: 1000, description: 'Name in the file.' }),
  sourceId: Type.Optional(
    nullable<string>('string', {
      maxLength: 1000,
      description: 'ID in the file, if it has IDs. It tells apart people with the same name.',
    }),
  ),
  is: word(personWords, {
    description:
      '`member`: the person of this channel with the ID `memberId`. `outsider`: someone without a record here, who is shown with ' +
      'the name in the file. `left-out`: messages of this person are not added.',
  }),
  memberId: Type.Optional(
    nullable<string>('string', {
      maxLength: 200,
      description:
        'User ID of a person in this channel, also of someone who left. Or the `sender.id` of an imported message, to say that ' +
        'two names are the same person. Only with `member`.',
    }),
  ),
})

const choices = {
  timezone: nullable<string>('string', {
    format: 'timezone',
    description: 'IANA name of the time zone of the file’s times. Null: the proposal applies.',
  }),
  dateOrder: Type.Unsafe<'day-month' | 'month-day' | null>({
    type: ['string', 'null'],
    enum: ['day-month', 'month-day', null],
    description: 'Whether `3/4` is in April or in March. Null: as found in the file.',
  }),
  chat: nullable<string>('string', { maxLength: 1000, description: 'ID of one of several chats in the file.' }),
  anyway: Type.Boolean({ description: 'Whether to import a file that looks like the history of another chat.' }),
}

const people = (description: string) => Type.Array(PersonChoice, { maxItems: 2_000, description })

const ImportChoices = exactly('ImportChoices', {
  ...choices,
  people: people('Only those that the owner decided about. The others are as proposed.'),
})

export const ImportChoicesChange = exactly(
  'ImportChoicesChange',
  {
    timezone: Type.Optional(choices.timezone),
    dateOrder: Type.Optional(choices.dateOrder),
    chat: Type.Optional(choices.chat),
    anyway: Type.Optional(choices.anyway),
    people: Type.Optional(
      people('Decisions about these people. Others keep theirs. An empty list forgets all of them.'),
    ),
  },
  { examples: [{ timezone: 'Asia/Tokyo', people: [{ name: 'Mika', is: 'member', memberId: 'U1a2b3c' }] }] },
)

const PreviewedPerson = exactly('ImportPerson', {
  name: Type.String({ description: 'Name in the file. May be empty.' }),
  sourceId: nullable<string>('string', { description: 'ID in the file, if it has IDs.' }),
  messages: count('Messages of this person in the file.'),
  is: word(personWords, { description: 'What applies: the choice, or else the proposal.' }),
  memberId: nullable<string>('string', { description: 'The person here. Only with `member`.' }),
  isChosen: Type.Boolean({ description: 'Whether it was chosen and not proposed.' }),
  isSure: Type.Boolean({ description: 'Whether there is enough evidence. Ask someone about the others.' }),
  mayBeGone: Type.Boolean({
    description:
      'Whether this person is only left out because it may be someone who was erased, or who turned off saving with `/private`. ' +
      'Decide who it is to let the messages in.',
  }),
  why: word(['id', 'texts', 'few-texts', 'mixed-texts', 'same-name', 'shared-name', 'unknown'], {
    description:
      'Evidence for the proposal. `id`: the file has the person’s ID. `texts`: at least three texts occur once in the file and ' +
      'once here, from this person. `few-texts`: fewer than three. `mixed-texts`: texts of several people. `same-name`: exactly ' +
      'one person has this name. `shared-name`: several have it. `unknown`: none.',
  }),
})

const ImportZone = exactly('ImportZone', {
  timezone: nullable<string>('string', { description: 'IANA name. Null if no name fits, so `offsets` applies.' }),
  offsets: Type.Array(
    exactly('ImportOffset', {
      from: Type.String({ description: 'Time on the file’s clock, `YYYY-MM-DDThh:mm:ss`.' }),
      minutes: Type.Integer({ description: 'Minutes ahead of UTC from then on.' }),
    }),
    { description: 'Empty if `timezone` is set.' },
  ),
  isChosen: Type.Boolean({ description: 'Whether it was chosen and not proposed.' }),
  isSure: Type.Boolean({ description: 'Whether there is enough evidence.' }),
  why: word(['texts', 'few-texts', 'no-overlap'], {
    description:
      '`texts`: at least three texts that occur once in the file and once here fit it. `few-texts`: fewer than three. ' +
      '`no-overlap`: there are none, so it is the channel’s time zone.',
  }),
})

const line = Type.Integer({ minimum: 0, description: 'Number of the line in the file, counted from 1.' })

const Question = Type.Union(
  [
    exactly('DateOrderQuestion', {
      ask: Type.Literal('date-order'),
      example: Type.String({ description: 'The first date that can be read in two ways.' }),
    }),
    exactly('NameQuestion', {
      ask: Type.Literal('name'),
      beginning: Type.String({ description: 'How these lines begin. Part of it is a name. Add it to `people`.' }),
      line,
      lines: count('Lines that begin like this.'),
    }),
    exactly('ChatQuestion', {
      ask: Type.Literal('chat'),
      chats: Type.Array(
        exactly('HistoryChat', { id: Type.String(), name: Type.String(), messages: count('Messages in it.') }),
      ),
    }),
    exactly('PeopleQuestion', {
      ask: Type.Literal('people'),
      people: count(
        'People of the file who can’t be matched with anyone here. In `people`, `mayBeGone` is true for them.',
      ),
      because: Type.Array(word(['erased', 'private'], { description: 'More may be added.' }), {
        description: '`erased`: someone was erased here. `private`: someone here turned off saving with `/private`.',
      }),
    }),
  ],
  {
    title: 'ImportQuestion',
    description:
      'What the file does not decide. Until it is answered with a choice, the lines concerned are unread, or left out if the ' +
      'question is who someone is.',
  },
)

const samples = (description: string) =>
  Type.Array(
    exactly('ImportSample', {
      line,
      at: timestamp('When it was sent.'),
      name: Type.String({ description: 'The sender’s name in the file.' }),
      text: Type.String({ description: 'Beginning of the text, caption or file name. Empty for other media.' }),
      similarTo: nullable<string>('string', {
        description: 'Beginning of the similar text that is here. Null if none.',
      }),
    }),
    { description },
  )

const ClosedGap = exactly('ImportClosedGap', {
  reason: word(gapReasons, { description: 'Why messages of this time are missing, as in the ledger.' }),
  from: timestamp('When it began.'),
  to: timestamp('When it ended.'),
})

const ImportDay = exactly('ImportDay', {
  date: day("A day in the channel's time zone."),
  new: count('Messages that are missing here.'),
  here: count('Messages that are here already.'),
  leftOut: count('Messages that must not be added.'),
})

const ImportPreview = exactly('ImportPreview', {
  title: nullable<string>('string', { description: 'Name of the chat in the file.' }),
  zone: orNull(ImportZone, 'The time zone that applies. Null if the file has times in UTC.'),
  people: Type.Array(PreviewedPerson, { description: 'Everyone who sent something, in the order of the file.' }),
  questions: Type.Array(Question),
  samples: exactly('ImportSamples', {
    new: samples('A few of the messages that are missing here.'),
    similar: samples('A few of those that may be another wording of a message that is here.'),
    here: samples('A few of those that are here already.'),
    leftOut: samples('A few of those that must not be added.'),
  }),
  unreadLines: Type.Array(
    exactly('ImportUnreadLine', {
      line,
      lines: count('How many lines from there.'),
      reason: word(unreadReasons, { description: 'Why it could not be read. More may be added.' }),
    }),
    { description: 'The first 100 places that could not be read. `GET …/imports/:number/unread` has all of them.' },
  ),
  closes: Type.Array(ClosedGap, {
    description: 'Times when messages are known to be missing here, within the time that the file covers.',
  }),
})

export const ImportDetail = exactly(
  'ImportDetail',
  {
    ...summary,
    choices: orNull(ImportChoices, 'What the owner decided. Null once the import has ended.'),
    preview: orNull(ImportPreview, 'What the import would do. Null unless the state is `ready` or `writing`.'),
    days: Type.Array(ImportDay, { description: 'Days with messages in the file, the first one first.' }),
  },
  {
    description: 'An import with everything that helps to decide about it.',
    examples: [
      {
        ...exampleImport,
        choices: { timezone: null, dateOrder: null, chat: null, anyway: false, people: [] },
        preview: {
          title: 'Book club',
          zone: { timezone: 'Asia/Tokyo', offsets: [], isChosen: false, isSure: true, why: 'texts' },
          people: [
            {
              name: 'Mika',
              sourceId: null,
              messages: 2107,
              is: 'member',
              memberId: 'U1a2b3c4d5e6f708192a3b4c5d6e7f809',
              isChosen: false,
              isSure: true,
              mayBeGone: false,
              why: 'texts',
            },
          ],
          questions: [],
          samples: {
            new: [
              { line: 5, at: '2024-05-01T00:31:00Z', name: 'Mika', text: 'Is there a list of books?', similarTo: null },
            ],
            similar: [],
            here: [],
            leftOut: [],
          },
          unreadLines: [{ line: 871, lines: 1, reason: 'not-a-record' }],
          closes: [{ reason: 'service-down', from: '2026-02-03T10:00:00Z', to: '2026-02-03T12:30:00Z' }],
        },
        days: [{ date: '2024-05-01', new: 12, here: 0, leftOut: 0 }],
      },
    ],
  },
)

export const UndoPreview = exactly(
  'UndoPreview',
  {
    removed: count('Messages that would be removed.'),
    kept: count('Messages of its file that would stay, because another import contains them, too.'),
  },
  { description: 'What undoing an import would do now.', examples: [{ removed: 2938, kept: 12 }] },
)
