import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import type { alertSettings } from '../../../src/config/alert-settings.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { httpsSettings } from '../../../src/config/https-settings.ts'
import { settings } from '../../../src/config/settings.ts'
import type { snapshotSettings } from '../../../src/config/snapshot-settings.ts'
import { problemOf } from '../../support/config-problem.ts'

type Name = keyof typeof settings
const channelSecret = '0123456789abcdef0123456789abcdef'
const telegramToken = '123456789:AAE-x_y'

describe('settings', () => {
  test('without any, the service is private and limited, and keeps everything', () => {
    assert.deepEqual(readConfig({}), {
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: null,
      databaseReadUrl: null,
      databasePool: 12,
      baseUrl: '',
      timezone: 'UTC',
      logLevel: 'info',
      logFormat: 'auto',
      node: null,
      rateLimit: 600,
      authRateLimit: 60,
      mostVersions: 200,
      mostVersionBytes: 16_777_216,
      mostAssistantBytes: 67_108_864,
      mostChannelBytes: null,
      mostMediaBytes: 314_572_800,
      mostImportBytes: 1_073_741_824,
      fetchesStickers: true,
      mediaUrl: null,
      s3AccessKeyId: null,
      s3SecretAccessKey: null,
      s3SessionToken: null,
      retentionCeilingDays: null,
      secretKey: null,
      secretKeyOld: null,
      snapshotSchedule: null,
      snapshotFolder: null,
      snapshotBucket: null,
      snapshotAccessKeyId: null,
      snapshotSecretAccessKey: null,
      snapshotKeep: { daily: 7, weekly: 4, monthly: 6 },
      snapshotRecipients: [],
      snapshotPassphrase: null,
      snapshotDrill: null,
      smtpServer: null,
      smtpEncryption: 'required',
      smtpUser: null,
      smtpPassword: null,
      alertMailTo: [],
      alertMailFrom: null,
      alertWebhookUrl: null,
      alertWebhookSecret: null,
      alertWebhookAllow: [],
      webhookAllow: [],
      corsOrigins: [],
      hasMcp: true,
      framedBy: [],
      trustProxy: { hops: 0 },
      tlsCert: null,
      tlsKey: null,
      acmeDomain: null,
      acmeEmail: null,
      acmeDirectory: 'https://acme-v02.api.letsencrypt.org/directory',
      httpPort: 80,
      simulatorPort: null,
      metrics: null,
      claim: 'platform',
      aiBaseUrl: null,
      aiModel: null,
      aiKey: null,
      aiTimeLimitMs: 15_000,
      aiDailyTokens: 1_000_000,
      aiChannelShare: 20,
      aiPersonShare: 10,
      lineChannelSecret: null,
      lineChannelSecretOld: null,
      lineChannelAccessToken: null,
      lineChannelId: null,
      lineLoginChannelId: null,
      lineLoginChannelSecret: null,
      lineLoginBaseUrl: 'https://access.line.me',
      lineApiBaseUrl: 'https://api.line.me',
      lineDataApiBaseUrl: 'https://api-data.line.me',
      telegramBotToken: null,
      telegramBotId: null,
      telegramWebhook: false,
      telegramFiles: null,
      telegramLoginClientSecret: null,
      telegramApiBaseUrl: 'https://api.telegram.org',
      telegramLoginBaseUrl: 'https://oauth.telegram.org',
    })
  })

  // The settings of HTTPS, snapshots and alerts have files of their own, because most of them need each other.
  const right: Record<
    Exclude<Name, keyof typeof httpsSettings | keyof typeof snapshotSettings | keyof typeof alertSettings>,
    [text: string, value: unknown][]
  > = {
    port: [
      ['0', 0],
      ['443', 443],
      ['65535', 65535],
    ],
    databaseUrl: [
      ['', null],
      ['postgres://u:p@db.example:5432/inn', 'postgres://u:p@db.example:5432/inn'],
      ['postgresql:///inn?host=/run/postgresql', 'postgresql:///inn?host=/run/postgresql'],
    ],
    databaseReadUrl: [
      ['', null],
      ['postgres://u:p@replica.example/inn', 'postgres://u:p@replica.example/inn'],
    ],
    databasePool: [
      ['4', 4],
      ['200', 200],
    ],
    host: [
      ['0.0.0.0', '0.0.0.0'],
      ['::1', '::1'],
      ['inn.example', 'inn.example'],
    ],
    dataDir: [
      ['/var/lib/innkeeper', '/var/lib/innkeeper'],
      ['here', resolve('here')],
    ],
    baseUrl: [
      ['https://inn.example', 'https://inn.example'],
      ['http://inn.example:81/', 'http://inn.example:81'],
      ['', ''],
    ],
    timezone: [['Asia/Tokyo', 'Asia/Tokyo']],
    node: [
      ['', null],
      ['inn-1:8080', 'inn-1:8080'],
    ],
    secretKey: [
      ['', null],
      ['0a'.repeat(32), '0a'.repeat(32)],
    ],
    secretKeyOld: [['0A'.repeat(32), '0A'.repeat(32)]],
    logFormat: [
      ['auto', 'auto'],
      ['json', 'json'],
      ['text', 'text'],
    ],
    logLevel: [
      ['trace', 'trace'],
      ['debug', 'debug'],
      ['warn', 'warn'],
      ['error', 'error'],
      ['fatal', 'fatal'],
      ['silent', 'silent'],
    ],
    rateLimit: [
      ['0', 0],
      ['1000000', 1_000_000],
    ],
    mostVersions: [
      ['2', 2],
      ['10000', 10_000],
    ],
    mostVersionBytes: [
      ['1', 1024 * 1024],
      ['10000', 10_000 * 1024 * 1024],
    ],
    mostAssistantBytes: [
      ['0', null],
      ['100000', 100_000 * 1024 * 1024],
    ],
    mostChannelBytes: [
      ['0', null],
      ['500', 500 * 1024 * 1024],
    ],
    authRateLimit: [
      ['0', 0],
      ['1000000', 1_000_000],
    ],
    mostMediaBytes: [
      ['1', 1_048_576],
      ['300', 314_572_800],
    ],
    mostImportBytes: [
      ['1', 1_048_576],
      ['2048', 2_147_483_648],
    ],
    fetchesStickers: [
      ['on', true],
      ['off', false],
    ],
    mediaUrl: [
      ['', null],
      ['s3://inn', { bucket: 'inn', prefix: '', endpoint: null, region: null, isPathStyle: false }],
    ],
    s3AccessKeyId: [['AKIA0123', 'AKIA0123']],
    s3SecretAccessKey: [['abc/+=', 'abc/+=']],
    s3SessionToken: [
      ['', null],
      ['x'.repeat(2000), 'x'.repeat(2000)],
    ],
    retentionCeilingDays: [
      ['', null],
      ['1', 1],
      ['36500', 36_500],
    ],
    webhookAllow: [
      ['', []],
      ['NAS.lan, 192.168.1.20:5678', ['nas.lan', '192.168.1.20:5678']],
    ],
    hasMcp: [
      ['1', true],
      ['0', false],
    ],
    corsOrigins: [['https://a.example, http://b.example:81,', ['https://a.example', 'http://b.example:81']]],
    framedBy: [['http://127.0.0.1:8081', ['http://127.0.0.1:8081']]],
    trustProxy: [
      ['0', { hops: 0 }],
      ['1', { hops: 1 }],
      ['9', { hops: 9 }],
      ['10.0.0.5', { addresses: ['10.0.0.5'] }],
      ['10.0.0.5, 10.1.0.0/16,fd00::/8', { addresses: ['10.0.0.5', '10.1.0.0/16', 'fd00::/8'] }],
    ],
    simulatorPort: [
      ['', null],
      ['0', 0],
      ['8081', 8081],
    ],
    metrics: [
      ['9464', { host: '127.0.0.1', port: 9464 }],
      ['0.0.0.0:9464', { host: '0.0.0.0', port: 9464 }],
      ['[::1]:9464', { host: '::1', port: 9464 }],
      ['', null],
    ],
    claim: [
      ['platform', 'platform'],
      ['first', 'first'],
      ['code', 'code'],
      ['off', 'off'],
    ],
    aiBaseUrl: [
      ['https://models.example/v1/', 'https://models.example/v1'],
      ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434/v1'],
      ['http://[::1]:8000', 'http://[::1]:8000'],
    ],
    aiModel: [['qwen3:8b', 'qwen3:8b']],
    aiKey: [
      ['sk-0123', 'sk-0123'],
      ['', null],
    ],
    aiTimeLimitMs: [
      ['1', 1_000],
      ['45', 45_000],
    ],
    aiChannelShare: [
      ['1', 1],
      ['100', 100],
    ],
    aiPersonShare: [
      ['1', 1],
      ['100', 100],
    ],
    aiDailyTokens: [
      ['0', null],
      ['1', 1],
      ['999999999', 999_999_999],
    ],
    lineChannelSecret: [[channelSecret, channelSecret]],
    lineChannelSecretOld: [
      [channelSecret, channelSecret],
      ['', null],
    ],
    lineChannelAccessToken: [
      ['wSvJ0x+/==', 'wSvJ0x+/=='],
      ['', null],
    ],
    lineChannelId: [['1234567890', '1234567890']],
    lineLoginChannelId: [['1234567891', '1234567891']],
    lineLoginChannelSecret: [[channelSecret, channelSecret]],
    lineLoginBaseUrl: [['http://127.0.0.1:9000/', 'http://127.0.0.1:9000']],
    lineApiBaseUrl: [['http://127.0.0.1:9000/', 'http://127.0.0.1:9000']],
    lineDataApiBaseUrl: [['https://line.example', 'https://line.example']],
    telegramBotToken: [
      [telegramToken, telegramToken],
      ['7000000001:AAF', '7000000001:AAF'],
    ],
    telegramBotId: [
      ['7000000001', 7_000_000_001],
      ['', null],
    ],
    telegramWebhook: [['off', false]],
    telegramFiles: [
      ['/var/lib/telegram-bot-api', '/var/lib/telegram-bot-api'],
      ['', null],
    ],
    telegramLoginClientSecret: [[channelSecret, channelSecret]],
    telegramApiBaseUrl: [['http://127.0.0.1:8081/', 'http://127.0.0.1:8081']],
    telegramLoginBaseUrl: [['http://127.0.0.1:9000', 'http://127.0.0.1:9000']],
  }
  /** Completes the settings of LINE and of a model, so that each setting can be tested alone. */
  const whole = {
    LINE_CHANNEL_SECRET: channelSecret,
    LINE_CHANNEL_ID: '1234567890',
    LINE_LOGIN_CHANNEL_ID: '1234567891',
    LINE_LOGIN_CHANNEL_SECRET: channelSecret,
    TELEGRAM_BOT_TOKEN: telegramToken,
    INNKEEPER_AI_BASE_URL: 'http://127.0.0.1:11434/v1',
    INNKEEPER_AI_MODEL: 'small',
  }
  for (const [name, pairs] of Object.entries(right) as [keyof typeof right, [string, unknown][]][]) {
    test(`${settings[name].env} is read from the environment`, () => {
      for (const [text, value] of pairs) {
        assert.deepEqual(readConfig({ ...whole, [settings[name].env]: text })[name], value, text)
      }
    })
  }

  const wrong: Record<Exclude<Name, keyof typeof snapshotSettings | keyof typeof alertSettings>, string[]> = {
    port: ['', '-1', '65536', '80.0', '0x50', ' 80', 'http'],
    host: ['', 'a b', 'http://inn.example', '127.0.0.1/8'],
    dataDir: ['', 'da\0ta'],
    databaseUrl: ['inn', 'mysql://u:p@db.example/inn', 'postgres://u:p@db.example', 'postgres://u:p@db.example/'],
    databaseReadUrl: ['replica', 'http://replica.example/inn'],
    databasePool: ['', '0', '3', '201', 'many'],
    baseUrl: [
      'inn.example',
      'ftp://inn.example',
      'https://inn.example/inn',
      'https://u:p@inn.example',
      'https://inn.example?a',
    ],
    timezone: ['', 'Tokyo', 'Asia/Nowhere', '+09:00x'],
    logLevel: ['', 'verbose', 'INFO'],
    logFormat: ['', 'pretty', 'JSON'],
    secretKey: ['0a', 'g'.repeat(64), `${'0a'.repeat(32)}0`],
    secretKeyOld: ['secret'],
    node: ['two words', 'é', 'x'.repeat(65)],
    rateLimit: ['', '-1', '1000001', 'many', '1e3'],
    authRateLimit: ['', '-1', '1000001', 'many', '1e3'],
    mostVersions: ['', '0', '1', '10001', '2.5', 'all'],
    mostVersionBytes: ['', '0', '10001', '1.5', '16MB'],
    mostAssistantBytes: ['', '-1', '100001', '1.5', '64MB'],
    mostChannelBytes: ['', '-1', '100000001', '1.5', 'none'],
    mostMediaBytes: ['', '0', '100001', '1.5', '300MB'],
    mostImportBytes: ['', '0', '100001', '1.5', '1GB'],
    fetchesStickers: ['', 'yes', 'true', 'On', '1'],
    mediaUrl: ['bucket', 'https://bucket.example', 's3://canary:canary@bucket', 's3://bucket?canary=1', 's3://b'],
    s3AccessKeyId: ['canary key', 'canary\n', 'canäry'],
    s3SecretAccessKey: ['canary secret', 'canary\n', 'canäry'],
    s3SessionToken: ['canary token', 'canary\n', 'canäry'],
    retentionCeilingDays: ['0', '36501', '-5', 'never', '1.5'],
    webhookAllow: ['https://nas.lan', '10.0.0.0/8', '*'],
    hasMcp: ['2', 'true', ''],
    corsOrigins: ['*', 'club.example', 'https://club.example/', 'https://club.example,nonsense', 'null'],
    framedBy: ['*', 'club.example', 'https://club.example/', 'https://club.example,nonsense', 'null'],
    trustProxy: [
      '',
      'yes',
      'true',
      '*',
      '-1',
      '10',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.0/33',
      '10.0.0.5,',
      'proxy',
      '10.0.0',
    ],
    tlsCert: ['/nowhere/cert.pem', '/'],
    tlsKey: ['/nowhere/key.pem', '/'],
    acmeDomain: [
      'inn',
      'https://inn.example',
      'inn.example:443',
      '*.inn.example',
      '203.0.113.7',
      'a b.example',
      '-a.example',
    ],
    acmeEmail: ['host', 'host@inn', 'a@inn.example,b@inn.example', 'host@inn.example?cc=x', 'two words@inn.example'],
    acmeDirectory: ['', 'acme.example', 'http://acme.example/directory', 'https://u:p@acme.example/directory'],
    httpPort: ['', '0', '65536', 'http'],
    simulatorPort: ['-1', '65536', '80.0', 'http'],
    metrics: ['65536', 'localhost', ':9464', '0.0.0.0:', 'a b:9464', '127.0.0.1:9464/metrics'],
    claim: ['', 'all', 'FIRST'],
    aiBaseUrl: [
      'models.example/v1',
      'ftp://models.example',
      'https://u:p@models.example/v1',
      'https://models.example/v1?key=1',
      'https://models.example/v1#x',
    ],
    aiModel: ['two words', 'li\nes'],
    aiKey: ['canary key', 'canary\n', 'canäry'],
    aiTimeLimitMs: ['', '0', '46', '1.5', 'long'],
    aiChannelShare: ['', '0', '101', '10%', '1.5'],
    aiPersonShare: ['', '0', '101', '10%', '1.5'],
    aiDailyTokens: ['', '-1', '1000000000', '1e6', 'many'],
    lineChannelSecret: ['canary secret', 'canary\n', 'canäry'],
    lineChannelSecretOld: ['canary secret', 'canary\n', 'canäry'],
    lineChannelAccessToken: ['canary token', 'canary\n', 'canäry'],
    lineChannelId: ['12a', '-1', '1 2'],
    lineLoginChannelId: ['12a', '-1', '1 2'],
    lineLoginChannelSecret: ['canary secret', 'canary\n', 'canäry'],
    lineLoginBaseUrl: ['', 'access.line.me', 'https://access.line.me/oauth2'],
    lineApiBaseUrl: ['', 'api.line.me', 'ftp://api.line.me', 'https://api.line.me/v2'],
    lineDataApiBaseUrl: ['', 'api-data.line.me', 'https://api-data.line.me/v2'],
    telegramBotToken: ['canary token', '123456789', 'canary:AAE', '123:a/../b', '123:canäry'],
    telegramBotId: ['0', '-1', 'bot', '1.5'],
    telegramWebhook: ['', 'yes', 'true'],
    telegramFiles: ['files', './files'],
    telegramLoginClientSecret: ['canary secret', 'canary\n', 'canäry'],
    telegramApiBaseUrl: ['', 'api.telegram.org', 'https://api.telegram.org/bot'],
    telegramLoginBaseUrl: ['', 'oauth.telegram.org', 'https://oauth.telegram.org/auth'],
  }
  for (const name of Object.keys(wrong) as (keyof typeof wrong)[]) {
    const { env, allowed } = settings[name]
    const isSecret = 'isSecret' in settings[name]
    test(`a wrong ${env} is refused with its name, ${isSecret ? '' : 'its value '}and what is allowed`, () => {
      assert.ok(wrong[name].length > 0)
      for (const text of wrong[name]) {
        const shown = isSecret ? 'not valid' : JSON.stringify(text)
        assert.equal(problemOf({ ...whole, [env]: text }), `${env} is ${shown}. Set it to ${allowed}.`)
      }
    })
  }
})
