import { Type } from '../schema.ts'
import { exactly, nullable } from './primitives.ts'

/** How many browsers of one person can get notifications. Another one replaces the oldest. */
export const mostNotifiedBrowsers = 10

export const NotificationState = exactly(
  'NotificationState',
  {
    publicKey: nullable<string>('string', {
      description:
        'Key of the service (VAPID). Pass it to `pushManager.subscribe` as `applicationServerKey`. Null if the operator has to set ' +
        '`INNKEEPER_SECRET_KEY` first.',
    }),
    isOn: Type.Boolean({ description: 'Whether this browser gets notifications.' }),
  },
  {
    examples: [
      {
        publicKey: 'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U',
        isOn: true,
      },
    ],
  },
)

export const PushSubscriptionDetails = exactly(
  'PushSubscriptionDetails',
  {
    endpoint: Type.String({
      maxLength: 1000,
      description: 'HTTPS URL of the push service. Only public addresses are contacted.',
    }),
    p256dh: Type.String({ maxLength: 100, description: 'Public key of the browser, in base64url.' }),
    auth: Type.String({ maxLength: 50, description: 'Secret of the browser, in base64url.' }),
  },
  {
    description: 'What `pushManager.subscribe` returned in the browser.',
    examples: [
      {
        endpoint: 'https://push.example/send/f4a81c',
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    ],
  },
)
