import type { ErrorCode } from '@innkeeper/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createKey, getMe, listKeys, revokeKey } from '../../actions/accounts/account.ts'
import { eraseMe } from '../../actions/accounts/erase-me.ts'
import { exportOwnMessages } from '../../actions/accounts/export-own-messages.ts'
import { getKept, getKeptInChannel } from '../../actions/accounts/kept.ts'
import {
  changePassphrase,
  checkSetupLink,
  createOperator,
  getOperatorAccount,
  leaveDemo,
  renewRecoveryCodes,
  shareOperatorRights,
  signInOperator,
} from '../../actions/accounts/operator-account.ts'
import { beginPlatformSignIn, finishPlatformSignIn } from '../../actions/accounts/platform-sign-in.ts'
import {
  type Browser,
  endSignIn,
  listSignIns,
  type MadeSignIn,
  signInWithKey,
  signInWithLink,
} from '../../actions/accounts/sign-ins.ts'
import { tripLifeMs } from '../../domain/accounts/sign-in-trip.ts'
import { hashToken } from '../../domain/accounts/token.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import type { SignInPlatform } from '../../ports/sign-in-platform.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Gate } from '../gate.ts'
import { done, type Handlers } from '../handlers.ts'
import { isFromForeignPage, keepsCookies } from '../pages/browser-requests.ts'
import { clearSignIn, clearTrip, findSignIn, findTrip, setSignIn, setTrip } from '../pages/cookies.ts'
import { nameParameters } from '../sending/send-download.ts'

type Names =
  | 'getMe'
  | 'getKept'
  | 'getKeptInChannel'
  | 'exportOwnMessages'
  | 'eraseMe'
  | 'listKeys'
  | 'createKey'
  | 'revokeKey'
  | 'listSignInWays'
  | 'signInWithKey'
  | 'signInWithLink'
  | 'checkSetupLink'
  | 'createOperator'
  | 'signInOperator'
  | 'getOperatorAccount'
  | 'shareOperatorRights'
  | 'changePassphrase'
  | 'renewRecoveryCodes'
  | 'listSignIns'
  | 'endSignIn'
  | 'beginPlatformSignIn'
  | 'finishPlatformSignIn'

