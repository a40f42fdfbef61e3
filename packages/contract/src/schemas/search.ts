import type { Static } from 'typebox'
import { Type } from '../schema.ts'
import { messageTypes, TimelineAnswer, TimelineMessage, textRanges } from './messages.ts'
import { cursor, dayRange, exactly, nextCursor, nullable, pageSize, timestamp, word } from './primitives.ts'

/** What a search can be limited to: a type of message, or what the bot said. */
export const searchedTypes = [...messageTypes, 'answer'] as const

export const savedSearchLimits = { perPerson: 50, nameLength: 100 } as const

const messageFilter = word(searchedTypes, {
  description: 'Only messages of this type. `answer` is what the bot said.',
})

const queryLanguage =
  'Every word must occur, in any order and anywhere in the message. A word can be part of a longer one. `"…"` is an exact ' +
  'phrase, and `-` before a word or phrase excludes it. `from:` is a name or user ID, `type:` a message type, `has:link` means ' +
  'that there is a link, and `before:` and `after:` are days, such as `after:2026-03-01`, which are not included themselves.'

/** What to search for. Each of these narrows the search, and at least one is needed. */
const criteria = {
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `${queryLanguage} Up to 200 characters.`,
      examples: ['keys boathouse', '"see you at nine" from:Mika after:2026-03-01'],
    }),
  ),
  ...dayRange,
  sender: Type.Optional(Type.String({ maxLength: 200, description: 'User ID. Only messages that this person sent.' })),
  type: Type.Optional(messageFilter),
  hasLink: Type.Optional(
    Type.Boolean({ description: '`true` for only messages with a link, `false` for those without.' }),
  ),
}

const searchPaging = {
  order: Type.Optional(
    word(['asc', 'desc'], {
      description:
        '`desc` for newest first, `asc` for oldest first. If omitted, hits that contain the words exactly as typed come first, ' +
        'then those that differ in accents, each newest first.',
    }),
  ),
  context: Type.Optional(
    Type.Boolean({ description: 'Whether each hit includes the message or answer before and after it.' }),
  ),
  // Its words may be in any script, and take four times their length.
  cursor: Type.Optional(Type.String({ ...cursor, maxLength: 2000 })),
  limit: Type.Optional(pageSize),
}

const searchedFields = ['content', 'caption', 'fileName', 'address', 'title', 'sender', 'texts'] as const

const field = word(searchedFields, {
  description: "Where the words were found. `sender` is the sender's name, and `texts` is what the bot said.",
})
const highlights = textRanges('All matches in that field, in order. Positions are in UTF-16 units.')
/** Of a text in `texts`. */
const bubble = Type.Integer({ minimum: 0, description: 'Index of the text, if the field is `texts`. Otherwise 0.' })

const FoundIn = exactly('FoundIn', { field, bubble, highlights })

const EarlierVersion = exactly('EarlierVersion', {
  content: Type.String({ description: 'Text of the earlier version.' }),
  at: timestamp('When this version was sent or edited.'),
})

const said = Type.Union([TimelineMessage, TimelineAnswer])
const neighbor = (description: string) =>
  Type.Optional(Type.Unsafe<Static<typeof said> | null>({ anyOf: [said, { type: 'null' }], description }))

const hitMembers = {
  item: said,
  field: Type.Unsafe<(typeof searchedFields)[number] | null>({
    type: ['string', 'null'],
    enum: [...searchedFields, null],
    description:
      "Where the words were found first. `sender` is the sender's name, and `texts` is what the bot said. Null if no words " +
      'were searched for.',
  }),
  bubble,
  highlights,
  more: Type.Array(FoundIn, { description: 'Other fields in which words were found.' }),
  exact: Type.Boolean({
    description:
      'Whether every word was found with its accents as typed. `cafe` also finds `café`, which is not exact.',
  }),
  version: Type.Unsafe<Static<typeof EarlierVersion> | null>({
    anyOf: [EarlierVersion, { type: 'null' }],
    description:
      'The earlier version of the text that contains the words, to which the positions refer. Null if they are in the current ' +
      'text.',
  }),
  before: neighbor('The message or answer before it. Null if there is none. Only with `context`.'),
  after: neighbor('The message or answer after it. Null if there is none. Only with `context`.'),
}

