import { Type } from '../schema.ts'
import { exactly, nullable, nullableTimestamp, timestamp, word } from './primitives.ts'

/** What a webhook can be about. */
export const webhookEvents = [
  'message.created',
  'message.edited',
  'message.unsent',
  'media.stored',
  'media.lost',
  'answer.sent',
  'member.joined',
  'member.left',
  'channel.changed',
  'import.finished',
  'import.undone',
] as const

/** What a webhook of the service can be about. */
export const serviceEvents = [
  'finding.began',
  'finding.ended',
  'snapshot.finished',
  'snapshot.failed',
  'drill.finished',
  'drill.failed',
  'platform.connected',
  'platform.disconnected',
  'webhook.turned-off',
] as const

/** What is sent in addition to what was chosen. */
const everyEvent = [...webhookEvents, 'channel.reset', 'webhook.test', ...serviceEvents] as const

/** Why a receiver didn't accept an event. */
export const webhookFailures = [
  'not-found',
  'not-allowed',
  'unreachable',
  'silent',
  'certificate',
  'redirected',
  'gone',
  'rejected',
] as const

export const webhookLimits = {
  perChannel: 10,
  urlCharacters: 1000,
  /** Days that deliveries are listed and can be repeated. */
  keptDays: 7,
  listed: 100,
} as const

const webhookId = Type.String({ description: 'ID of the webhook.', examples: ['w_6fpk2x0c'] })

const url = Type.String({
  minLength: 1,
  maxLength: webhookLimits.urlCharacters,
  description:
    'Where events are sent. Must be `https` and lead to a public address. The operator can allow hosts of their own network with ' +
    '`INNKEEPER_WEBHOOK_ALLOW`. Redirects are not followed.',
  examples: ['https://n8n.example/webhook/club'],
})

const events = Type.Array(word(webhookEvents), {
  minItems: 1,
  uniqueItems: true,
  description: 'What is sent. Test events and `channel.reset` are always sent.',
})

const contents = word(['thin', 'full'], {
  default: 'thin',
  description:
    '`thin`: IDs and a link, but no text. `full`: also the message as in the timeline, if the owner of the webhook can read it when the ' +
    'event is sent.',
})

const ofEveryWebhook = {
  id: webhookId,
  host: Type.String({ description: 'Host of the URL.', examples: ['n8n.example'] }),
  createdAt: timestamp('When it was created.'),
  isOn: Type.Boolean({ description: 'Whether events are sent.' }),
  offBecause: nullable<'person' | 'gone' | 'failing' | 'restored'>('string', {
    enum: ['person', 'gone', 'failing', 'restored', null],
    description:
      'Why it is off. `person`: someone turned it off. `gone`: the receiver answered 410. `failing`: nothing was accepted for five days. ' +
      '`restored`: the service was restored from a snapshot, which may be a copy. Null while it is on.',
  }),
  offSince: nullableTimestamp('When it turned itself off. Null if it is on, or was turned off in another way.'),
  failingSince: nullableTimestamp(
    'Since when nothing has been accepted. Null if the last event was. A time in which nothing was sent does not count.',
  ),
  lastSentAt: nullableTimestamp('When an event was last accepted. Null if never.'),
  waiting: Type.Integer({ minimum: 0, description: 'Events that are still to be sent.' }),
}

const webhook = {
  ...ofEveryWebhook,
  url: nullable<string>('string', {
    description: 'Where events are sent. Null for anyone but its owner, because it often contains a secret.',
    examples: ['https://n8n.example/webhook/club'],
  }),
  events,
  contents,
  createdBy: Type.String({
    description: 'User ID of its owner. It can read what this person can read, and stops with their rights.',
  }),
}

export const ChannelWebhook = exactly('ChannelWebhook', webhook, {
  examples: [
    {
      id: 'w_6fpk2x0c',
      url: 'https://n8n.example/webhook/club',
      host: 'n8n.example',
      events: ['message.created', 'member.joined'],
      contents: 'thin',
      createdBy: 'U4af4980629',
      createdAt: '2026-03-01T09:30:00Z',
      isOn: true,
      offBecause: null,
      offSince: null,
      failingSince: null,
      lastSentAt: '2026-03-02T18:00:12Z',
      waiting: 0,
    },
  ],
})

export const WebhookList = exactly('WebhookList', {
  webhooks: Type.Array(ChannelWebhook, { description: 'Oldest first.' }),
})

const secret = Type.String({
  description:
    'Signs every event, as [Standard Webhooks](https://www.standardwebhooks.com) defines it. This response is the only one that contains it.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
})

export const NewWebhook = exactly(
  'NewWebhook',
  { url, events, contents: Type.Optional(contents) },
  { examples: [{ url: 'https://n8n.example/webhook/club', events: ['message.created'] }] },
)

