import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import {
  IssuedKey,
  KeyList,
  LinkCode,
  Me,
  mostActiveKeys,
  NewKey,
  SignedIn,
  SignInList,
  SignInWays,
} from '../schemas/accounts.ts'
import { success } from '../schemas/primitives.ts'

const setsCookie = {
  'Set-Cookie': '`__Host-innkeeper`: `HttpOnly`, `Secure`, `SameSite=Strict`, for 30 days at most.',
}
const platformParams = Type.Object({ platform: Type.String({ description: 'Such as `line`.' }) })

/** A sign-in acts for its user like a key, but in a cookie. Requests that carry one must come from our own pages. */
export const accountRoutes = defineRoutes({
  getMe: {
    method: 'GET',
    path: '/api/me',
    tag: 'Account',
    summary: 'Who am I?',
    permission: 'key',
    answer: { status: 200, schema: Me },
  },
  listKeys: {
    method: 'GET',
    path: '/api/keys',
    tag: 'Account',
    summary: 'List my keys',
    description: 'Keys in force, newest first, without their secrets.',
    permission: 'key',
    answer: { status: 200, schema: KeyList },
  },
  createKey: {
    method: 'POST',
    path: '/api/keys',
    tag: 'Account',
    summary: 'Make a key',
    description:
      'The new key belongs to the caller and dies with the key that made it. Its secret is shown this once. ' +
      `A person has at most ${mostActiveKeys} active keys; one more is refused with 400.`,
    permission: 'key',
    body: NewKey,
    answer: { status: 201, schema: IssuedKey },
  },
  revokeKey: {
    method: 'DELETE',
    path: '/api/keys/:keyId',
    tag: 'Account',
    summary: 'Revoke a key',
    description: "Revokes one of the caller's keys and every key made with it; holds from the next request on.",
    permission: 'key',
    params: Type.Object({ keyId: Type.String() }),
    answer: { status: 200, schema: success },
    errors: ['key-not-found'],
  },
  listSignInWays: {
    method: 'GET',
    path: '/sign-in/ways',
    tag: 'Account',
    summary: 'How can one sign in here?',
    permission: 'public',
    answer: { status: 200, schema: SignInWays },
  },
  signInWithKey: {
    method: 'POST',
    path: '/api/sign-ins',
    tag: 'Account',
    summary: 'Sign a browser in with a key',
    description:
      'Sets a cookie that stands for the key from then on, with its scope, and ends with it. Requests with the cookie that ' +
      'are not GET must come from a page of this service. A sign-in that the browser had before ends. Refused with 400 where the ' +
      'browser would not keep the cookie.',
    permission: 'key',
    readsOnly: true,
    answer: { status: 201, schema: SignedIn, headers: setsCookie },
  },
  signInWithLink: {
    method: 'POST',
    path: '/sign-in/link',
    tag: 'Account',
    summary: 'Sign a browser in with a one-time link',
    description:
      'Uses the code of the link up; opening the link alone does not. Links come from `/link` in the private chat with the ' +
      'bot, or from `./innkeeper signin --user <id>`. Wrong codes count as failed authentications.',
    permission: 'public',
    body: LinkCode,
    answer: { status: 201, schema: SignedIn, headers: setsCookie },
    errors: ['link-not-valid', 'cross-site', 'too-many-requests', 'unavailable'],
  },
  listSignIns: {
    method: 'GET',
    path: '/api/sign-ins',
    tag: 'Account',
    summary: 'List the browsers that are signed in as me',
    description: 'Those in force, newest first.',
    permission: 'key',
    answer: { status: 200, schema: SignInList },
  },
  endSignIn: {
    method: 'DELETE',
    path: '/api/sign-ins/:signInId',
    tag: 'Account',
    summary: 'Sign a browser out',
    description:
      '`current` is the sign-in of this request, whose cookie is taken back too. Holds from the next request on. What may only ' +
      'read ends nothing but itself.',
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
    summary: 'Sign in through a platform',
    description: 'Leads the browser to the platform, which leads it back.',
    permission: 'public',
    params: platformParams,
    answer: { status: 302, to: 'The platform.' },
    errors: ['not-found'],
  },
  finishPlatformSignIn: {
    method: 'GET',
    path: '/sign-in/with/:platform/back',
    tag: 'Account',
    summary: 'Where the platform leads the browser back to',
    description:
      'Checks what the platform says, sets the cookie and leads to the console; where it does not work out, to the sign-in ' +
      'page, which says why. The parameters are the platform’s own.',
    permission: 'public',
    params: platformParams,
    query: Type.Object({}, { additionalProperties: Type.String() }),
    answer: { status: 302, to: 'The console.' },
    errors: ['not-found'],
  },
})
