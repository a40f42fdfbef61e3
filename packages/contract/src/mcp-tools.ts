import type { Static, TObject, TSchema } from 'typebox'
import { Type } from './schema.ts'
import { mediaTypes } from './schemas/media.ts'
import { word } from './schemas/primitives.ts'
import { searchedTypes } from './schemas/search.ts'

export type McpTool = {
  title: string
  description: string
  input: TObject
  /** The name of the list in its answer. */
  list: string
}

// Nothing that a database couldn't look up.
const id = { minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f]+$' }
const channel = Type.String({ ...id, description: 'channelId from list_channels.' })
const message = Type.String({ ...id, description: 'ID of a message.' })
const sender = Type.Optional(Type.String({ ...id, description: 'Only messages of this user ID.' }))
const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }))
const days = { from: day('First day, YYYY-MM-DD.'), to: day('Last day, inclusive.') }
const cursor = Type.Optional(
  Type.String({ minLength: 1, maxLength: 1000, description: 'The cursor of the previous answer, to continue it.' }),
)

function only<const P extends Record<string, TSchema>>(members: P) {
  return Type.Object(members, { additionalProperties: false })
}

/** The tools of `POST /mcp`, in the order in which they're listed. Assistants keep this list in mind, so it's short. */
export const mcpTools = {
  list_channels: {
    title: 'List channels',
    description:
      'The chat groups (channels) that you can reach, by name. You can read messages where backup.subscribed is true.',
    input: only({ cursor }),
    list: 'channels',
  },
  read_day: {
    title: 'Read a day',
    description: 'The messages of one day of a channel, oldest first. Days are in the time zone of the channel.',
    input: only({ channel, date: day('YYYY-MM-DD. Today if absent.'), cursor }),
    list: 'messages',
  },
  read_around: {
    title: 'Read around a message',
    description:
      'What was said before and after a message, what the bot said, and what happened in the group. Continue with cursor, or with ' +
      'previousCursor to read what came before.',
    input: only({ channel, message, cursor }),
    list: 'items',
  },
  search_messages: {
    title: 'Search messages',
    description:
      'Messages that contain all words, in one channel or in all. Quote "exact phrases". Pages can be short or empty, so continue ' +
      'while there is a cursor.',
    input: only({
      query: Type.String({ minLength: 1, maxLength: 200, description: 'Words to look for.' }),
      channel: Type.Optional(Type.String({ ...id, description: 'channelId. All channels if absent.' })),
      ...days,
      sender,
      type: Type.Optional(word(searchedTypes, { description: 'Only messages of this type.' })),
      cursor,
    }),
    list: 'hits',
  },
  get_message: {
    title: 'Get a message',
    description: 'One message, and what its text was before each edit.',
    input: only({ channel, message, cursor }),
    list: 'versions',
  },
  list_media: {
    title: 'List media',
    description: 'Photos, videos, audio and files of a channel, newest first.',
    input: only({
      channel,
      type: Type.Optional(word(mediaTypes, { description: 'Only files of this type.' })),
      sender,
      ...days,
      cursor,
    }),
    list: 'items',
  },
  get_media: {
    title: 'Get a picture',
    description: 'A small preview of a photo, video or file, if there is one, and a URL to download it with your key.',
    input: only({ channel, message }),
    list: 'items',
  },
  get_ledger: {
    title: 'Get what is missing',
    description:
      'For each day of a channel: how many messages were saved, and what is known to be missing and why. 31 days if from or to is ' +
      'absent, at most 366.',
    input: only({ channel, ...days, cursor }),
    list: 'days',
  },
} as const satisfies Record<string, McpTool>

export type McpToolName = keyof typeof mcpTools
export type McpArguments<N extends McpToolName> = Static<(typeof mcpTools)[N]['input']>

export type McpPrompt = { title: string; description: string; input: TObject }

/** What people can choose in an assistant, where it shows prompts. */
export const mcpPrompts = {
  catch_up: {
    title: 'Catch up',
    description: 'What happened in a channel lately.',
    input: only({ channel: Type.String({ ...id, description: 'Name or ID of the channel.' }) }),
  },
  find_decision: {
    title: 'Find a decision',
    description: 'What a channel decided about something, and when.',
    input: only({
      channel: Type.String({ ...id, description: 'Name or ID of the channel.' }),
      topic: Type.String({ minLength: 1, maxLength: 200, description: 'What it was about.' }),
    }),
  },
} as const satisfies Record<string, McpPrompt>

export type McpPromptName = keyof typeof mcpPrompts