export const CreatedWebhook = exactly('CreatedWebhook', { webhook: ChannelWebhook, secret })

export const WebhookChange = exactly(
  'WebhookChange',
  {
    url: Type.Optional(url),
    events: Type.Optional(events),
    contents: Type.Optional(contents),
    isOn: Type.Optional(Type.Boolean({ description: 'Turns it on or off. What happens while it is off is not sent.' })),
  },
  { minProperties: 1, examples: [{ isOn: false }] },
)

export const WebhookSecret = exactly('WebhookSecret', { secret })

const attempt = {
  status: nullable<number>('integer', { description: 'HTTP status of the last response. Null if there was none.' }),
  failure: nullable<(typeof webhookFailures)[number]>('string', {
    enum: [...webhookFailures, null],
    description:
      'Why the last attempt was not accepted. `not-allowed`: the host is not a public address, and not in `INNKEEPER_WEBHOOK_ALLOW`. ' +
      '`silent`: no response in time. `gone`: the receiver answered 410. `rejected`: it answered another status. ' +
      'Null if it was accepted, or not sent yet.',
  }),
  advice: Type.String({ description: 'What to do, in English. Empty if the last attempt was accepted.' }),
  detail: Type.String({
    description: 'Code of the error, if there was no response. Empty if there was one.',
    examples: ['ECONNREFUSED'],
  }),
  answer: Type.String({
    description:
      'Beginning of the last response, at most 200 bytes. Empty if there was none, and for events with contents, because a receiver may ' +
      'repeat them.',
  }),
}

const chosenServiceEvents = Type.Array(word(serviceEvents), {
  minItems: 1,
  uniqueItems: true,
  description: 'What is sent. Test events are always sent.',
})

export const ServiceWebhook = exactly(
  'ServiceWebhook',
  { ...ofEveryWebhook, url, events: chosenServiceEvents },
  {
    examples: [
      {
        id: 'w_6fpk2x0c',
        url: 'https://ntfy.example/hooks/innkeeper',
        host: 'ntfy.example',
        events: ['finding.began', 'finding.ended', 'snapshot.failed'],
        createdAt: '2026-03-01T09:30:00Z',
        isOn: true,
        offBecause: null,
        offSince: null,
        failingSince: null,
        lastSentAt: '2026-03-02T18:00:12Z',
        waiting: 0,
      },
    ],
  },
)

export const ServiceWebhookList = exactly('ServiceWebhookList', {
  webhooks: Type.Array(ServiceWebhook, { description: 'Oldest first.' }),
})

export const NewServiceWebhook = exactly(
  'NewServiceWebhook',
  { url, events: chosenServiceEvents },
  { examples: [{ url: 'https://ntfy.example/hooks/innkeeper', events: ['finding.began', 'snapshot.failed'] }] },
)

export const CreatedServiceWebhook = exactly('CreatedServiceWebhook', { webhook: ServiceWebhook, secret })

export const ServiceWebhookChange = exactly(
  'ServiceWebhookChange',
  {
    url: Type.Optional(url),
    events: Type.Optional(chosenServiceEvents),
    isOn: Type.Optional(Type.Boolean({ description: 'Turns it on or off. What happens while it is off is not sent.' })),
  },
  { minProperties: 1, examples: [{ isOn: false }] },
)

export const WebhookDelivery = exactly('WebhookDelivery', {
  no: Type.Integer({ minimum: 1, description: 'Number of the event for this webhook.' }),
  event: word(everyEvent),
  at: timestamp('When it happened.'),
  state: word(['waiting', 'sent', 'failed'], {
    description: '`waiting`: it is still to be sent. `sent`: it was accepted. `failed`: it was given up.',
  }),
  attempts: Type.Integer({ minimum: 0, description: 'How often it was tried.' }),
  triedAt: nullableTimestamp('When it was last tried. Null if never.'),
  nextAt: nullableTimestamp('When it is tried next. Null if it is not.'),
  ...attempt,
})

export const WebhookDeliveries = exactly('WebhookDeliveries', {
  deliveries: Type.Array(WebhookDelivery, { description: `The latest ${webhookLimits.listed}, newest first.` }),
})

export const WebhookTest = exactly('WebhookTest', {
  isAccepted: Type.Boolean({ description: 'Whether the receiver answered with a status from 200 to 299.' }),
  ...attempt,
})

export const Replay = exactly(
  'Replay',
  {
    since: Type.String({
      format: 'timestamp',
      description: `Events from then on are sent again, at most ${webhookLimits.keptDays} days back.`,
    }),
  },
  { examples: [{ since: '2026-03-01T09:30:00Z' }] },
)

export const Replayed = exactly('Replayed', {
  events: Type.Integer({ minimum: 0, description: 'How many events are sent again.' }),
})
