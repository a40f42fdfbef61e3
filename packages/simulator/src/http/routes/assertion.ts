import { createPublicKey, verify } from 'node:crypto'
import { fieldsIn } from '../../rules/problems.ts'
import type { World } from '../../world.ts'
import { type Answer, refuseToken } from '../answer.ts'
import { textOf } from '../route.ts'

const longestMs = 30 * 60_000

/** Checks a signed JWT that requests a token instead of the secret. Its key must be in `assertionKeys`. */
export function checkAssertion(world: World, body: unknown): Answer | { lifeMs?: number } {
  const jwtBearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  if (textOf(body, 'client_assertion_type') !== jwtBearer)
    return refuseToken('invalid_request', `client_assertion_type must be ${jwtBearer}`)
  const [head = '', payload = '', signature = ''] = textOf(body, 'client_assertion').split('.')
  const { alg, kid } = decode(head)
  const key = world.settings.assertionKeys[String(kid)]
  if (!key) return refuseToken('invalid_client', 'Cannot find channel key that satisfies the conditions', 404)
  const isSigned =
    alg === 'RS256' &&
    verify('sha256', Buffer.from(`${head}.${payload}`), createPublicKey(key), Buffer.from(signature, 'base64url'))
  if (!isSigned) return refuseToken('invalid_client', 'Invalid signature')
  return checkClaims(world, decode(payload))
}

function checkClaims(world: World, claims: Record<string, unknown>): Answer | { lifeMs?: number } {
  const { channelId, clock } = world.settings
  if (claims.iss !== channelId || claims.sub !== channelId) return refuseToken('invalid_client', 'Invalid iss or sub')
  if (claims.aud !== 'https://api.line.me/') return refuseToken('invalid_client', 'Invalid aud')
  const expiresAt = Number(claims.exp) * 1_000
  if (!(expiresAt > clock() && expiresAt <= clock() + longestMs)) return refuseToken('invalid_client', 'Invalid exp')
  return typeof claims.token_exp === 'number' ? { lifeMs: claims.token_exp * 1_000 } : {}
}

function decode(part: string): Record<string, unknown> {
  try {
    return fieldsIn(JSON.parse(Buffer.from(part, 'base64url').toString()))
  } catch {
    return {}
  }
}