export function accountHandlers(
  deps: AppDeps,
  gate: Pick<Gate, 'countFailure' | 'noteFailure' | 'hasFailedTooOften' | 'renew'>,
): Handlers<Names> {
  const getPlatform = (name: string): SignInPlatform => {
    const platform = deps.signInPlatforms.get(name)
    if (!platform) throw new Refusal('not-found')
    return platform
  }
  const refuseWithoutCookies = (request: FastifyRequest) => {
    if (!keepsCookies(request, deps.baseUrl())) throw invalid(notKept)
  }
  /** Wrong codes and passphrases count as failed authentications of the address, which are limited. */
  const countingFailures = async <T>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<T>) => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal && failures.has(error.code)) await gate.countFailure(request, reply)
      throw error
    }
  }
  /** A passphrase can be guessed, so an address that failed too often isn't even told whether the next one is right. */
  const refuseGuessing = async (request: FastifyRequest, reply: FastifyReply) => {
    if (await gate.hasFailedTooOften(request)) await gate.countFailure(request, reply)
  }
  /** For routes that sign a browser in without a key. */
  const fromOwnPage = <T>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<T>) => {
    reply.header('cache-control', 'no-store')
    if (isFromForeignPage(request, deps.baseUrl())) throw new Refusal('cross-site')
    refuseWithoutCookies(request)
    return countingFailures(request, reply, work)
  }
  const returnUrlOf = (platform: string) => `${deps.baseUrl()}/sign-in/with/${platform}/back`

  return {
    getMe: ({ grant }) => getMe(deps, grant),
    getKept: ({ grant }) => getKept(deps, grant),
    getKeptInChannel: ({ grant }) => getKeptInChannel(deps, grant),
    async exportOwnMessages({ grant, query, request, reply }) {
      const caller = { grant, renew: () => gate.renew(request, grant) }
      const { fileName, contentType, content } = await exportOwnMessages(deps, caller, query.format ?? 'jsonl')
      return reply
        .header('content-type', contentType)
        .header('content-disposition', `attachment; ${nameParameters(fileName)}`)
        .send(content)
    },
    async eraseMe({ grant, body, reply }) {
      const receipt = await eraseMe(deps, grant, body)
      if (grant.key.kind === 'sign-in') clearSignIn(reply)
      return receipt
    },
    listKeys: ({ grant }) => listKeys(deps, grant),
    createKey: ({ grant, body }) => createKey(deps, grant, body),
    async revokeKey({ grant, params }) {
      await revokeKey(deps, grant, params.keyId)
      return done
    },
    async listSignInWays({ request, reply }) {
      reply.header('cache-control', 'no-store')
      return {
        operator: (await deps.store.hasOperator()) ? 'exists' : 'none',
        platforms: [...deps.signInPlatforms.values()].map(({ platform, name }) => ({ platform, name })),
        chatLinks: deps.sendsChatLinks(),
        connectedPlatforms: [...deps.connectors.keys()],
        isDemo: deps.realService !== undefined,
        keepsCookies: keepsCookies(request, deps.baseUrl()),
      }
    },
    async signInWithKey({ grant, request, reply }) {
      refuseWithoutCookies(request)
      return admit(reply, await signInWithKey(deps, grant, browserOf(request)))
    },
    signInWithLink: ({ body, request, reply }) =>
      fromOwnPage(request, reply, async () => admit(reply, await signInWithLink(deps, body.code, browserOf(request)))),
    checkSetupLink: ({ body, request, reply }) =>
      fromOwnPage(request, reply, async () => {
        await refuseGuessing(request, reply)
        await checkSetupLink(deps, body.code)
        return done
      }),
    createOperator: ({ body, request, reply }) =>
      fromOwnPage(request, reply, async () => {
        await refuseGuessing(request, reply)
        const { realService } = deps
        const { recoveryCodes, ...made } = await (realService
          ? leaveDemo({ ...deps, realService }, body, browserOf(request))
          : createOperator(deps, body, browserOf(request)))
        if (realService) reply.raw.once('close', () => realService.takeOver())
        return { ...admit(reply, made), recoveryCodes }
      }),
    signInOperator: ({ body, request, reply }) =>
      fromOwnPage(request, reply, async () => {
        await refuseGuessing(request, reply)
        return admit(reply, await signInOperator(deps, body, browserOf(request)))
      }),
    getOperatorAccount: ({ grant }) => getOperatorAccount(deps, grant),
    async shareOperatorRights({ grant, body }) {
      await shareOperatorRights(deps, grant, body)
      return done
    },
    async changePassphrase({ grant, body, request, reply }) {
      await countingFailures(request, reply, () => changePassphrase(deps, grant, body))
      return done
    },
    renewRecoveryCodes: ({ grant, body, request, reply }) =>
      countingFailures(request, reply, () => renewRecoveryCodes(deps, grant, body)),
    listSignIns: ({ grant }) => listSignIns(deps, grant),
    async endSignIn({ grant, params, reply }) {
      const { wasCurrent } = await endSignIn(deps, grant, params.signInId)
      if (wasCurrent) clearSignIn(reply)
      return done
    },
    beginPlatformSignIn({ params, request, reply }) {
      const platform = getPlatform(params.platform)
      // The sign-in page explains what to do.
      if (!keepsCookies(request, deps.baseUrl())) return redirect(reply, '/sign-in')
      const { address, trip } = beginPlatformSignIn(deps, platform, {
        returnUrl: returnUrlOf(params.platform),
        browser: browserOf(request),
      })
      setTrip(reply, trip, tripLifeMs)
      return redirect(reply, address)
    },
    async finishPlatformSignIn({ params, query, request, reply }) {
      const platform = getPlatform(params.platform)
      // Each attempt makes us call the platform with our secret, so the platform would hold us responsible.
      if (await gate.hasFailedTooOften(request)) return redirect(reply, '/sign-in?problem=failed')
      const outcome = await finishPlatformSignIn(deps, platform, {
        query: query as Record<string, string>,
        trip: findTrip(request),
        returnUrl: returnUrlOf(params.platform),
        browser: browserOf(request),
      })
      clearTrip(reply)
      if (outcome === 'failed') await gate.noteFailure(request)
      if (typeof outcome === 'string') return redirect(reply, `/sign-in?problem=${outcome}`)
      admit(reply, outcome)
      return redirect(reply, '/')
    },
  }
}

const failures: ReadonlySet<ErrorCode> = new Set([
  'authentication-failed',
  'link-not-valid',
  'setup-link-not-valid',
  'wrong-passphrase',
])

const notKept =
  'The browser cannot stay signed in at this address, because it is plain HTTP. Open the service over HTTPS, or as ' +
  'http://localhost on its own machine. Behind an HTTPS proxy, set INNKEEPER_BASE_URL to the address people use'

function admit(reply: FastifyReply, { signedIn, token, lifeMs }: MadeSignIn): MadeSignIn['signedIn'] {
  setSignIn(reply, token, lifeMs)
  return signedIn
}

function browserOf(request: FastifyRequest): Browser {
  const signIn = findSignIn(request)
  return {
    userAgent: request.headers['user-agent'],
    replacedHash: signIn === undefined ? null : hashToken(signIn),
  }
}

function redirect(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address)
}