const isComplete = Type.Boolean({
  description: 'False while so many messages are waiting to be indexed that some may be missing.',
})
const pagesMayBeShort =
  'A page may be short or empty although there are more results. Continue while there is a cursor.'

export const SearchPage = exactly(
  'SearchPage',
  { hits: Type.Array(exactly('SearchHit', hitMembers), { description: pagesMayBeShort }), isComplete, nextCursor },
  { description: 'What was found in a channel.' },
)

export const ChannelsSearchPage = exactly(
  'ChannelsSearchPage',
  {
    hits: Type.Array(
      exactly('ChannelHit', { channelId: Type.String({ description: 'The channel that it is in.' }), ...hitMembers }),
      { description: pagesMayBeShort },
    ),
    channels: Type.Array(
      exactly('SearchedChannel', {
        channelId: Type.String(),
        name: Type.String(),
        timezone: Type.String({ description: "The channel's time zone." }),
        isComplete,
      }),
      { description: 'The channels of the hits on this page, and those whose results are incomplete.' },
    ),
    searched: Type.Integer({ minimum: 0, description: 'Number of channels that were searched.' }),
    isComplete: Type.Boolean({ description: 'Whether all channels are complete.' }),
    nextCursor,
  },
  { description: 'What was found in all channels whose backup the caller can read.' },
)

/** Counting stops here. */
export const mostCounted = 1000

export const HitCount = exactly(
  'HitCount',
  {
    count: Type.Integer({ minimum: 0, maximum: mostCounted, description: 'Number of hits.' }),
    isExact: Type.Boolean({
      description: `False if there may be more: counting stops at ${mostCounted} hits, or when it takes too long.`,
    }),
  },
  { examples: [{ count: 42, isExact: true }] },
)

export const channelSearchQuery = Type.Object(
  {
    ...criteria,
    beyond: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'ID of a message, or `answer:` and the ID of what the bot said. Only hits beyond it: earlier ones, or later ones with ' +
          '`order=asc`. With `limit=1`, this steps through the hits of a conversation.',
      }),
    ),
    ...searchPaging,
  },
  { additionalProperties: false },
)

export const countQuery = Type.Object(criteria, { additionalProperties: false })
export const channelsSearchQuery = Type.Object({ ...criteria, ...searchPaging }, { additionalProperties: false })

const SavedQuery = exactly('SavedQuery', criteria, {
  description: 'What to search for. At least one member is needed.',
})

const savedMembers = {
  name: Type.String({ minLength: 1, maxLength: savedSearchLimits.nameLength, description: 'Name of the search.' }),
  query: SavedQuery,
  channelId: nullable<string>('string', {
    maxLength: 200,
    description: 'The channel to search. Null for all channels.',
  }),
}
const savedExample = { name: 'Boathouse keys', query: { q: 'keys boathouse' }, channelId: null }

export const SavedSearch = exactly(
  'SavedSearch',
  { id: Type.String(), ...savedMembers, createdAt: timestamp('When it was saved.') },
  { examples: [{ id: 'q_0tZ5bq1Yw8XkQ2vLr7NdAc', ...savedExample, createdAt: '2026-03-01T09:30:00Z' }] },
)

export const SavedSearchList = exactly('SavedSearchList', { searches: Type.Array(SavedSearch) })
export const NewSavedSearch = exactly('NewSavedSearch', savedMembers, { examples: [savedExample] })
export const SavedSearchChange = Type.Object(
  {
    name: Type.Optional(savedMembers.name),
    query: Type.Optional(savedMembers.query),
  },
  { title: 'SavedSearchChange', additionalProperties: false, examples: [{ name: 'Keys' }] },
)
