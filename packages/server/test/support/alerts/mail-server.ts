import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after } from 'node:test'
import { createSecureContext, TLSSocket } from 'node:tls'
import type { MailSenderOptions } from '../../../src/adapters/smtp/mail-sender.ts'
import { createCertificate } from '../../process/certificate.ts'
import { eventually } from '../eventually.ts'

/** A mail as it arrived. `login`: null without one. */
export type ReceivedMail = {
  from: string
  to: string[]
  subject: string
  text: string
  headers: string
  login: string | null
  isEncrypted: boolean
}

type Behaviour = {
  /** Whether it offers STARTTLS. */
  offersTls: boolean
  /** Accepts the connection, and says nothing. */
  hangs: boolean
  /** The password that it accepts; null: it needs none. */
  password: string | null
  /** Its answer to a command that begins like this, instead of the usual one. */
  refuse: { command: string; answer: string } | undefined
}

export type MailServer = Behaviour & {
  port: number
  mails: ReceivedMail[]
  connections: number
  /** What clients said before anything was encrypted. */
  plain: string[]
  /** How the service under test reaches it as mail.example. */
  options: MailSenderOptions
  until(count: number): Promise<ReceivedMail[]>
  /** Without it, the port is closed. */
  close(): Promise<void>
  reopen(): Promise<void>
}

/** An SMTP server on loopback (RFC 5321, with STARTTLS and AUTH PLAIN), which keeps what it gets. */
export async function startMailServer(wanted: Partial<Behaviour> = {}): Promise<MailServer> {
  const { cert, key } = createCertificate({ domain: 'mail.example' })
  const context = createSecureContext({ cert, key })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    mail.connections++
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (!mail.hangs) talk(mail, socket, () => new TLSSocket(socket, { isServer: true, secureContext: context }))
  })
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  after(close)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const mail: MailServer = {
    offersTls: true,
    hangs: false,
    password: null,
    refuse: undefined,
    ...wanted,
    port,
    mails: [],
    connections: 0,
    plain: [],
    options: {
      ca: cert,
      lookup: (_host, { all }, done) => {
        if (all) done(null, [{ address: '127.0.0.1', family: 4 }])
        else done(null, '127.0.0.1', 4)
      },
    },
    until: (count) =>
      eventually(
        () => mail.mails,
        (mails) => mails.length >= count,
      ),
    close,
    async reopen() {
      await once(server.listen(port, '127.0.0.1'), 'listening')
    },
  }
  return mail
}

function talk(server: MailServer, plain: Socket, encrypt: () => TLSSocket): void {
  let socket: Socket = plain
  let login: string | null = null
  let envelope = { from: '', to: [] as string[] }
  let data: string[] | undefined
  const say = (line: string) => void socket.write(`${line}\r\n`)
  const answer = (line: string) => {
    if (data) {
      if (line !== '.') return void data.push(line.replace(/^\.\./, '.'))
      server.mails.push({ ...envelope, ...readMail(data.join('\n')), login, isEncrypted: socket !== plain })
      data = undefined
      return say('250 kept')
    }
    if (socket === plain) server.plain.push(line)
    const { refuse } = server
    if (refuse && line.toUpperCase().startsWith(refuse.command)) return say(refuse.answer)
    const [verb = ''] = line.toUpperCase().split(/[ :]/)
    switch (verb) {
      case 'EHLO': {
        const extras = [
          ...(server.offersTls && socket === plain ? ['STARTTLS'] : []),
          ...(server.password === null ? [] : ['AUTH PLAIN']),
        ]
        for (const extra of ['mail.example', ...extras]) say(`250-${extra}`)
        return say('250 8BITMIME')
      }
      case 'STARTTLS':
        if (!server.offersTls) return say('502 not here')
        say('220 go ahead')
        socket.off('data', read)
        socket = encrypt()
        socket.on('error', () => {})
        return void socket.on('data', read)
      case 'AUTH': {
        const [, user = '', password] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString()
          .split('\0')
        if (password !== server.password) return say('535 5.7.8 wrong password')
        login = user
        return say('235 welcome')
      }
      case 'MAIL':
        envelope = { from: /<(.*?)>/.exec(line)?.[1] ?? '', to: [] }
        return say('250 ok')
      case 'RCPT':
        envelope.to.push(/<(.*?)>/.exec(line)?.[1] ?? '')
        return say('250 ok')
      case 'DATA':
        data = []
        return say('354 end with a dot')
      case 'QUIT':
        say('221 bye')
        return void socket.end()
      default:
        return say('250 ok')
    }
  }
  let rest = ''
  const read = (chunk: Buffer) => {
    rest += chunk.toString('utf8')
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end)
      rest = rest.slice(end + 2)
      answer(line)
    }
  }
  socket.on('data', read)
  say('220 mail.example')
}

function readMail(raw: string): Pick<ReceivedMail, 'subject' | 'text' | 'headers'> {
  const [headers = '', ...body] = raw.split('\n\n')
  const unfolded = headers.replaceAll(/\n[ \t]+/g, ' ')
  const text = body.join('\n\n')
  const isQuoted = /^content-transfer-encoding: quoted-printable$/im.test(unfolded)
  const isBase64 = /^content-transfer-encoding: base64$/im.test(unfolded)
  return {
    headers: unfolded,
    subject: readWords(/^subject: (.*)$/im.exec(unfolded)?.[1] ?? ''),
    text: isBase64 ? Buffer.from(text, 'base64').toString() : isQuoted ? readQuoted(text.replaceAll('=\n', '')) : text,
  }
}

/** Encoded words (RFC 2047). */
function readWords(text: string): string {
  const joined = text.replaceAll(/\?= =\?/g, '?==?')
  return joined.replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
    kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : readQuoted(word.replaceAll('_', ' ')),
  )
}

function readQuoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
