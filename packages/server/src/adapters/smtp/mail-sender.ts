import { connect, type LookupFunction, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AlertOutcome } from '../../domain/notifications/alerts/alert.ts'
import type { AlertSenders, Mail, MailTarget } from '../../ports/alerts.ts'
import { explainFailure } from './explain-failure.ts'

export type MailSenderOptions = {
  timeLimitMs?: number
  /** Certificates to trust instead of those of well-known authorities. */
  ca?: string
  lookup?: LookupFunction
}

/** With this port, TLS comes first. With any other one, the mail server is asked to switch to it. */
const encryptedPort = 465

export function createMailSender(options: MailSenderOptions = {}): AlertSenders['sendMail'] {
  const { timeLimitMs = 20_000 } = options
  return async (target, mail, signal) => {
    // One limit for everything: a mail server could otherwise answer a word at a time.
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)])
    let socket: Socket | undefined
    try {
      socket = await openSocket(target, options, limit)
      return await Promise.race([send(target, mail, socket, options), aborted(limit)])
    } catch (error) {
      return limit.aborted ? { kind: 'failed', failure: 'silent', detail: '' } : explainFailure(error)
    } finally {
      socket?.destroy()
    }
  }
}

async function send(
  target: MailTarget,
  { subject, text }: Mail,
  socket: Socket,
  { ca }: MailSenderOptions,
): Promise<AlertOutcome> {
  const { host, port, mustEncrypt, login, from, to } = target
  // Loaded only when there is something to send.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host,
    port,
    secure: port === encryptedPort,
    requireTLS: mustEncrypt,
    // Where encryption isn't required, a certificate that no one can check is still better than none.
    tls: { rejectUnauthorized: mustEncrypt, ...(ca !== undefined && { ca }) },
    ...(login && { auth: { user: login.user, pass: login.password } }),
    getSocket: (_options, done) => done(null, { connection: socket }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const { rejected } = await transport.sendMail({
    from: { name: 'Innkeeper', address: from },
    to: [...to],
    subject,
    text,
    // So that no one's absence notice replies to it.
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
  return { kind: 'sent', isPartial: rejected.length > 0 }
}

function openSocket({ host, port }: MailTarget, { lookup }: MailSenderOptions, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, ...(lookup && { lookup }) })
    const abort = () => socket.destroy(new Error('aborted'))
    signal.addEventListener('abort', abort, { once: true })
    socket.once('error', reject)
    socket.once('connect', () => {
      signal.removeEventListener('abort', abort)
      socket.off('error', reject)
      // From here on the transport listens. An error after it is done must not end the process.
      socket.on('error', () => {})
      resolve(socket)
    })
  })
}

async function aborted(signal: AbortSignal): Promise<never> {
  // Longer than any limit.
  await sleep(3_600_000, undefined, { signal, ref: false })
  throw new Error('aborted')
}
