import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { alertSettings } from '../../../src/config/alert-settings.ts'
import { readConfig } from '../../../src/config/config.ts'
import { settings } from '../../../src/config/settings.ts'
import { problemOf } from '../../support/config-problem.ts'

type Name = keyof typeof alertSettings
const mail = { INNKEEPER_SMTP_SERVER: 'mail.example', INNKEEPER_ALERT_MAIL_TO: 'hana@inn.example' }
const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
const webhook = { INNKEEPER_ALERT_WEBHOOK_URL: 'https://hooks.example/1', INNKEEPER_ALERT_WEBHOOK_SECRET: secret }
const login = { INNKEEPER_SMTP_USER: 'canary', INNKEEPER_SMTP_PASSWORD: 'canary' }
const whole = { ...mail, ...webhook, ...login }
const envOf = (name: Name) => settings[name].env

describe('settings of alerts', () => {
  const right: Record<Name, [text: string, value: unknown][]> = {
    smtpServer: [
      ['mail.example', { host: 'mail.example', port: 587 }],
      ['mail.example:465', { host: 'mail.example', port: 465 }],
      ['[::1]:25', { host: '::1', port: 25 }],
    ],
    smtpEncryption: [['required', 'required']],
    smtpUser: [['hana@inn.example', 'hana@inn.example']],
    smtpPassword: [['four words and spaces', 'four words and spaces']],
    alertMailTo: [[' a@inn.example , b@inn.example', ['a@inn.example', 'b@inn.example']]],
    alertMailFrom: [
      ['', null],
      ['inn@inn.example', 'inn@inn.example'],
    ],
    alertWebhookUrl: [['https://hooks.example/a?b=c', 'https://hooks.example/a?b=c']],
    alertWebhookSecret: [[secret, secret]],
    alertWebhookAllow: [
      ['', []],
      ['NAS.lan, 192.168.1.20:5678', ['nas.lan', '192.168.1.20:5678']],
    ],
  }
  const wrong: Record<Name, string[]> = {
    smtpServer: ['smtp://mail.example', 'mail.example:0', 'mail.example:x', 'mail example', 'u:p@mail.example'],
    smtpEncryption: ['', 'none', 'STARTTLS'],
    smtpUser: ['canary\r\nQUIT'],
    smtpPassword: ['canary\nQUIT', 'canary'.repeat(200)],
    alertMailTo: ['hana', 'a@inn.example\r\nBcc: b@inn.example', '<a@inn.example>', 'a@inn.example,'.repeat(11)],
    alertMailFrom: ['Inn <inn@inn.example>', 'a@b.example,c@d.example'],
    alertWebhookUrl: [
      'hooks.example',
      'ftp://hooks.example',
      'https://u:canary@hooks.example',
      'https://hooks.example#a',
    ],
    alertWebhookSecret: ['canary', 'whsec_', 'whsec_Y2FuYXJ5', `whsec_${'canary'.repeat(20)}`],
    alertWebhookAllow: ['https://nas.lan', '10.0.0.0/8', '*', 'nas lan'],
  }
  for (const name of Object.keys(right) as Name[]) {
    test(`${envOf(name)} is read, and refused if it is wrong`, () => {
      for (const [text, value] of right[name]) {
        assert.deepEqual(readConfig({ ...whole, [envOf(name)]: text })[name], value, text)
      }
      for (const text of wrong[name]) {
        const problem = problemOf({ ...whole, [envOf(name)]: text })
        assert.match(problem, new RegExp(`^${envOf(name)} is .+ Set it to `, 's'), text)
        if (settings[name].isSecret) assert.doesNotMatch(problem, /canary/)
      }
    })
  }

  const conflicts: [what: string, env: Record<string, string>, problem: RegExp][] = [
    ['a mail server without recipients', { ...mail, INNKEEPER_ALERT_MAIL_TO: '' }, /SERVER is set, but .+_TO is not/],
    ['recipients without a mail server', { ...mail, INNKEEPER_SMTP_SERVER: '' }, /_TO is set, but .+_SERVER is not/],
    ['a user without a password', { ...mail, INNKEEPER_SMTP_USER: 'hana' }, /Only one of INNKEEPER_SMTP_USER and/],
    ['a password without a mail server', { INNKEEPER_SMTP_PASSWORD: 'x' }, /_PASSWORD is set, but .+_SERVER is not/],
    [
      'a password that could travel in the open',
      { ...mail, ...login, INNKEEPER_SMTP_ENCRYPTION: 'optional' },
      /could be sent without encryption/,
    ],
    [
      'a webhook without a secret',
      { ...webhook, INNKEEPER_ALERT_WEBHOOK_SECRET: '' },
      /Only one of .+_URL and .+_SECRET/,
    ],
    ['a secret without a webhook', { ...webhook, INNKEEPER_ALERT_WEBHOOK_URL: '' }, /Only one of .+_URL and .+_SECRET/],
    ['a webhook in the open', { ...webhook, INNKEEPER_ALERT_WEBHOOK_URL: 'http://nas.lan/1' }, /is not encrypted/],
    [
      'another port than the allowed one',
      { ...webhook, INNKEEPER_ALERT_WEBHOOK_URL: 'http://nas.lan/1', INNKEEPER_ALERT_WEBHOOK_ALLOW: 'nas.lan:5678' },
      /is not encrypted/,
    ],
  ]
  for (const [what, env, problem] of conflicts) {
    test(`${what} is refused`, () => assert.match(problemOf(env), problem))
  }

  test('a mail server on this machine, and an allowed host, need no encryption', () => {
    readConfig({ ...mail, ...login, INNKEEPER_SMTP_SERVER: '127.0.0.1:25', INNKEEPER_SMTP_ENCRYPTION: 'optional' })
    readConfig({
      ...webhook,
      INNKEEPER_ALERT_WEBHOOK_URL: 'http://nas.lan/1',
      INNKEEPER_ALERT_WEBHOOK_ALLOW: 'nas.lan:80',
    })
  })
})
