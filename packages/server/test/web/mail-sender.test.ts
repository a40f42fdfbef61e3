import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMailSender } from '../../src/adapters/smtp/mail-sender.ts'
import type { MailTarget } from '../../src/ports/alerts.ts'
import { type MailServer, startMailServer } from '../support/alerts/mail-server.ts'

const mail = { subject: 'Ärger 夜', text: 'One line.\n.\nAnother line, 夜.\n' }
const login = { user: 'inn', password: 'canary words' }
const { signal } = new AbortController()

const targetOf = ({ port }: MailServer, more: Partial<MailTarget> = {}): MailTarget => ({
  host: 'mail.example',
  port,
  mustEncrypt: true,
  login: null,
  from: 'inn@inn.example',
  to: ['hana@inn.example'],
  ...more,
})

test('a mail arrives as it was written, in any script', async () => {
  const server = await startMailServer()
  const outcome = await createMailSender(server.options)(targetOf(server), mail, signal)
  assert.deepEqual(outcome, { kind: 'sent', isPartial: false })
  const [got] = server.mails
  assert.deepEqual([got?.subject, got?.text.trim()], [mail.subject, mail.text.trim()])
  assert.equal(got?.isEncrypted, true)
})

test('without encryption nothing is said, neither to a mail server that offers none nor to one that lies', async () => {
  for (const [wanted, failure] of [
    [{ offersTls: false }, 'no-encryption'],
    [{ refuse: { command: 'STARTTLS', answer: '454 not now' } }, 'no-encryption'],
  ] as const) {
    const server = await startMailServer({ password: login.password, ...wanted })
    const outcome = await createMailSender(server.options)(targetOf(server, { login }), mail, signal)
    assert.deepEqual(outcome.kind === 'failed' && outcome.failure, failure)
    assert.doesNotMatch(server.plain.join('\n'), /AUTH|MAIL|hana/)
    assert.deepEqual(server.mails, [])
  }
})

test('where encryption is not required, a mail server without it gets the mail', async () => {
  const server = await startMailServer({ offersTls: false })
  const outcome = await createMailSender(server.options)(targetOf(server, { mustEncrypt: false }), mail, signal)
  assert.equal(outcome.kind, 'sent')
  assert.equal(server.mails[0]?.isEncrypted, false)
})

test('a certificate that is not known, or is for another host, is refused', async () => {
  const server = await startMailServer({ password: login.password })
  const { lookup } = server.options
  const foreign = createMailSender({ ...(lookup && { lookup }) })
  const known = createMailSender(server.options)
  for (const outcome of [
    await foreign(targetOf(server, { login }), mail, signal),
    await known(targetOf(server, { login, host: 'other.example' }), mail, signal),
  ]) {
    assert.deepEqual(outcome, { kind: 'failed', failure: 'certificate', detail: '' })
  }
  assert.deepEqual(server.mails, [])
  assert.doesNotMatch(server.plain.join('\n'), /AUTH/)
})

test('what the mail server refuses is told apart, with its words and without the password', async () => {
  for (const [command, answer, failure] of [
    ['AUTH', '535 5.7.8 no such user', 'login'],
    ['MAIL', '550 5.7.1 you are not inn', 'sender'],
    ['RCPT', '550 5.1.1 who is hana', 'recipient'],
    ['DATA', '554 5.7.1 spam', 'rejected'],
  ] as const) {
    const server = await startMailServer({ password: login.password, refuse: { command, answer } })
    const outcome = await createMailSender(server.options)(targetOf(server, { login }), mail, signal)
    assert.deepEqual(outcome, { kind: 'failed', failure, detail: answer }, command)
    assert.doesNotMatch(JSON.stringify(outcome), /canary/)
  }
})

test('a mail server that hangs, is closed or does not exist ends in time, and stopping ends it at once', async () => {
  const server = await startMailServer({ hangs: true })
  const send = createMailSender({ ...server.options, timeLimitMs: 500 })
  assert.deepEqual(await send(targetOf(server), mail, signal), { kind: 'failed', failure: 'silent', detail: '' })
  const stopping = new AbortController()
  const patient = createMailSender(server.options)(targetOf(server), mail, stopping.signal)
  setTimeout(() => stopping.abort(), 50)
  assert.equal((await patient).kind, 'failed')
  await server.close()
  assert.deepEqual(await send(targetOf(server), mail, signal), { kind: 'failed', failure: 'unreachable', detail: '' })
  const lost = createMailSender({
    lookup: (_host, _options, done) => done(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), ''),
  })
  assert.deepEqual(await lost(targetOf(server), mail, signal), { kind: 'failed', failure: 'not-found', detail: '' })
})
