import { resolve } from 'node:path'
import { isTimezone } from '@innkeeper/contract/formats'
import type { ClaimPolicy } from '../domain/channels/claim.ts'
import { readSealingKey } from '../domain/secrets/sealing.ts'
import { type BucketLocation, readBucketLocation } from '../domain/storage/bucket-location.ts'
import type { TrustedProxies } from '../http/receiving/trusted-proxies.ts'
import { alertSettings, webhookSettings } from './alert-settings.ts'
import { httpsSettings } from './https-settings.ts'
import { platformSettings } from './platform-settings.ts'
import {
  baseUrl,
  databaseAddress,
  metricsAddress,
  origins,
  scaled,
  setting,
  trustedProxies,
  visibleToken,
  visibleWord,
  wholeNumber,
} from './setting-values.ts'
import { snapshotSettings } from './snapshot-settings.ts'

/** Every setting there is. `docs/self-hosting.md` lists the same rows; a test keeps the two equal. */
export const settings = {
  port: setting({
    env: 'PORT',
    flag: '--port',
    standard: '8080',
    comment: 'Port to listen on.',
    allowed: 'a whole number from 0 to 65535',
    parse: (text) => wholeNumber(text, 0, 65535),
  }),
  host: setting({
    env: 'INNKEEPER_HOST',
    flag: '--host',
    standard: '127.0.0.1',
    comment: 'Address to listen on. Use `0.0.0.0` to listen on all networks.',
    allowed: 'a host name or an IP address',
    parse: (text) => (/^[\w.:-]+$/.test(text) ? text : undefined),
  }),
  dataDir: setting({
    env: 'INNKEEPER_DATA',
    flag: '--data',
    standard: './data',
    comment: 'Folder for the database and the media files.',
    allowed: 'the path of a folder',
    // An empty path would mean the current folder.
    parse: (text) => (text === '' || text.includes('\0') ? undefined : resolve(text)),
  }),
  databaseUrl: setting<string | null>({
    env: 'INNKEEPER_DATABASE_URL',
    standard: '',
    comment: 'URL of a PostgreSQL database, version 15 or later. If empty, the service uses SQLite in the data folder.',
    allowed: 'a URL such as postgres://user:password@host:5432/innkeeper, or leave it empty',
    isSecret: true,
    parse: databaseAddress,
  }),
  databaseReadUrl: setting<string | null>({
    env: 'INNKEEPER_DATABASE_READ_URL',
    standard: '',
    comment:
      'URL of a read replica of that database, used for searches and for the counts on the *Service status* page. If empty, ' +
      'no replica is used.',
    allowed: 'a URL such as postgres://user:password@replica:5432/innkeeper, or leave it empty',
    isSecret: true,
    parse: databaseAddress,
  }),
  databasePool: setting({
    env: 'INNKEEPER_DATABASE_POOL',
    standard: '12',
    comment: 'Maximum PostgreSQL connections per node. Searches, imports and maintenance use up to 13 more.',
    allowed: 'a whole number from 4 to 200',
    parse: (text) => wholeNumber(text, 4, 200),
  }),
  baseUrl: setting({
    env: 'INNKEEPER_BASE_URL',
    standard: '',
    comment:
      'Public address of the service. If empty, the address it listens on is used, and the bot sends sign-in links only in the ' +
      'demo and with a simulated LINE.',
    allowed: 'an http or https URL without a path, or leave it empty',
    parse: baseUrl,
  }),
  timezone: setting({
    env: 'INNKEEPER_TIMEZONE',
    standard: 'UTC',
    comment: "Time zone for channels whose owner hasn't set one, and for the days in `/api/usage`.",
    allowed: 'an IANA time zone such as Asia/Tokyo',
    parse: (text) => (isTimezone(text) ? text : undefined),
  }),
  logLevel: setting({
    env: 'INNKEEPER_LOG',
    standard: 'info',
    comment: 'Log level: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
    allowed: 'one of trace, debug, info, warn, error, fatal, silent',
    parse: (text) => logLevels.find((level) => level === text),
  }),
  logFormat: setting({
    env: 'INNKEEPER_LOG_FORMAT',
    standard: 'auto',
    comment: 'Log format: `json`, `text` for people, or `auto`, which is text in a terminal and JSON otherwise.',
    allowed: 'one of auto, json, text',
    parse: (text) => logFormats.find((format) => format === text),
  }),
  node: setting<string | null>({
    env: 'INNKEEPER_NODE',
    standard: '',
    comment: 'Name of this node in its log lines. If empty, the host name and process ID are used.',
    allowed: 'up to 64 ASCII characters without spaces, or leave it empty',
    parse: (text) => (text === '' ? null : /^[\x21-\x7e]{1,64}$/.test(text) ? text : undefined),
  }),
  rateLimit: setting({
    env: 'INNKEEPER_RATE_LIMIT',
    standard: '600',
    comment: 'Requests per minute for each person, across all their keys and sign-ins. 0 turns the limit off.',
    allowed: 'a whole number from 0 to 1000000',
    parse: (text) => wholeNumber(text, 0, 1_000_000),
  }),
  authRateLimit: setting({
    env: 'INNKEEPER_AUTH_RATE_LIMIT',
    standard: '60',
    comment: 'Failed authentication attempts per minute for each address. 0 turns the limit off.',
    allowed: 'a whole number from 0 to 1000000',
    parse: (text) => wholeNumber(text, 0, 1_000_000),
  }),
  retentionCeilingDays: setting<number | null>({
    env: 'INNKEEPER_RETENTION_DAYS',
    standard: '',
    comment: 'Delete messages in every channel after this many days at the latest. If empty, owners decide.',
    allowed: 'a whole number from 1 to 36500, or leave it empty',
    parse: (text) => (text === '' ? null : wholeNumber(text, 1, 36_500)),
  }),
  mostVersions: setting({
    env: 'INNKEEPER_ASSISTANT_VERSIONS',
    standard: '200',
    comment: 'Number of assistant versions to keep per channel. Beyond that, the oldest unnamed versions are removed.',
    allowed: 'a whole number from 2 to 10000',
    parse: (text) => wholeNumber(text, 2, 10_000),
  }),
  mostVersionBytes: setting({
    env: 'INNKEEPER_ASSISTANT_VERSIONS_MIB',
    standard: '16',
    comment:
      "Space for one channel's assistant versions, in MiB. Beyond that, the oldest unnamed versions are removed.",
    allowed: 'a whole number from 1 to 10000',
    parse: (text) => scaled(wholeNumber(text, 1, 10_000), 1024 * 1024),
  }),
  mostAssistantBytes: setting<number | null>({
    env: 'INNKEEPER_ASSISTANT_STORAGE_MIB',
    standard: '64',
    comment:
      "Space for one channel's rules and versions together, in MiB. At the limit, neither can grow. 0 means no limit.",
    allowed: 'a whole number from 0 to 100000',
    parse: (text) => (text === '0' ? null : scaled(wholeNumber(text, 1, 100_000), 1024 * 1024)),
  }),
  mostChannelBytes: setting<number | null>({
    env: 'INNKEEPER_CHANNEL_STORAGE_MIB',
    standard: '0',
    comment:
      'Space for everything in one channel, including messages and media files, in MiB. Measured once an hour. At the limit, ' +
      "rules and versions can't grow, but messages are still saved. 0 means no limit.",
    allowed: 'a whole number from 0 to 100000000',
    parse: (text) => (text === '0' ? null : scaled(wholeNumber(text, 1, 100_000_000), 1024 * 1024)),
  }),
  mostMediaBytes: setting({
    env: 'INNKEEPER_MEDIA_LIMIT',
    standard: '300',
    comment: 'Largest media file to download, in MiB. Larger files are skipped and marked as lost.',
    allowed: 'a whole number from 1 to 100000',
    parse: (text) => scaled(wholeNumber(text, 1, 100_000), 1024 * 1024),
  }),
  mostImportBytes: setting({
    env: 'INNKEEPER_IMPORT_LIMIT',
    standard: '1024',
    comment: 'Largest chat history that owners can import, in MiB. Larger files are rejected.',
    allowed: 'a whole number from 1 to 100000',
    parse: (text) => scaled(wholeNumber(text, 1, 100_000), 1024 * 1024),
  }),
  fetchesStickers: setting({
    env: 'INNKEEPER_STICKERS',
    standard: 'on',
    comment:
      'Pictures of stickers: `on` to fetch each one once from the platform and keep it, or `off` to show its number instead. ' +
      'Pictures that are already stored stay.',
    allowed: 'on or off',
    parse: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
  }),
  mediaUrl: setting<BucketLocation | null>({
    env: 'INNKEEPER_MEDIA_URL',
    standard: '',
    comment:
      'S3-compatible bucket for media files, such as `s3://bucket/prefix?endpoint=https://s3.example&region=eu-1`. If empty, ' +
      'files are stored in the data folder.',
    allowed:
      's3://bucket or s3://bucket/prefix without keys, or leave it empty. If needed, add the parameters endpoint (an http or https ' +
      'URL), region and path_style (true or false)',
    // The URL may contain credentials.
    isSecret: true,
    parse: (text) => (text === '' ? null : readBucketLocation(text)),
  }),
  s3AccessKeyId: setting<string | null>({
    env: 'INNKEEPER_S3_ACCESS_KEY_ID',
    also: 'AWS_ACCESS_KEY_ID',
    standard: '',
    comment:
      "Access key for the bucket. If empty, `AWS_ACCESS_KEY_ID` is used, and then the machine's own credentials, such as an " +
      'instance role.',
    allowed: 'the access key ID from the store, or leave it empty',
    isSecret: true,
    parse: visibleWord,
  }),
  s3SecretAccessKey: setting<string | null>({
    env: 'INNKEEPER_S3_SECRET_ACCESS_KEY',
    also: 'AWS_SECRET_ACCESS_KEY',
    standard: '',
    comment: 'Secret of that access key. If empty, `AWS_SECRET_ACCESS_KEY` is used.',
    allowed: 'the secret access key from the store, or leave it empty',
    isSecret: true,
    parse: visibleWord,
  }),
  s3SessionToken: setting<string | null>({
    env: 'INNKEEPER_S3_SESSION_TOKEN',
    also: 'AWS_SESSION_TOKEN',
    standard: '',
    comment: 'Session token for temporary credentials. If empty, `AWS_SESSION_TOKEN` is used.',
    allowed: 'the session token from the store, or leave it empty',
    isSecret: true,
    parse: visibleToken,
  }),
  secretKey: setting<string | null>({
    env: 'INNKEEPER_SECRET_KEY',
    standard: '',
    comment:
      'Key for secrets that are saved in the browser: 64 hexadecimal digits (`openssl rand -hex 32`). If empty, the file ' +
      '`secret.key` in the data folder is used, and created when needed. With PostgreSQL, set it on every node.',
    allowed: '64 hexadecimal digits, or leave it empty',
    isSecret: true,
    parse: (text) => (text === '' ? null : readSealingKey(text) ? text : undefined),
  }),
  secretKeyOld: setting<string | null>({
    env: 'INNKEEPER_SECRET_KEY_OLD',
    standard: '',
    comment: 'Previous key, while you change it. Secrets encrypted with either key can be read.',
    allowed: '64 hexadecimal digits, or leave it empty',
    isSecret: true,
    parse: (text) => (text === '' ? null : readSealingKey(text) ? text : undefined),
  }),
  ...snapshotSettings,
  ...alertSettings,
  ...webhookSettings,
  corsOrigins: setting({
    env: 'INNKEEPER_CORS_ORIGINS',
    standard: '',
    comment: 'Origins whose pages can call the API with a key, separated by commas. If empty, no other origin can.',
    allowed: 'origins such as https://club.example, separated by commas, or leave it empty',
    parse: origins,
  }),
  hasMcp: setting({
    env: 'INNKEEPER_MCP',
    standard: '1',
    comment: 'Whether AI assistants can connect at `/mcp`, with keys of members: `1` if they can, or `0` if not.',
    allowed: '1 or 0',
    parse: (text) => (text === '1' ? true : text === '0' ? false : undefined),
  }),
  framedBy: setting({
    env: 'INNKEEPER_FRAMED_BY',
    standard: '',
    comment: 'Origins whose pages can embed the console in a frame, separated by commas. If empty, none can.',
    allowed: 'origins such as https://club.example, separated by commas, or leave it empty',
    parse: origins,
  }),
  trustProxy: setting<TrustedProxies>({
    env: 'INNKEEPER_TRUST_PROXY',
    standard: '0',
    comment:
      'Proxies to trust for `X-Forwarded-For`: how many are in front of the service, or their addresses or networks, ' +
      "separated by commas. With 0, no proxy is trusted, and all callers behind one share a single address's limits.",
    allowed:
      '0 for none, the number of proxies in front of the service (1 to 9), or their addresses and networks separated by commas, ' +
      'such as 10.0.0.5, 10.1.0.0/16',
    parse: trustedProxies,
  }),
  ...httpsSettings,
  simulatorPort: setting<number | null>({
    env: 'INNKEEPER_SIMULATOR_PORT',
    standard: '',
    comment:
      "Port of the demo's simulated LINE, on this machine only. If empty, the port after `PORT` is used. The simulated Telegram gets " +
      'the port after it, if that is free.',
    allowed: 'a whole number from 0 to 65535, or leave it empty',
    parse: (text) => (text === '' ? null : wholeNumber(text, 0, 65535)),
  }),
  metrics: setting<{ host: string; port: number } | null>({
    env: 'INNKEEPER_METRICS',
    standard: '',
    comment:
      'Port, or address and port, to serve Prometheus metrics at `/metrics`. A port alone listens on 127.0.0.1. If empty, ' +
      'metrics are off.',
    allowed: 'a port such as 9464, an address and port such as 0.0.0.0:9464, or leave it empty',
    parse: metricsAddress,
  }),
  claim: setting<ClaimPolicy>({
    env: 'INNKEEPER_CLAIM',
    standard: 'platform',
    comment:
      "Who becomes a group's owner. With `platform`, its owner and admins on Telegram have the same roles here. LINE doesn't say who " +
      'they are, so there it works like `first`: the first member who sends `/claim`. With `code`, only someone who sends it ' +
      'with a code from `./innkeeper channels claim-code`. With `off`, no one. If the owner left, only admins and returning ' +
      'former owners can claim the group.',
    allowed: 'platform, first, code or off',
    parse: (text) => claimPolicies.find((policy) => policy === text),
  }),
  ...platformSettings,
}

/** People know a setting by its environment variable. Something that isn't a setting keeps its name. */
export function variableOf(name: string): string {
  return name in settings ? settings[name as keyof typeof settings].env : name
}

const claimPolicies = ['platform', 'first', 'code', 'off'] as const
const logFormats = ['auto', 'json', 'text'] as const
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
