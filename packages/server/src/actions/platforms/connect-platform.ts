import type { BodyOf, PlatformConnection, PlatformSetupList, Routes } from '@innkeeper/contract'
import { PlatformRefusal, PlatformSilence } from '../../domain/platforms/platform-errors.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Connector } from '../../ports/connector.ts'
import type {
  BotAccount,
  PlatformSetup,
  SetupCheck,
  SetupLanguage,
  SetupRemedy,
  SetupValues,
} from '../../ports/platform-setup.ts'
import type { SecretBox, ServiceSettings } from '../../ports/service-settings.ts'
import type { Store } from '../../ports/store.ts'
import type { Grant } from '../access.ts'
import { openAll, saveChanges } from '../storage/service-settings.ts'

type Deps = {
  store: Store
  clock: Clock
  serviceSettings: ServiceSettings
  secrets: SecretBox
  connectors: ReadonlyMap<string, Connector>
  platformSetups: ReadonlyMap<string, PlatformSetup>
  baseUrl: () => string
}

const standardLanguage: SetupLanguage = 'en'

/** What to enter for each platform, and what is set already. */
export async function listPlatforms(deps: Deps, language = standardLanguage): Promise<PlatformSetupList> {
  const saved = openAll(await deps.store.listSettings(), deps.secrets)
  const states = new Map(deps.serviceSettings.describe(saved).map((one) => [one.name, one]))
  const platforms = [...deps.platformSetups.values()].map((setup) => {
    const { intro, addressNeeds, steps, invitation } = setup.guide(language)
    const withState = steps.map((step) => ({
      ...step,
      fields: step.fields.map((field) => {
        const { isSet = false, value = null, source = 'default' } = states.get(field.name) ?? {}
        return { ...field, isSet, value, source }
      }),
    }))
    const { name, consoleName, needsPublicAddress, abilities } = setup.description
    return {
      platform: setup.platform,
      name,
      consoleName,
      needsPublicAddress,
      abilities,
      isConnected: deps.connectors.has(setup.platform),
      webhookUrl: webhookUrlOf(deps, setup),
      intro,
      addressNeeds,
      steps: withState,
      invitation,
    }
  })
  return { platforms }
}

/** Saves nothing that the platform doesn't accept. */
export async function connectPlatform(
  deps: Deps,
  grant: Grant,
  platform: string,
  body: BodyOf<Routes['connectPlatform']>,
): Promise<PlatformConnection> {
  const { store, secrets } = deps
  const { language = standardLanguage, allowOtherAccount = false } = body
  const setup = find(deps, platform)
  const changes = readChanges(setup, body.changes)
  const saved = openAll(await store.listSettings(), secrets)
  const values = valuesOf(deps, setup, saved, changes)
  const { checks, account } = await setup.verify(values, language)
  if (!account) return answer(deps, setup, checks)
  const isOther = await isOtherAccount(store, platform, account)
  if (isOther && !allowOtherAccount) {
    const other = setup.describeOtherAccount(account.displayName, language)
    return { ...(await answer(deps, setup, [...checks, other], account)), isOtherAccount: true }
  }
  if (changes.size > 0) keepFormerValues(deps, setup, saved, changes)
  // Together, because some connectors recall the account and don't work for any other one.
  const { accountId, displayName: name } = account
  await saveChanges(deps, grant, changes, { account: { platform, accountId, name } })
  deps.connectors.get(platform)?.setAccount(accountId)
  return answer(deps, setup, [...checks, ...(await announce(deps, setup, values, language))], account)
}

export async function disconnectPlatform(deps: Deps, grant: Grant, platform: string): Promise<void> {
  const setup = find(deps, platform)
  const changes = new Map([...setup.fields.map(({ name }) => name), ...setup.others].map((name) => [name, null]))
  await saveChanges(deps, grant, changes, { disconnected: platform })
}

/** With the values that are in use. */
export async function checkPlatform(
  deps: Deps,
  platform: string,
  { language = standardLanguage, remedies = [] }: BodyOf<Routes['checkPlatform']>,
): Promise<PlatformConnection> {
  const setup = find(deps, platform)
  const values = await savedValues(deps, setup)
  const { checks, account } = await setup.verify(values, language)
  if (!account) return answer(deps, setup, checks)
  return answer(deps, setup, [...checks, ...(await announce(deps, setup, values, language, remedies))], account)
}

