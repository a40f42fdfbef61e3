import type { FastifyInstance } from 'fastify'
import { invalid, Refusal } from '../../domain/refusal.ts'
import { clientAddress } from './client-address.ts'
import type { DropReport } from './drop-report.ts'
import { receiveBody } from './receive-body.ts'
import { createUploadBudget, type UploadLimits } from './upload-budget.ts'

/** Bodies are taken as bytes, regardless of their type. They have their own budget, which nothing else can use up. */
export function takeRawBodies(app: FastifyInstance, mostBytes: number, limits: UploadLimits, drops: DropReport): void {
  const budget = createUploadBudget(limits)
  const tooLarge = () => invalid(`Body is too large; at most ${mostBytes / 1024 / 1024} MiB is allowed`)
  // Not necessarily the platform's fault: a busy machine reads slowly, too.
  const slow = () => new Refusal('unavailable', 'the webhook did not arrive in time')
  const crowded = () => {
    drops.note('webhook')
    return new Refusal('unavailable', 'too many webhooks are being received')
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, payload, done) =>
    receiveBody(request, payload, { mostBytes, budget, sender: clientAddress(request), tooLarge, slow, crowded }, done),
  )
}
