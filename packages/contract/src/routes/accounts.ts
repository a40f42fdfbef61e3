import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { IssuedKey, KeyList, Me, mostActiveKeys, NewKey } from '../schemas/accounts.ts'
import { success } from '../schemas/primitives.ts'

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
})
