import type { Config } from '../../config/config.ts'
import { PlatformRefusal } from '../../domain/platforms/platform-errors.ts'
import type { Connector } from '../../ports/connector.ts'
import type { PlatformSetup, SetupCheck } from '../../ports/platform-setup.ts'
import type { CliDeps, Inside } from '../cli-deps.ts'
import type { Finding } from './external-checks.ts'

const longestWaitMs = 5000

/** Asks each configured platform which account we are, and what might keep messages from arriving. */
export async function examinePlatforms(
  deps: CliDeps,
  config: Config,
  { isDemo, inside }: { isDemo: boolean; inside: Inside | undefined },
): Promise<Finding[]> {
  const [connectors, setups] = await Promise.all([deps.createConnectors(config), deps.createPlatformSetups(config)])
  if (connectors.length === 0) return [notConnected(setups, isDemo)]
  const known = new Map(setups.map((setup) => [setup.platform, setup]))
  const findings = await Promise.all(
    connectors.map((connector) => examinePlatform(connector, known.get(connector.platform), config)),
  )
  const hidden = connectors.flatMap((connector) => examineHidden(connector, inside))
  return [...findings.flat(), ...hidden, claiming(config)]
}

function notConnected(setups: readonly PlatformSetup[], isDemo: boolean): Finding {
  const guides = setups.map(({ description }) => `"${description.texts.guide}"`)
  const how = `follow ${new Intl.ListFormat('en', { type: 'disjunction' }).format(guides)} in docs/self-hosting.md.`
  return isDemo
    ? {
        name: 'platforms',
        state: 'ok',
        words: `The demo is connected to simulated platforms. To connect a real one, ${how}`,
      }
    : { name: 'platforms', state: 'off', words: `None is connected, so no messages arrive. To connect one, ${how}` }
}

async function examinePlatform(
  connector: Connector,
  setup: PlatformSetup | undefined,
  config: Config,
): Promise<Finding[]> {
  const account = await examineAccount(connector)
  if (account.state !== 'ok' || !setup) return [account]
  const values = new Map(setup.fields.map(({ name }) => [name, String(config[name as keyof Config] ?? '')]))
  const { platform, description } = setup
  const checks = await within(
    longestWaitMs,
    setup.inspect(values, `${config.baseUrl}/webhooks/${platform}`, 'en'),
  ).catch(() => [])
  return [account, ...checks.map((check) => toFinding(check, description.name))]
}

/** What the platform doesn't tell has to be looked up by someone. */
function toFinding({ id, state, text }: SetupCheck, platform: string): Finding {
  const words = plain(text ?? '')
  const named = words.includes(platform) ? words : `${platform}: ${words}`
  return { name: id, state: state === 'ok' ? 'ok' : 'care', words: named }
}

/** As it was found when the bot was added, and once a day since then. */
function examineHidden({ platform, description }: Connector, inside: Inside | undefined): Finding[] {
  const { name, texts, abilities } = description
  if (abilities.seesAllMessages || !inside) return []
  const hidden = inside.connections.find((one) => one.platform === platform)?.chatsWithHiddenMessages ?? 0
  const groups = hidden === 1 ? '1 group' : `${hidden} groups`
  const finding = {
    name: 'hidden',
    state: 'ok',
    words: `${name} hides no group's messages from the bot, as far as it tells.`,
  } as const
  if (hidden === 0) return [finding]
  return [
    {
      ...finding,
      state: 'care',
      words: `${name} hides messages of ${groups} from the bot. ${texts.hidden ?? ''}`.trim(),
    },
  ]
}

/** With the quotation marks and apostrophes of the other checks. */
function plain(text: string): string {
  return text.replaceAll(/[“”]/g, '"').replaceAll('’', "'")
}

async function examineAccount({ description, getAccount }: Connector): Promise<Finding> {
  const { name, texts } = description
  try {
    const { displayName, accountId } = await within(longestWaitMs, getAccount())
    return { name, state: 'ok', words: `Connected as ${displayName} (${accountId}).` }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return error instanceof PlatformRefusal
      ? { name, state: 'wrong', words: `${name} rejects our credentials: ${reason}. ${texts.refused}` }
      : { name, state: 'care', words: `${name} does not respond: ${reason}. ${texts.silent}` }
  }
}

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${ms / 1000} seconds`)), ms)
  })
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

function claiming({ claim }: Config): Finding {
  const words = {
    platform:
      'Where the platform says who owns a group, that person owns it here. Elsewhere, the first person who sends /claim does ' +
      '(INNKEEPER_CLAIM=platform).',
    first: 'The first person who sends /claim in a group without an owner becomes its owner (INNKEEPER_CLAIM=first).',
    code: 'A person who sends /claim with a code from ./innkeeper channels claim-code becomes the owner (INNKEEPER_CLAIM=code).',
    off: 'Groups cannot be claimed in the chat (INNKEEPER_CLAIM=off). Set owners with ./innkeeper channels set-owner.',
  }[claim]
  return { name: 'claiming', state: 'ok', words }
}
