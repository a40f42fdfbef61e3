import { Type } from '../schema.ts'
import { TimelineHappening, TimelineMessage } from './messages.ts'
import { exactly, timestamp, word } from './primitives.ts'

const questionLength = { least: 1, most: 500 } as const

export const AskedQuestion = exactly(
  'AskedQuestion',
  {
    question: Type.String({
      minLength: questionLength.least,
      maxLength: questionLength.most,
      description: 'What you want to know, in your own words and in any language.',
    }),
    useModel: Type.Optional(
      Type.Boolean({
        description:
          'Whether the language model can be used, if the operator configured one and the owner allows it. True if omitted.',
      }),
    ),
  },
  { examples: [{ question: 'Who has the keys to the boathouse?' }] },
)

const Sentence = exactly('AnswerSentence', {
  text: Type.String({
    description:
      'A message, or the most fitting part of a long one. If `writtenBy` is `model`, what the model wrote about the messages.',
  }),
  messageIds: Type.Array(Type.String(), {
    minItems: 1,
    description: 'IDs of the messages that it is taken from. All of them are in `messages`.',
  }),
})

export const BackupAnswer = exactly(
  'BackupAnswer',
  {
    sentences: Type.Array(Sentence, {
      maxItems: 8,
      description: 'The answer, best sentence first. Empty if no saved message answers the question.',
    }),
    messages: Type.Array(TimelineMessage, { description: 'Every cited message, once, as the caller can read it now.' }),
    writtenBy: word(['search', 'model'], {
      description: 'Whether the sentences are quotes of what a search found, or were written by the language model.',
    }),
    model: word(['used', 'off', 'limit', 'failed'], {
      description:
        'Whether the language model was used. `off` if there is none, the owner does not allow it, or the question asked not to. ' +
        "`limit` if today's tokens are used up. `failed` if it gave no usable answer.",
    }),
    sentToModel: Type.Array(Type.String(), {
      description:
        'Exactly what the language model got about this question besides fixed instructions, one text per request.',
    }),
    isComplete: Type.Boolean({
      description: 'False while so many messages are waiting to be indexed that some may be missing.',
    }),
  },
  { description: 'What saved messages say about a question. Every sentence cites messages.' },
)

export const digestQuery = Type.Object(
  {
    since: Type.Optional(
      word(['read', 'today', 'week'], {
        description:
          '`read` is since the message that the caller read last, or a week if they never set a position. `today` starts at midnight in ' +
          "the channel's time zone, and `week` seven days ago. If omitted, `read`.",
      }),
    ),
  },
  { additionalProperties: false },
)

export const ChannelDigest = exactly(
  'ChannelDigest',
  {
    from: timestamp(
      'When it starts. Later than asked for if the caller cannot read that far back, or if there is too much.',
    ),
    to: timestamp('When it ends: now.'),
    messages: Type.Integer({ minimum: 0, description: 'Number of messages.' }),
    people: Type.Integer({ minimum: 0, description: 'How many people wrote them.' }),
    isWhole: Type.Boolean({
      description: 'False if there were so many messages that only the latest 4,000 were looked at.',
    }),
    replied: Type.Array(
      exactly('RepliedMessage', {
        message: TimelineMessage,
        replies: Type.Integer({ minimum: 1, description: 'How many replies it got from other people.' }),
      }),
      { description: 'The messages with the most replies, most first.' },
    ),
    questions: Type.Array(TimelineMessage, {
      description:
        'Questions that no one else replied to, and after which no one else wrote for half an hour. Oldest first.',
    }),
    links: Type.Array(TimelineMessage, { description: 'The latest messages with links, oldest first.' }),
    files: Type.Array(TimelineMessage, { description: 'The latest messages with files, oldest first.' }),
    moves: Type.Array(TimelineHappening, { description: 'Who joined and left lately, oldest first.' }),
  },
  { description: 'What stood out in a channel. Everything is a message or something that happened.' },
)
