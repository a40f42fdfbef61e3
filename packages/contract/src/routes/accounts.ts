import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import {
  AccountList,
  CreatedOperator,
  IssuedKey,
  KeyList,
  LinkCode,
  Me,
  mostAccountsInBrowser,
  mostActiveKeys,
  NewKey,
  NewOperator,
  OperatorAccount,
  OperatorCredentials,
  PassphraseChange,
  PassphraseProof,
  RecoveryCodes,
  RightsSharing,
  SignedIn,
  SignInList,
  SignInWays,
} from '../schemas/accounts.ts'
import { channelId } from '../schemas/channels.ts'
import { KeptData, KeptInChannel, SelfErasure, SelfErasureReceipt } from '../schemas/kept.ts'
import { success, word } from '../schemas/primitives.ts'

const setsCookie = {
  'Set-Cookie':
    'Sets `__Host-innkeeper` (`HttpOnly`, `Secure`, `SameSite=Strict`) for at most 30 days. For further accounts, adds `-account2` ' +
    'to `-account5` to that name.',
}
const addQuery = Type.Object(
  {
    add: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether the browser stays signed in to its other accounts. If not, this ends its other sign-ins. A browser can be signed ' +
          `in to ${mostAccountsInBrowser} accounts.`,
      }),
    ),
  },
  { additionalProperties: false },
)
const platformParams = Type.Object({ platform: Type.String({ description: 'Name of the platform, such as `line`.' }) })

