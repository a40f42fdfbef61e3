import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nextSlice } from '../../domain/long-work.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import { clientAddress } from './client-address.ts'
import type { DropReport } from './drop-report.ts'
import { type BodyRules, receiveBody } from './receive-body.ts'
import type { ReceiveLimits } from './receive-limits.ts'
import { createUploadBudget } from './upload-budget.ts'

const mostBytesAtOnce = 64 * 1024
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * Bodies are JSON in UTF-8 or absent. `__proto__` stays an ordinary member here and is refused later like any other unknown
 * member.
 */
export function takeJsonBodies(
  app: FastifyInstance,
  { anonymous, authenticated }: ReceiveLimits,
  drops: DropReport,
): void {
  const anonymousUploads = createUploadBudget(anonymous)
  const userUploads = createUploadBudget(authenticated)
  const rulesFor = (request: FastifyRequest): BodyRules => {
    const { grant } = request
    if (grant) {
      return {
        mostBytes: authenticated.mostBodyBytes,
        budget: userUploads,
        sender: grant.userId,
        tooLarge: () => tooLarge('1 MiB', request),
        slow,
        // Caused by their own uploads, unless hundreds of people upload a lot at the same time.
        crowded: () => new Refusal('too-many-requests'),
      }
    }
    return {
      mostBytes: anonymous.mostBodyBytes,
      budget: anonymousUploads,
      sender: clientAddress(request),
      tooLarge: () => tooLarge('4 KiB', request),
      slow,
      crowded() {
        drops.note('body')
        return new Refusal('unavailable', 'too many requests are being received')
      },
    }
  }
  const take = (parse: (body: Buffer) => unknown) => {
    return (request: FastifyRequest, payload: FastifyRequest['raw'], done: Done) =>
      receiveBody(request, payload, rulesFor(request), (error, body) => {
        if (error || !body) return done(error)
        const finish = () => {
          let value: unknown
          try {
            value = parse(body)
          } catch (refusal) {
            return done(refusal as Error)
          }
          done(null, value)
        }
        // Parsing and checking many large bodies in a row would delay everyone else.
        if (body.length > mostBytesAtOnce) void nextSlice().then(finish)
        else finish()
      })
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', take(parseJson))
  app.addContentTypeParser('*', take(refuseContent))
}

function slow(): Refusal {
  return invalid('The request did not arrive in time')
}

type Done = (error: Error | null, body?: unknown) => void

function tooLarge(most: string, { route }: FastifyRequest): Refusal {
  const hint = route?.ifTooLarge === undefined ? '' : `; ${route.ifTooLarge}`
  return invalid(`Body is too large; at most ${most} is allowed${hint}`)
}

function refuseContent(body: Buffer): undefined {
  if (body.length > 0) throw invalid('Content-Type must be application/json')
}

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    throw invalid('Body is not valid JSON in UTF-8')
  }
}