/** Name, picture and invitation link; changes nothing at the platform. */
export async function getBotAccount(
  deps: Deps,
  platform: string,
  language = standardLanguage,
): Promise<PlatformConnection> {
  const setup = find(deps, platform)
  const { checks, account } = await setup.verify(await savedValues(deps, setup), language)
  return answer(deps, setup, checks, account)
}

function find({ platformSetups }: Deps, platform: string): PlatformSetup {
  const setup = platformSetups.get(platform)
  if (!setup) throw new Refusal('not-found')
  return setup
}

function readChanges(
  { description, fields }: PlatformSetup,
  changes: { name: string; value: string | null }[],
): Map<string, string | null> {
  const unknown = changes.find(({ name }) => !fields.some((field) => field.name === name))
  if (unknown) throw invalid(`${unknown.name} is not a value of ${description.name}`)
  return new Map(changes.map(({ name, value }) => [name, value?.trim() || null]))
}

/** Those in use. */
export async function savedValues(
  deps: Pick<Deps, 'store' | 'serviceSettings' | 'secrets'>,
  setup: PlatformSetup,
): Promise<SetupValues> {
  return valuesOf(deps, setup, openAll(await deps.store.listSettings(), deps.secrets), new Map())
}

function valuesOf(
  { serviceSettings }: Pick<Deps, 'serviceSettings'>,
  { fields }: PlatformSetup,
  saved: ReadonlyMap<string, string>,
  changes: ReadonlyMap<string, string | null>,
): SetupValues {
  return new Map(
    fields.map(({ name }) => {
      const change = changes.get(name)
      return [name, change === undefined ? serviceSettings.getText(name, saved) : (change ?? '')]
    }),
  )
}

/** The platform repeats deliveries that it signed with the former secret, and they are not lost. */
function keepFormerValues(
  { serviceSettings }: Deps,
  { fields }: PlatformSetup,
  saved: ReadonlyMap<string, string>,
  changes: Map<string, string | null>,
): void {
  const sources = new Map(serviceSettings.describe(saved).map(({ name, source }) => [name, source]))
  for (const { name, formerIn } of fields) {
    const source = formerIn && sources.get(formerIn)
    if (!formerIn || source === 'environment' || source === 'flag') continue
    const [former, next] = [serviceSettings.getText(name, saved), changes.get(name)]
    if (former !== '' && next && next !== former) changes.set(formerIn, former)
  }
}

/** Whether the stored channels belong to another bot, whose messages would no longer arrive. */
async function isOtherAccount(store: Store, platform: string, { accountId }: BotAccount): Promise<boolean> {
  const known = await store.findAccountId(platform)
  if (known === undefined || known === accountId) return false
  return (await store.listArrivals({ platform, limit: 1 })).length > 0
}

async function announce(
  deps: Deps,
  setup: PlatformSetup,
  values: SetupValues,
  language: SetupLanguage,
  agreed: readonly SetupRemedy[] = [],
): Promise<SetupCheck[]> {
  const seen = (await deps.store.listConnections()).find(({ platform }) => platform === setup.platform)?.seen
  const hasRedelivered = seen !== undefined && seen.redeliveredAt !== null
  const scene = { webhookUrl: webhookUrlOf(deps, setup), hasRedelivered, remedies: new Set(agreed) }
  return await setup.announce(values, scene, language)
}

export function webhookUrlOf({ baseUrl }: Pick<Deps, 'baseUrl'>, { platform }: PlatformSetup): string {
  return `${baseUrl()}/webhooks/${platform}`
}

async function answer(
  { connectors }: Deps,
  setup: PlatformSetup,
  checks: SetupCheck[],
  account?: BotAccount,
): Promise<PlatformConnection> {
  const isConnected = connectors.has(setup.platform)
  if (!account) return { isConnected, isOtherAccount: false, checks, account: null }
  const { pictureUrl, ...shown } = account
  return {
    isConnected,
    isOtherAccount: false,
    checks,
    account: { ...shown, picture: await readPicture(setup, pictureUrl) },
  }
}

const mostPictureBytes = 256 * 1024

/** Inside the answer, because the console loads nothing from other servers. A bot without a picture works as well. */
async function readPicture(setup: PlatformSetup, url: string | null): Promise<string | null> {
  if (url === null) return null
  try {
    const { bytes, contentType } = await setup.getPicture(url)
    if (bytes.length > mostPictureBytes) return null
    return `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`
  } catch (error) {
    if (error instanceof PlatformRefusal || error instanceof PlatformSilence) return null
    throw error
  }
}
