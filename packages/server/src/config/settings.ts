import { resolve } from 'node:path'
import { isTimezone } from '@innkeeper/contract/formats'
import type { ClaimPolicy } from '../domain/channels/claim.ts'
import { type BucketLocation, readBucketLocation } from '../domain/storage/bucket-location.ts'
import type { TrustedProxies } from '../http/receiving/trusted-proxies.ts'
import {
  baseUrl,
  databaseAddress,
  endpointUrl,
  file,
  metricsAddress,
  origins,
  scaled,
  setting,
  trustedProxies,
  visibleToken,
  visibleWord,
  wholeNumber,
} from './setting-values.ts'

/** Every setting there is. `docs/self-hosting.md` lists the same rows; a test keeps the two equal. */
export const settings = {
  port: setting({
    env: 'PORT',
    flag: '--port',
    standard: '8080',
    comment: 'Port the service listens on.',
    allowed: 'a whole number from 0 to 65535',
    parse: (text) => wholeNumber(text, 0, 65535),
  }),
  host: setting({
    env: 'INNKEEPER_HOST',
    flag: '--host',
    standard: '127.0.0.1',
    comment: 'Address the service listens on; `0.0.0.0` for every network of the machine.',
    allowed: 'a host name or an address',
    parse: (text) => (/^[\w.:-]+$/.test(text) ? text : undefined),
  }),
  dataDir: setting({
    env: 'INNKEEPER_DATA',
    flag: '--data',
    standard: './data',
    comment: 'Folder of the database and the media files.',
    allowed: 'the path of a folder',
    // Empty would be the folder it is started in.
    parse: (text) => (text === '' || text.includes('\0') ? undefined : resolve(text)),
  }),
  databaseUrl: setting<string | null>({
    env: 'INNKEEPER_DATABASE_URL',
    standard: '',
    comment:
      'Address of a PostgreSQL database (15 or later) to keep everything in; empty: a database in the data folder.',
    allowed: 'a URL such as postgres://user:password@host:5432/innkeeper, or empty',
    isSecret: true,
    parse: databaseAddress,
  }),
  databaseReadUrl: setting<string | null>({
    env: 'INNKEEPER_DATABASE_READ_URL',
    standard: '',
    comment:
      'Address of a replica of that database, for searches and for the figures of the operator’s page; empty: none.',
    allowed: 'a URL such as postgres://user:password@replica:5432/innkeeper, or empty',
    isSecret: true,
    parse: databaseAddress,
  }),
  databasePool: setting({
    env: 'INNKEEPER_DATABASE_POOL',
    standard: '12',
    comment: 'Most connections of a node to the PostgreSQL database; searches and imports have up to ten more.',
    allowed: 'a whole number from 4 to 200',
    parse: (text) => wholeNumber(text, 4, 200),
  }),
  baseUrl: setting({
    env: 'INNKEEPER_BASE_URL',
    standard: '',
    comment:
      'Address under which people reach the service; by default the one it listens on. Without it the bot has no link to send.',
    allowed: 'an http or https URL without a path',
    parse: baseUrl,
  }),
  timezone: setting({
    env: 'INNKEEPER_TIMEZONE',
    standard: 'UTC',
    comment: 'Time zone of channels whose owner has set none, and of the days in `/api/usage`.',
    allowed: 'an IANA time zone such as Asia/Tokyo',
    parse: (text) => (isTimezone(text) ? text : undefined),
  }),
  logLevel: setting({
    env: 'INNKEEPER_LOG',
    standard: 'info',
    comment: 'How much is logged.',
    allowed: 'one of trace, debug, info, warn, error, fatal, silent',
    parse: (text) => logLevels.find((level) => level === text),
  }),
  node: setting<string | null>({
    env: 'INNKEEPER_NODE',
    standard: '',
    comment: 'Name of this node in its log lines; by default the name of the machine and the number of the process.',
    allowed: 'up to 64 visible characters without spaces, or empty',
    parse: (text) => (text === '' ? null : /^[\x21-\x7e]{1,64}$/.test(text) ? text : undefined),
  }),
  rateLimit: setting({
    env: 'INNKEEPER_RATE_LIMIT',
    standard: '600',
    comment: 'Requests a minute for each person, over all their keys and sign-ins. 0 turns the limit off.',
    allowed: 'a whole number from 0 to 1000000',
    parse: (text) => wholeNumber(text, 0, 1_000_000),
  }),
  authRateLimit: setting({
    env: 'INNKEEPER_AUTH_RATE_LIMIT',
    standard: '60',
    comment: 'Failed authentications a minute each address may make; 0: no limit.',
    allowed: 'a whole number from 0 to 1000000',
    parse: (text) => wholeNumber(text, 0, 1_000_000),
  }),
  retentionCeilingDays: setting<number | null>({
    env: 'INNKEEPER_RETENTION_DAYS',
    standard: '',
    comment: 'Most days any channel keeps its messages; empty: as long as the owners want.',
    allowed: 'a whole number from 1 to 36500, or empty',
    parse: (text) => (text === '' ? null : wholeNumber(text, 1, 36_500)),
  }),
  mostVersions: setting({
    env: 'INNKEEPER_ASSISTANT_VERSIONS',
    standard: '200',
    comment:
      'Versions of its assistant that each channel keeps. When there are more, the oldest ones without a name are thinned out.',
    allowed: 'a whole number from 2 to 10000',
    parse: (text) => wholeNumber(text, 2, 10_000),
  }),
  mostVersionBytes: setting({
    env: 'INNKEEPER_ASSISTANT_VERSIONS_MIB',
    standard: '16',
    comment:
      'MiB that the versions of one channel may take together before the oldest ones without a name are thinned out.',
    allowed: 'a whole number from 1 to 10000',
    parse: (text) => scaled(wholeNumber(text, 1, 10_000), 1024 * 1024),
  }),
  mostAssistantBytes: setting<number | null>({
    env: 'INNKEEPER_ASSISTANT_STORAGE_MIB',
    standard: '64',
    comment:
      'MiB that the rules and versions of one channel may take together. At this limit neither can grow. 0 means no limit.',
    allowed: 'a whole number from 0 to 100000',
    parse: (text) => (text === '0' ? null : scaled(wholeNumber(text, 1, 100_000), 1024 * 1024)),
  }),
  mostChannelBytes: setting<number | null>({
    env: 'INNKEEPER_CHANNEL_STORAGE_MIB',
    standard: '0',
    comment:
      'MiB that one channel may store, messages and media files included, measured once an hour. At this limit its rules and ' +
      'versions cannot grow; messages are still kept. 0 means no limit.',
    allowed: 'a whole number from 0 to 100000000',
    parse: (text) => (text === '0' ? null : scaled(wholeNumber(text, 1, 100_000_000), 1024 * 1024)),
  }),
  mostMediaBytes: setting({
    env: 'INNKEEPER_MEDIA_LIMIT',
    standard: '300',
    comment: 'Most MiB of one media file; a larger one is recorded as lost.',
    allowed: 'a whole number from 1 to 100000',
    parse: (text) => scaled(wholeNumber(text, 1, 100_000), 1024 * 1024),
  }),
  mediaUrl: setting<BucketLocation | null>({
    env: 'INNKEEPER_MEDIA_URL',
    standard: '',
    comment:
      'Bucket of an S3-compatible store for the media files, such as `s3://bucket/prefix?endpoint=https://s3.example&region=eu-1`; ' +
      'empty: the data folder.',
    allowed:
      's3://bucket or s3://bucket/prefix, with the parameters endpoint (an http or https URL), region and path_style (true or ' +
      'false) where they are needed, and without keys; or empty',
    // The URL may contain credentials.
    isSecret: true,
    parse: (text) => (text === '' ? null : readBucketLocation(text)),
  }),
  s3AccessKeyId: setting<string | null>({
    env: 'INNKEEPER_S3_ACCESS_KEY_ID',
    also: 'AWS_ACCESS_KEY_ID',
    standard: '',
    comment:
      'Access key for that bucket; by default `AWS_ACCESS_KEY_ID`, and without that whatever the machine itself has, such as ' +
      'the role of an instance.',
    allowed: 'the access key id as the store issued it, or empty',
    isSecret: true,
    parse: visibleWord,
  }),
  s3SecretAccessKey: setting<string | null>({
    env: 'INNKEEPER_S3_SECRET_ACCESS_KEY',
    also: 'AWS_SECRET_ACCESS_KEY',
    standard: '',
    comment: 'Secret of that key; by default `AWS_SECRET_ACCESS_KEY`.',
    allowed: 'the secret access key as the store issued it, or empty',
    isSecret: true,
    parse: visibleWord,
  }),
  s3SessionToken: setting<string | null>({
    env: 'INNKEEPER_S3_SESSION_TOKEN',
    also: 'AWS_SESSION_TOKEN',
    standard: '',
    comment: 'Token that belongs to a key which does not last; by default `AWS_SESSION_TOKEN`.',
    allowed: 'the session token as the store issued it, or empty',
    isSecret: true,
    parse: visibleToken,
  }),
  corsOrigins: setting({
    env: 'INNKEEPER_CORS_ORIGINS',
    standard: '',
    comment: 'Origins whose pages may call the API with a key, separated by commas; empty: none.',
    allowed: 'origins such as https://club.example, separated by commas',
    parse: origins,
  }),
  framedBy: setting({
    env: 'INNKEEPER_FRAMED_BY',
    standard: '',
    comment: 'Origins whose pages may show the console inside them, separated by commas; empty: none.',
    allowed: 'origins such as https://club.example, separated by commas',
    parse: origins,
  }),
  trustProxy: setting<TrustedProxies>({
    env: 'INNKEEPER_TRUST_PROXY',
    standard: '0',
    comment:
      'Which proxies to believe when they name the caller in `X-Forwarded-For`: how many are in front of the service, or ' +
      'their addresses or networks, separated by commas. 0: none, and all callers behind a proxy share the limits of one address.',
    allowed:
      '0 for none, the number of proxies in front of the service (1 to 9), or their addresses and networks separated by commas, ' +
      'such as 10.0.0.5, 10.1.0.0/16',
    parse: trustedProxies,
  }),
  tlsCert: setting<Buffer | null>({
    env: 'INNKEEPER_TLS_CERT',
    standard: '',
    comment: 'File with the certificate chain (PEM), to serve HTTPS without a proxy. Needs the key too.',
    allowed: 'the path of a readable file, or empty',
    parse: file,
  }),
  tlsKey: setting<Buffer | null>({
    env: 'INNKEEPER_TLS_KEY',
    standard: '',
    comment: 'File with the private key (PEM) of that certificate.',
    allowed: 'the path of a readable file, or empty',
    parse: file,
  }),
  simulatorPort: setting<number | null>({
    env: 'INNKEEPER_SIMULATOR_PORT',
    standard: '',
    comment: 'Port of the simulated LINE in the demo, on this machine only; empty: the one after `PORT`.',
    allowed: 'a whole number from 0 to 65535, or empty',
    parse: (text) => (text === '' ? null : wholeNumber(text, 0, 65535)),
  }),
  metrics: setting<{ host: string; port: number } | null>({
    env: 'INNKEEPER_METRICS',
    standard: '',
    comment: 'Port, or address and port, of `/metrics` for Prometheus, on a listener of its own; empty: off.',
    allowed: 'a port such as 9464, an address and port such as 0.0.0.0:9464, or empty',
    parse: metricsAddress,
  }),
  claim: setting<ClaimPolicy>({
    env: 'INNKEEPER_CLAIM',
    standard: 'first',
    comment:
      'Who can become the owner of a group by sending `/claim`: `first` the first member, `code` only someone with a code ' +
      'from `./innkeeper channels claim-code`, `off` nobody. A group whose owner left can only be claimed by its admins.',
    allowed: 'one of first, code, off',
    parse: (text) => claimPolicies.find((policy) => policy === text),
  }),
  aiBaseUrl: setting<string | null>({
    env: 'INNKEEPER_AI_BASE_URL',
    standard: '',
    comment:
      'Where a language model is, for answers in the mode `ai`: any endpoint that speaks as the OpenAI API does, up to ' +
      'and without `/chat/completions`; empty: none.',
    allowed: 'an http or https URL such as http://127.0.0.1:11434/v1, or empty',
    parse: (text) => (text === '' ? null : endpointUrl(text)),
  }),
  aiModel: setting<string | null>({
    env: 'INNKEEPER_AI_MODEL',
    standard: '',
    comment: 'Name of the model there.',
    allowed: 'the name as the endpoint lists it, or empty',
    parse: visibleWord,
  }),
  aiKey: setting<string | null>({
    env: 'INNKEEPER_AI_KEY',
    standard: '',
    comment: 'Key for that endpoint; empty: it needs none.',
    allowed: 'the key as the endpoint issued it, or empty',
    isSecret: true,
    parse: visibleWord,
  }),
  aiTimeLimitMs: setting({
    env: 'INNKEEPER_AI_TIME_LIMIT',
    standard: '15',
    comment: 'Seconds the model may take for an answer. The right to reply lasts about a minute.',
    allowed: 'a whole number from 1 to 45',
    parse: (text) => scaled(wholeNumber(text, 1, 45), 1000),
  }),
  aiDailyTokens: setting<number | null>({
    env: 'INNKEEPER_AI_DAILY_TOKENS',
    standard: '1000000',
    comment: 'Most tokens a day that all channels together spend on the model, questions and answers; 0: no limit.',
    allowed: 'a whole number from 0 to 999999999',
    parse: (text) => (text === '0' ? null : wholeNumber(text, 1, 999_999_999)),
  }),
  aiChannelShare: setting({
    env: 'INNKEEPER_AI_CHANNEL_SHARE',
    standard: '20',
    comment:
      'How much of the daily tokens one channel may use, in percent. A first question of the day is always asked; 100 means no share.',
    allowed: 'a whole number from 1 to 100',
    parse: (text) => wholeNumber(text, 1, 100),
  }),
  aiPersonShare: setting({
    env: 'INNKEEPER_AI_PERSON_SHARE',
    standard: '10',
    comment:
      'How much of the daily tokens one person may use in all channels together, in percent; 100 means no share. Where the platform ' +
      'does not say who asked, the owner of the channel.',
    allowed: 'a whole number from 1 to 100',
    parse: (text) => wholeNumber(text, 1, 100),
  }),
  lineChannelSecret: setting<string | null>({
    env: 'LINE_CHANNEL_SECRET',
    standard: '',
    comment: 'Channel secret of your LINE channel; empty: LINE is not connected.',
    allowed: 'the channel secret as the LINE console shows it, or empty',
    isSecret: true,
    parse: visibleWord,
  }),
  lineChannelSecretOld: setting<string | null>({
    env: 'LINE_CHANNEL_SECRET_OLD',
    standard: '',
    comment: 'The channel secret before, while you change it: webhooks signed with either are taken.',
    allowed: 'the channel secret as the LINE console showed it, or empty',
    isSecret: true,
    parse: visibleWord,
  }),
  lineChannelAccessToken: setting<string | null>({
    env: 'LINE_CHANNEL_ACCESS_TOKEN',
    standard: '',
    comment: 'Long-lived channel access token; comes before `LINE_CHANNEL_ID` where both are set.',
    allowed: 'the channel access token as the LINE console shows it, or empty',
    isSecret: true,
    parse: visibleWord,
  }),
  lineChannelId: setting<string | null>({
    env: 'LINE_CHANNEL_ID',
    standard: '',
    comment: 'Channel id, to use tokens of 15 minutes that the service renews by itself, instead of a long-lived one.',
    allowed: 'the channel id as the LINE console shows it, digits only, or empty',
    parse: (text) => (text === '' ? null : /^\d{1,20}$/.test(text) ? text : undefined),
  }),
  lineLoginChannelId: setting<string | null>({
    env: 'LINE_LOGIN_CHANNEL_ID',
    standard: '',
    comment:
      'Channel id of a LINE Login channel under the same provider as the bot, so that people can sign in with LINE; empty: ' +
      'they cannot.',
    allowed: 'the channel id as the LINE console shows it, digits only, or empty',
    parse: (text) => (text === '' ? null : /^\d{1,20}$/.test(text) ? text : undefined),
  }),
  lineLoginChannelSecret: setting<string | null>({
    env: 'LINE_LOGIN_CHANNEL_SECRET',
    standard: '',
    comment: 'Channel secret of that LINE Login channel.',
    allowed: 'the channel secret as the LINE console shows it, or empty',
    isSecret: true,
    parse: visibleWord,
  }),
  lineLoginBaseUrl: setting({
    env: 'LINE_LOGIN_BASE_URL',
    standard: 'https://access.line.me',
    comment: 'Where people sign in with LINE; another address only to test against a simulator.',
    allowed: 'an http or https URL without a path',
    parse: (text) => baseUrl(text) || undefined,
  }),
  lineApiBaseUrl: setting({
    env: 'LINE_API_BASE_URL',
    standard: 'https://api.line.me',
    comment: 'Where the LINE API is; another address only to test against a simulator.',
    allowed: 'an http or https URL without a path',
    parse: (text) => baseUrl(text) || undefined,
  }),
  lineDataApiBaseUrl: setting({
    env: 'LINE_DATA_API_BASE_URL',
    standard: 'https://api-data.line.me',
    comment: 'Where LINE keeps media files; another address only to test against a simulator.',
    allowed: 'an http or https URL without a path',
    parse: (text) => baseUrl(text) || undefined,
  }),
}

const claimPolicies = ['first', 'code', 'off'] as const
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