/** A sign-in acts for its user like a key, but in a cookie. Requests that carry one must come from our own pages. */
export const accountRoutes = defineRoutes({
  getMe: {
    method: 'GET',
    path: '/api/me',
    tag: 'Account',
    summary: 'Get the authenticated user',
    permission: 'key',
    answer: { status: 200, schema: Me },
  },
  listAccounts: {
    method: 'GET',
    path: '/api/accounts',
    tag: 'Account',
    summary: 'List the accounts of this browser',
    description:
      'A browser can be signed in to several accounts, such as one on each platform. Each request acts for one of them: the one that ' +
      'the header `Innkeeper-Account` names by its user ID. Without it, that is the account with the highest role in the channel, ' +
      'or one with operator rights for operator requests, and otherwise the first. A key is always one account.',
    permission: 'key',
    answer: { status: 200, schema: AccountList },
  },
  getKept: {
    method: 'GET',
    path: '/api/me/kept',
    tag: 'Account',
    summary: 'List what is kept about you',
    description: 'Covers every channel with a record of the caller, also those they left or where they are a guest.',
    permission: 'key',
    answer: { status: 200, schema: KeptData },
  },
  getKeptInChannel: {
    method: 'GET',
    path: '/api/channels/:channelId/kept',
    tag: 'Account',
    summary: 'List what a channel keeps about you',
    description: "Counts the caller's own messages, files and everything else. Needs no subscription.",
    permission: 'member',
    cost: 'report',
    params: Type.Object({ channelId }),
    answer: { status: 200, schema: KeptInChannel },
  },
  exportOwnMessages: {
    method: 'GET',
    path: '/api/channels/:channelId/kept/messages',
    tag: 'Account',
    summary: 'Export your messages in a channel',
    description:
      "Streams the caller's own saved messages, oldest first. Needs no subscription. `jsonl` has one message per line, with " +
      'previous versions of edited texts, and for files a `path` to download them. `txt` is for reading, and lists the files at the ' +
      'end. Downloading the files needs a subscription.',
    permission: 'member',
    cost: 'report',
    params: Type.Object({ channelId }),
    query: Type.Object(
      { format: Type.Optional(word(['jsonl', 'txt'], { default: 'jsonl', description: 'Format of the file.' })) },
      { additionalProperties: false },
    ),
    answer: { status: 200, media: ['application/jsonl', 'text/plain'] },
  },
  eraseMe: {
    method: 'POST',
    path: '/api/me/erasure',
    tag: 'Account',
    summary: 'Erase yourself',
    description:
      "Erases the caller's messages, files, names, pictures, roles, subscriptions, keys and private chat with the bot in all " +
      "channels, as `/forget` does in the chat. This can't be undone. Channels they own are left without an owner. The caller is " +
      "signed out everywhere. Someone who's still in a group is seen again when they next post.",
    permission: 'key',
    everywhere: true,
    body: SelfErasure,
    answer: { status: 200, schema: SelfErasureReceipt },
  },
  listKeys: {
    method: 'GET',
    path: '/api/keys',
    tag: 'Account',
    summary: 'List keys',
    description:
      "Returns the caller's active keys, newest first, without their secrets. A key that is limited to chosen channels only sees keys that " +
      'reach no further.',
    permission: 'key',
    answer: { status: 200, schema: KeyList },
  },
  createKey: {
    method: 'POST',
    path: '/api/keys',
    tag: 'Account',
    summary: 'Create a key',
    description:
      'The new key belongs to the caller. It expires no later than the key that created it, and stops working when that key ' +
      `does. This response is the only one that contains the secret. A person can have at most ${mostActiveKeys} active keys. ` +
      'Creating another is rejected with 400. A key with `channels` is limited to them: for all requests, every other channel is like ' +
      "one that doesn't exist. A limited key can only create keys that reach no further.",
    permission: 'key',
    body: NewKey,
    answer: { status: 201, schema: IssuedKey },
  },
  revokeKey: {
    method: 'DELETE',
    path: '/api/keys/:keyId',
    tag: 'Account',
    summary: 'Revoke a key',
    description: "Revokes one of the caller's keys and every key created with it. Takes effect with the next request.",
    permission: 'key',
    params: Type.Object({ keyId: Type.String() }),
    answer: { status: 200, schema: success },
    errors: ['key-not-found'],
  },
  listSignInWays: {
    method: 'GET',
    path: '/sign-in/ways',
    tag: 'Account',
    summary: 'List sign-in methods',
    permission: 'public',
    answer: { status: 200, schema: SignInWays },
  },
  signInWithKey: {
    method: 'POST',
    path: '/api/sign-ins',
    tag: 'Account',
    summary: 'Sign in with a key',
    description:
      "Sets a cookie that acts for the key, with the key's scope, and ends with the key. Requests with the cookie must come " +
      "from a page of this service. Ends the browser's previous sign-ins, unless `add` is true. Rejected with 400 if the browser " +
      'would not keep the cookie.',
    permission: 'key',
    readsOnly: true,
    query: addQuery,
    answer: { status: 201, schema: SignedIn, headers: setsCookie },
  },
  signInWithLink: {
    method: 'POST',
    path: '/sign-in/link',
    tag: 'Account',
    summary: 'Sign in with a one-time link',
    description:
      "Uses up the link's code. Opening the link doesn't. Links come from `/link` in the private chat with the bot, or from " +
      '`./innkeeper signin --user <id>`. A wrong code counts as a failed authentication.',
    permission: 'public',
    query: addQuery,
    body: LinkCode,
    answer: { status: 201, schema: SignedIn, headers: setsCookie },
    errors: ['link-not-valid', 'cross-site', 'too-many-requests', 'unavailable'],
  },
  checkSetupLink: {
    method: 'POST',
    path: '/setup/link',
    tag: 'Operator',
    summary: 'Check a setup link',
    description:
      "Reports whether the code of a setup link can still create the operator account. Doesn't use it up. A wrong code counts " +
      'as a failed authentication.',
    permission: 'public',
    readsOnly: true,
    body: LinkCode,
    answer: { status: 200, schema: success },
    errors: ['setup-link-not-valid', 'cross-site', 'too-many-requests', 'unavailable'],
  },
  createOperator: {
    method: 'POST',
    path: '/setup/operator',
    tag: 'Operator',
    summary: 'Create the operator account',
    description:
      'Creates the account of the person who runs the service, and signs their browser in. Needs the code of the setup link ' +
      'that the service prints until there is an operator. If two browsers finish at the same time, the first one gets the ' +
      'account. A wrong code counts as a failed authentication.',
    permission: 'public',
    body: NewOperator,
    answer: { status: 201, schema: CreatedOperator, headers: setsCookie },
    errors: ['setup-link-not-valid', 'operator-exists', 'cross-site', 'too-many-requests', 'unavailable'],
  },
  signInOperator: {
    method: 'POST',
    path: '/sign-in/operator',
    tag: 'Operator',
    summary: 'Sign in with the operator account',
    description:
      'Signs in with the passphrase, or with a recovery code, which is used up. The sign-in has operator rights. A wrong name, ' +
      'passphrase or code counts as a failed authentication.',
    permission: 'public',
    query: addQuery,
    body: OperatorCredentials,
    answer: { status: 201, schema: SignedIn, headers: setsCookie },
    errors: ['authentication-failed', 'cross-site', 'too-many-requests', 'unavailable'],
  },
  getOperatorAccount: {
    method: 'GET',
    path: '/api/operator/account',
    tag: 'Operator',
    summary: 'Get the operator account',
    description: 'Only for the sign-in of an operator account. A key with operator rights has no account.',
    permission: 'operator',
    answer: { status: 200, schema: OperatorAccount },
  },
  shareOperatorRights: {
    method: 'PUT',
    path: '/api/operator/person',
    tag: 'Operator',
    summary: 'Give operator rights to your linked chat account',
    description:
      'Once `/claim` has linked your operator account to your chat account, sign-ins with a link from the bot or through a ' +
      'platform still have no operator rights. This gives them those rights, including in browsers that are already signed ' +
      'in, or removes them. API keys of the chat account never have them. Only for the sign-in of an operator account.',
    permission: 'operator',
    body: RightsSharing,
    answer: { status: 200, schema: success },
  },
  changePassphrase: {
    method: 'PUT',
    path: '/api/operator/passphrase',
    tag: 'Operator',
    summary: 'Change the passphrase',
    description:
      'Signs all other browsers of the operator out. If the passphrase is lost, a recovery code works as `current`, and is used up.',
    permission: 'operator',
    body: PassphraseChange,
    answer: { status: 200, schema: success },
    errors: ['wrong-passphrase'],
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/api/operator/recovery-codes',
    tag: 'Operator',
    summary: 'Create new recovery codes',
    description: 'The old ones stop working.',
    permission: 'operator',
    body: PassphraseProof,
    answer: { status: 201, schema: RecoveryCodes },
    errors: ['wrong-passphrase'],
  },
  listSignIns: {
    method: 'GET',
    path: '/api/sign-ins',
    tag: 'Account',
    summary: 'List sign-ins',
    description: 'Returns the browsers in which the caller is signed in, newest first.',
    permission: 'key',
    answer: { status: 200, schema: SignInList },
  },
  endSignIn: {
    method: 'DELETE',
    path: '/api/sign-ins/:signInId',
    tag: 'Account',
    summary: 'Sign out a browser',
    description:
      '`current` is the sign-in of this request. Ending it also deletes its cookie. Takes effect with the next request. A ' +
      'read-only sign-in can end only itself.',
    permission: 'key',
    readsOnly: true,
    params: Type.Object({ signInId: Type.String() }),
    answer: { status: 200, schema: success },
    errors: ['permission-denied', 'sign-in-not-found'],
  },
  beginPlatformSignIn: {
    method: 'GET',
    path: '/sign-in/with/:platform',
    tag: 'Account',
    summary: 'Start signing in with a platform',
    description: 'Redirects the browser to the platform, which redirects it back.',
    permission: 'public',
    params: platformParams,
    query: addQuery,
    answer: { status: 302, to: 'Redirect to the platform' },
    errors: ['not-found'],
  },
  finishPlatformSignIn: {
    method: 'GET',
    path: '/sign-in/with/:platform/back',
    tag: 'Account',
    summary: 'Finish signing in with a platform',
    description:
      'The platform redirects the browser here, with parameters of its own. If they are valid, sets the cookie and redirects ' +
      'to the console. Otherwise redirects to the sign-in page, which shows the reason.',
    permission: 'public',
    params: platformParams,
    query: Type.Object({}, { additionalProperties: Type.String() }),
    answer: { status: 302, to: 'Redirect to the console or the sign-in page' },
    errors: ['not-found'],
  },
})
