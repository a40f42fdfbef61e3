import { createSecureContext } from 'node:tls'
import { isLoopback } from '../domain/platforms/loopback.ts'
import type { SettingSource } from '../ports/service-settings.ts'
import { findAlertConflict } from './alert-rules.ts'
import { findPlatformConflict, platformAddresses } from './platform-rules.ts'
import type { Setting } from './setting-values.ts'
import { settings } from './settings.ts'
import { findSnapshotConflict } from './snapshot-rules.ts'

/** A setting has a value that cannot be used. The message names the setting, the value and what is allowed. */
export class ConfigProblem extends Error {}

/** The command line is wrong; the message explains how to use the command. */
export class UsageProblem extends Error {}

type Settings = typeof settings
export type Config = {
  [Name in keyof Settings]: NonNullable<ReturnType<Settings[Name]['parse']>> | NullIn<Settings[Name]>
}
/** The address on which a machine reaches itself, if a service listens on all addresses. */
const loopbackFor: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/**
 * The address of a service with these settings; undefined if it uses any free port. The address for "all networks" can't be
 * opened by a browser.
 */
export function addressOf(config: Pick<Config, 'baseUrl' | 'host' | 'port' | 'tlsCert'>): string | undefined {
  if (config.baseUrl !== '') return config.baseUrl
  if (config.port === 0) return undefined
  const host = loopbackFor[config.host] ?? config.host
  return `${config.tlsCert ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${config.port}`
}

/**
 * The address in the bot's messages. People open it on their phones, where a local address doesn't work. Unless it is set, it
 * is known only if the platform is a simulator on this machine.
 */
export function addressInChats(
  config: Parameters<typeof addressOf>[0] & Parameters<typeof platformAddresses>[0],
): string | undefined {
  const address = addressOf(config)
  if (config.baseUrl !== '') return address
  const isHere = (url = '') => isLoopback(URL.parse(url)?.hostname ?? '')
  return isHere(address) && platformAddresses(config).some(isHere) ? address : undefined
}

type NullIn<S> = S extends Setting<infer T> ? (null extends T ? null : never) : never

type Environment = Record<string, string | undefined>

/** Options of the command line. */
export type Flags = { [Name in keyof Settings]?: string | undefined }

/** Values that were saved in the browser, by the name of the setting. */
export type Saved = ReadonlyMap<string, string>

const nothing: Saved = new Map()

/** Options of the command line come first, then the environment, then what was saved in the browser, then the default. */
export function readConfig(environment: Environment, flags: Flags = {}, saved = nothing): Config {
  const names = Object.keys(settings) as (keyof Settings)[]
  const config = Object.fromEntries(names.map((name) => [name, readSetting(name, environment, flags, saved)]))
  checkTlsPair(config as Config)
  checkAcmeSettings(config as Config)
  checkModelSettings(config as Config)
  checkBucketKeys(config as Config)
  const conflict =
    findPlatformConflict(config as Config) ??
    findSnapshotConflict(config as Config) ??
    findAlertConflict(config as Config)
  if (conflict !== undefined) throw new ConfigProblem(conflict)
  return withOwnAddress(config as Config)
}

/** With a certificate of its own, the service has an address that people can open. */
function withOwnAddress(config: Config): Config {
  return config.acmeDomain && config.baseUrl === '' ? { ...config, baseUrl: `https://${config.acmeDomain}` } : config
}

function checkTlsPair({ tlsCert: cert, tlsKey: key }: Pick<Config, 'tlsCert' | 'tlsKey'>): void {
  if (cert === null && key === null) return
  if (cert === null || key === null) {
    throw new ConfigProblem('Only one of INNKEEPER_TLS_CERT and INNKEEPER_TLS_KEY is set. Set both or neither.')
  }
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new ConfigProblem(
      `INNKEEPER_TLS_CERT and INNKEEPER_TLS_KEY cannot be used (${(error as NodeJS.ErrnoException).code}). Set them to a PEM ` +
        'certificate and its private key, without a passphrase.',
    )
  }
}

