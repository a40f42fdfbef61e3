import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { success } from '../schemas/primitives.ts'
import {
  AddressReport,
  ArrivalList,
  CheckWish,
  ClaimCommand,
  ConnectionProgress,
  ModelCheck,
  ModelValues,
  PlatformConnection,
  PlatformSetupList,
  PlatformValues,
  setupLanguage,
} from '../schemas/setup.ts'

const inLanguage = Type.Object({ language: Type.Optional(setupLanguage) }, { additionalProperties: false })
const ofPlatform = Type.Object({ platform: Type.String({ description: 'Such as `line`.' }) })
const inProgress =
  ' With `Accept: application/x-ndjson`, the response has a line for each check as soon as its result is known.'
const onePlatform = '/api/operator/platforms/:platform'

export const setupRoutes = defineRoutes({
  listPlatforms: {
    method: 'GET',
    path: '/api/operator/platforms',
    tag: 'Operator',
    summary: 'List platforms and how to connect them',
    description:
      'Returns, for each platform, what to enter and where to find it. Everything comes from the connector itself. Values of ' +
      'secrets are never returned.',
    permission: 'operator',
    query: inLanguage,
    answer: { status: 200, schema: PlatformSetupList },
  },
  connectPlatform: {
    method: 'PUT',
    path: onePlatform,
    tag: 'Operator',
    summary: 'Connect a platform, or change its values',
    description:
      'Asks the platform about the values. If it accepts them, they are saved, and the connector starts with them on all nodes. ' +
      'The service then registers its webhook URL on the platform, and lets it try. Otherwise nothing is saved, and the checks say why. Recorded ' +
      `in the operator log.${inProgress}`,
    permission: 'operator',
    params: ofPlatform,
    body: PlatformValues,
    answer: { status: 200, schema: PlatformConnection, lines: ConnectionProgress },
    errors: ['not-found', 'unavailable'],
  },
  disconnectPlatform: {
    method: 'DELETE',
    path: onePlatform,
    tag: 'Operator',
    summary: 'Disconnect a platform',
    description:
      'Removes the saved values and stops the connector on all nodes. Channels and messages stay. Recorded in the operator log.',
    permission: 'operator',
    params: ofPlatform,
    answer: { status: 200, schema: success },
    errors: ['not-found'],
  },
  checkPlatform: {
    method: 'POST',
    path: `${onePlatform}/check`,
    tag: 'Operator',
    summary: 'Check the connection to a platform',
    description:
      'Checks the saved values, registers the webhook URL again, and lets the platform try it. If none are saved, the checks say so. ' +
      `What some checks offer to do is done if \`remedies\` names it.${inProgress}`,
    permission: 'operator',
    params: ofPlatform,
    body: CheckWish,
    bodyIsOptional: true,
    answer: { status: 200, schema: PlatformConnection, lines: ConnectionProgress },
    errors: ['not-found'],
  },
  getBotAccount: {
    method: 'GET',
    path: `${onePlatform}/account`,
    tag: 'Operator',
    summary: "Get the bot's account on a platform",
    description: 'Asks the platform for the name, picture and invitation link. If that fails, the checks say why.',
    permission: 'operator',
    params: ofPlatform,
    query: inLanguage,
    answer: { status: 200, schema: PlatformConnection },
    errors: ['not-found'],
  },
  listArrivals: {
    method: 'GET',
    path: '/api/operator/arrivals',
    tag: 'Operator',
    summary: 'List when the bot joined chats',
    permission: 'operator',
    answer: { status: 200, schema: ArrivalList },
  },
  createClaimCommand: {
    method: 'POST',
    path: '/api/operator/claim-command',
    tag: 'Operator',
    summary: 'Create the command that makes you the owner of a group',
    description:
      'The person who sends the command in a group becomes its owner, as with any claim code. From then on, this operator account ' +
      'acts as that person: it reads and manages their channels as they do. Works once, for an hour. Only for the sign-in of an ' +
      'operator account.',
    permission: 'operator',
    answer: { status: 201, schema: ClaimCommand },
  },
  getAddressReport: {
    method: 'GET',
    path: '/api/operator/address',
    tag: 'Operator',
    summary: 'See how requests reach the service',
    description:
      'Says how this request arrived: over TLS or not, and with which headers of a proxy. A page compares it with the address in ' +
      'the browser, to find proxies that change or remove headers.',
    permission: 'operator',
    answer: { status: 200, schema: AddressReport },
  },
  checkModel: {
    method: 'POST',
    path: '/api/operator/model/check',
    tag: 'Operator',
    summary: 'Check a language model',
    description:
      'Connects to the endpoint with these values, and with saved ones for those that are omitted. Changes nothing, and costs ' +
      'nothing, because the model is not asked anything.',
    permission: 'operator',
    body: ModelValues,
    answer: { status: 200, schema: ModelCheck },
  },
})
