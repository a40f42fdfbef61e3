import { type ErrorCode, mostAccountsInBrowser } from '@innkeeper/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { identifyHeld } from '../../actions/access.ts'
import { createKey, getMe, listKeys, revokeKey } from '../../actions/accounts/account.ts'
import { listAccounts } from '../../actions/accounts/accounts.ts'
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
import { listSignInChats } from '../../actions/platforms/known-platforms.ts'
import { findFreeSlot } from '../../domain/accounts/browser-accounts.ts'
import { tripLifeMs } from '../../domain/accounts/sign-in-trip.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import type { SignInPlatform } from '../../ports/sign-in-platform.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Gate } from '../gate.ts'
import { done, type Handlers } from '../handlers.ts'
import { isFromForeignPage, keepsCookies } from '../pages/browser-requests.ts'
import { clearSignIn, clearTrip, findTrip, setSignIn, setTrip } from '../pages/cookies.ts'
import { heldBy } from '../recognise.ts'
import { nameParameters } from '../sending/send-download.ts'

type Names =
  | 'getMe'
  | 'listAccounts'
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
  gate: Pick<Gate, 'countFailure' | 'noteFailure' | 'hasFailedTooOften' | 'renew' | 'passAll'>,
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
  /** Refused before a link is used up for an account that the browser has no room for. */
  const browserOf = async (request: FastifyRequest, { add = false }: { add?: boolean }): Promise<Browser> => {
    const held = heldBy(request)
    if (add && findFreeSlot(await identifyHeld(deps, held, undefined)) === undefined) throw invalid(noRoom)
    return { userAgent: request.headers['user-agent'], held, adds: add }
  }
  /** Sets the cookie of the new sign-in. Without adding, it's the browser's only one. */
  const admit = async (reply: FastifyReply, made: MadeSignIn, { held, adds }: Browser) => {
    const taken = adds ? await identifyHeld(deps, held, undefined) : []
    const slot = findFreeSlot(taken) ?? mostAccountsInBrowser - 1
    for (const one of adds ? [] : held) if (one.slot !== slot) clearSignIn(reply, one.slot)
    setSignIn(reply, slot, made.token, made.lifeMs)
    return made.signedIn
  }
  const returnUrlOf = (platform: string) => `${deps.baseUrl()}/sign-in/with/${platform}/back`

  return {
    getMe: ({ grant }) => getMe(deps, grant),
    listAccounts: async ({ grant, request }) => await listAccounts(deps, grant, await gate.passAll(request)),
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
    async eraseMe({ grant, body, request, reply }) {
      const receipt = await eraseMe(deps, grant, body)
      forgetSignIn(request, reply)
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
        chats: deps.sendsChatLinks() ? listSignInChats(deps.connectors) : [],
        connectedPlatforms: [...deps.connectors.keys()],
        isDemo: deps.realService !== undefined,
        keepsCookies: keepsCookies(request, deps.baseUrl()),
      }
    },
    async signInWithKey({ grant, query, request, reply }) {
      refuseWithoutCookies(request)
      const browser = await browserOf(request, query)
      return await admit(reply, await signInWithKey(deps, grant, browser), browser)
    },
    signInWithLink: ({ body, query, request, reply }) =>
      fromOwnPage(request, reply, async () => {
        const browser = await browserOf(request, query)
        return await admit(reply, await signInWithLink(deps, body.code, browser), browser)
      }),
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
        const browser = await browserOf(request, {})
        const { recoveryCodes, ...made } = await (realService
          ? leaveDemo({ ...deps, realService }, body, browser)
          : createOperator(deps, body, browser))
        if (realService) reply.raw.once('close', () => realService.takeOver())
        return { ...(await admit(reply, made, browser)), recoveryCodes }
      }),
    signInOperator: ({ body, query, request, reply }) =>
      fromOwnPage(request, reply, async () => {
        await refuseGuessing(request, reply)
        const browser = await browserOf(request, query)
        return await admit(reply, await signInOperator(deps, body, browser), browser)
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
    async endSignIn({ grant, params, request, reply }) {
      const { wasCurrent } = await endSignIn(deps, grant, params.signInId)
      if (wasCurrent) forgetSignIn(request, reply)
      return done
    },
    async beginPlatformSignIn({ params, query, request, reply }) {
      const platform = getPlatform(params.platform)
      // The sign-in page explains what to do.
      if (!keepsCookies(request, deps.baseUrl())) return redirect(reply, '/sign-in')
      const { address, trip } = beginPlatformSignIn(deps, platform, {
        returnUrl: returnUrlOf(params.platform),
        browser: await browserOf(request, query),
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
        userAgent: request.headers['user-agent'],
      })
      clearTrip(reply)
      if (outcome === 'failed') await gate.noteFailure(request)
      if (typeof outcome === 'string') return redirect(reply, `/sign-in?problem=${outcome}`)
      await admit(reply, outcome.made, outcome.browser)
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

const noRoom = `This browser is signed in to ${mostAccountsInBrowser} accounts, which is the most it can have. Sign out of one of them first`

const notKept =
  'The browser cannot stay signed in at this address, because it is plain HTTP. Open the service over HTTPS, or as ' +
  'http://localhost on its own machine. Behind an HTTPS proxy, set INNKEEPER_BASE_URL to the address people use'

function forgetSignIn({ signInSlot }: FastifyRequest, reply: FastifyReply): void {
  if (signInSlot !== undefined) clearSignIn(reply, signInSlot)
}

function redirect(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address)
}
