import { Type } from '../schema.ts'
import { exactly, nextCursor, nullable, timestamp } from './primitives.ts'

const MessageLink = exactly(
  'MessageLink',
  {
    text: Type.String({ description: 'As it is written in the message.' }),
    url: Type.String({ description: 'Where it leads: `https`, `http` or `mailto`.' }),
    realHost: nullable<string>('string', {
      description: 'The host as it is looked up (`xn--…`), if it is written in other letters. Null otherwise.',
    }),
  },
  { description: 'A web or email address in a message.' },
)

export const LinkPage = exactly(
  'LinkPage',
  {
    items: Type.Array(
      exactly('LinkItem', {
        id: Type.String({ description: 'ID of the message.' }),
        ts: timestamp('When the message was sent.'),
        sender: Type.String({ description: 'Display name of the sender.' }),
        senderId: Type.String({ description: 'User ID. Empty if the platform withholds it.' }),
        links: Type.Array(MessageLink, { description: 'In the order of the text, each once.' }),
        excerpt: Type.String({ description: 'Start of the text, up to 200 characters.' }),
      }),
      {
        description:
          'Messages with links, newest first. A page may be short or empty although there are more. Continue while there is a ' +
          'cursor.',
      },
    ),
    timezone: Type.String({ description: "The channel's time zone." }),
    isComplete: Type.Boolean({
      description: 'False while so many messages are waiting to be indexed that some may be missing.',
    }),
    nextCursor,
  },
  {
    examples: [
      {
        items: [
          {
            id: '532091845517611041',
            ts: '2026-03-01T09:30:00Z',
            sender: 'Mika',
            senderId: 'U1a2b3c4d5e6f708192a3b4c5d6e7f809',
            links: [{ text: 'www.example.com/menu', url: 'https://www.example.com/menu', realHost: null }],
            excerpt: 'Here is the menu: www.example.com/menu',
          },
        ],
        timezone: 'Asia/Tokyo',
        isComplete: true,
        nextCursor: null,
      },
    ],
  },
)