function checkAcmeSettings({ acmeDomain: domain, acmeEmail: email, tlsCert, databaseUrl, baseUrl }: Config): void {
  if ((domain === null) !== (email === null)) {
    throw new ConfigProblem(
      'Only one of INNKEEPER_ACME_DOMAIN and INNKEEPER_ACME_EMAIL is set. Set both, or neither to run without a certificate of its own.',
    )
  }
  if (domain === null) return
  if (tlsCert !== null) {
    throw new ConfigProblem(
      'INNKEEPER_ACME_DOMAIN and INNKEEPER_TLS_CERT are both set. Set INNKEEPER_ACME_DOMAIN to let the service get its certificate, ' +
        'or INNKEEPER_TLS_CERT and INNKEEPER_TLS_KEY to use your own.',
    )
  }
  if (databaseUrl !== null) {
    throw new ConfigProblem(
      'INNKEEPER_ACME_DOMAIN and INNKEEPER_DATABASE_URL are both set. Nodes that share a database cannot get a certificate for one ' +
        'domain. Use a load balancer with HTTPS in front of them, and set INNKEEPER_BASE_URL to its address.',
    )
  }
  const url = URL.parse(baseUrl)
  if (url && (url.protocol !== 'https:' || url.hostname !== domain)) {
    throw new ConfigProblem(
      `INNKEEPER_BASE_URL is "${baseUrl}", but the certificate is for https://${domain}. Leave INNKEEPER_BASE_URL empty, or set it ` +
        `to https://${domain}, with a port if it is not 443.`,
    )
  }
}

function checkModelSettings(config: Config): void {
  const needing = (['aiModel', 'aiKey'] as const).find((name) => config[name] !== null)
  if (config.aiBaseUrl === null && needing !== undefined) {
    throw new ConfigProblem(
      `${settings[needing].env} is set, but INNKEEPER_AI_BASE_URL is not. Set both, or neither to run without an AI model.`,
    )
  }
  if (config.aiBaseUrl !== null && config.aiModel === null) {
    throw new ConfigProblem(
      'INNKEEPER_AI_BASE_URL is set, but INNKEEPER_AI_MODEL is not. Set it to the name of the model at that endpoint.',
    )
  }
}

function checkBucketKeys({ mediaUrl, s3AccessKeyId: keyId, s3SecretAccessKey: secret }: Config): void {
  if (mediaUrl === null || (keyId === null) === (secret === null)) return
  throw new ConfigProblem(
    'Only one of INNKEEPER_S3_ACCESS_KEY_ID and INNKEEPER_S3_SECRET_ACCESS_KEY is set. Set both, or neither if the machine has ' +
      'its own credentials.',
  )
}

/** Where a setting comes from, and its text. */
export function settingSource(
  name: keyof Settings,
  environment: Environment,
  flags: Flags,
  saved: Saved,
): { source: SettingSource; text: string } {
  const { env, also, standard }: Setting<unknown> = settings[name]
  const flag = flags[name]
  if (flag !== undefined) return { source: 'flag', text: flag }
  const given = environment[env] ?? environment[also ?? env]
  if (given !== undefined) return { source: 'environment', text: given }
  const kept = saved.get(name)
  return kept === undefined ? { source: 'default', text: standard } : { source: 'page', text: kept }
}

function readSetting(name: keyof Settings, environment: Environment, flags: Flags, saved: Saved): unknown {
  const { env, flag, allowed, isSecret, parse }: Setting<unknown> = settings[name]
  const { source, text } = settingSource(name, environment, flags, saved)
  const value = parse(text)
  if (value !== undefined) return value
  const shown = isSecret ? 'not valid' : JSON.stringify(text)
  throw new ConfigProblem(`${source === 'flag' ? (flag ?? env) : env} is ${shown}. Set it to ${allowed}.`)
}
