import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Simulator } from '@innkeeper/simulator'
import type { SimulatorOptions as TelegramOptions, Simulator as TelegramSimulator } from '@innkeeper/simulator-telegram'
import { createOperator, issueSetupCode } from '../../actions/accounts/operator-account.ts'
import { addressOf, type Config, ConfigProblem } from '../../config/config.ts'
import { linkWith } from '../../domain/accounts/sign-in.ts'
import { isLoopback } from '../../domain/platforms/loopback.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { RealService } from '../../ports/real-service.ts'
import type { CliDeps } from '../cli-deps.ts'
import { type DemoFolder, demoFolderIn, findFinishedDemo, lockName, makeFolder, markUnfinished } from './demo-folder.ts'
import { keepDemoKey, makeDemoLinkCodes } from './demo-key.ts'
import { completeDemo, type Making, makeDemo } from './make-demo.ts'
import { localTimezone } from './story.ts'

/** The service with a simulated LINE and a simulated Telegram. */
export type Demo = {
  folder: DemoFolder
  serviceUrl: string
  chatUrl: string
  telegramUrl: string
  /** One-time links: to the console, and to the page with chat and console side by side, if that page can show it. */
  consoleLink: string
  besideLink: string | undefined
  /** Whether other machines can reach the service. They can never reach the simulated platforms. */
  isExposed: boolean
  /** The link that replaces the demo by a service of one's own; undefined if there is one already. */
  setupLink: string | undefined
  key: string
  channelId: string
  /** Resolves when someone has set up the service that takes the place of the demo. */
  replaced: Promise<void>
  stop(): Promise<void>
}

const yearMs = 365 * 86_400_000
/** Stopping takes at most ten seconds in total, and the service may need most of them. */
const longestSettlingMs = 1_500

/** The first start creates a sample group, which takes some seconds; later starts continue with it. */
export async function openDemo(deps: CliDeps, given: Config, making: Making & { isSetUp: boolean }): Promise<Demo> {
  // The address belongs to the certificate, which the real service gets.
  const config = given.acmeDomain === null ? given : { ...given, acmeDomain: null, acmeEmail: null, baseUrl: '' }
  const folder = demoFolderIn(config.dataDir)
  const simulatorPort = portOf(config)
  const isExposed = !isLocalOnly(config)
  const address = isExposed ? undefined : addressOf(config)
  makeFolder(folder)
  const lock = deps.lockFolder(folder.dataDir, lockName)
  let simulator: Simulator | undefined
  let telegram: TelegramSimulator | undefined
  let service: Awaited<ReturnType<CliDeps['startService']>> | undefined
  const stop = async () => {
    try {
      if (simulator) await stopSimulator(simulator)
    } finally {
      await service?.stop()
      // It has nothing to deliver: the service asks, which has just ended.
      await telegram?.stop()
      lock.release()
    }
  }
  try {
    const finished = findFinishedDemo(folder)
    // Before anything else is in the folder, so that the next start recognises an interrupted one.
    if (!finished) markUnfinished(folder)
    // Loaded here, because only the demo needs it.
    const [{ startSimulator }, { startSimulator: startTelegram }] = await Promise.all([
      import('@innkeeper/simulator'),
      import('@innkeeper/simulator-telegram'),
    ])
    // What an interrupted start left, in a demo of an earlier version.
    if (finished && finished.telegramOwnerId === undefined) rmSync(folder.telegramDir, { recursive: true, force: true })
    simulator = await startSimulator({
      port: simulatorPort,
      state: { folder: folder.simulatorDir },
      // As the console and the bot's greeting call it, so that one name is used everywhere.
      botName: 'Innkeeper',
      isVerified: true,
      // Long, so that a busy machine causes no warning on the page.
      deadlineMs: 10_000,
      redelivery: { isOn: true, delaysMs: [1_000, 10_000, 60_000] },
      contentRetentionMs: 10 * yearMs,
      // The group's own, so that the chat and the console show the same times.
      timezone: localTimezone(),
      // A platform redirects only to registered addresses.
      loginRedirectUris: address === undefined ? [] : [`${address}/sign-in/with/line/back`],
    })
    telegram = await startOnNextPort(startTelegram, simulatorPort, {
      state: { folder: folder.telegramDir },
      bot: { name: 'Innkeeper' },
      timezone: localTimezone(),
      login: { redirectUris: address === undefined ? [] : [`${address}/sign-in/with/telegram/back`] },
    })
    const time = { behindMs: 0 }
    const demoConfig = connect(config, { folder, simulator, telegram, hasLogin: address !== undefined })
    const { promise: replaced, resolve: takeOver } = Promise.withResolvers<void>()
    const realService = making.isSetUp ? undefined : { ...realServiceOf(deps, given), takeOver }
    service = await deps.startService(demoConfig, { clock: () => Date.now() - time.behindMs, realService })
    const serviceUrl = reachable(service.url)
    simulator.setWebhookUrl(`${serviceUrl}/webhooks/line`)
    const openUrl = config.baseUrl || serviceUrl
    simulator.setServiceUrl(openUrl)
    telegram.setServiceUrl(openUrl)
    const parts = { folder, config: demoConfig, simulator, telegram, serviceUrl, time }
    const made = finished ?? (await makeDemo(deps, parts, making))
    const {
      channelId,
      ownerId,
      telegramOwnerId = '',
    } = made.telegramOwnerId === undefined ? await completeDemo(deps, parts, making, made) : made
    const key = await keepDemoKey(deps, parts, ownerId)
    const [forConsole, forBeside] = await makeDemoLinkCodes(deps, demoConfig, [ownerId, telegramOwnerId])
    return {
      folder,
      serviceUrl: openUrl,
      chatUrl: simulator.url,
      telegramUrl: telegram.url,
      consoleLink: linkWith(openUrl, forConsole),
      // On another host name the console would be cross-site, and browsers wouldn't send its cookie.
      besideLink: hostOf(openUrl) === hostOf(simulator.url) ? `${simulator.url}/chat/beside#${forBeside}` : undefined,
      isExposed,
      setupLink: making.isSetUp ? undefined : service.setupLink,
      key,
      channelId,
      replaced,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Its account is created before it starts, so that the browser is signed in when it does. Browsers that finish at the same moment take
 * turns, because each would create the database, and the first one gets the account.
 */
function realServiceOf(deps: CliDeps, config: Config): Pick<RealService, 'createOperator'> {
  let hasOperator = false
  let turn: Promise<unknown> = Promise.resolve()
  const create: RealService['createOperator'] = async (account, browser) => {
    if (hasOperator) throw new Refusal('operator-exists')
    const store = await deps.openStore(config)
    try {
      const scene = { store, clock: Date.now }
      const made = await createOperator(scene, { ...account, code: await issueSetupCode(scene) }, browser)
      hasOperator = true
      return made
    } finally {
      await store.close()
    }
  }
  return {
    createOperator(account, browser) {
      const made = turn.then(() => create(account, browser))
      turn = made.catch(() => undefined)
      return made
    },
  }
}

function portOf({ port, simulatorPort }: Config): number {
  if (simulatorPort !== null) return simulatorPort
  if (port === 65535) {
    throw new ConfigProblem(
      "PORT is 65535, so there is no next port for the demo's chat page. Set INNKEEPER_SIMULATOR_PORT, or choose another " +
        'PORT.',
    )
  }
  return port === 0 ? 0 : port + 1
}

/** On the port after the simulated LINE's, or on any other if that one is in use. */
async function startOnNextPort(
  start: (options: TelegramOptions) => Promise<TelegramSimulator>,
  port: number,
  options: TelegramOptions,
): Promise<TelegramSimulator> {
  if (port === 0 || port === 65535) return await start(options)
  try {
    return await start({ ...options, port: port + 1 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return await start(options)
  }
}

/** Without TLS: certificates are for public addresses, and the two talk to each other on this machine. */
function connect(
  config: Config,
  {
    folder,
    simulator,
    telegram,
    hasLogin,
  }: { folder: DemoFolder; simulator: Simulator; telegram: TelegramSimulator; hasLogin: boolean },
): Config {
  return {
    ...config,
    dataDir: folder.dataDir,
    // The demo always uses its own folder, whatever a real service uses.
    databaseUrl: null,
    mediaUrl: null,
    claim: 'platform',
    tlsCert: null,
    tlsKey: null,
    lineChannelSecret: simulator.channelSecret,
    lineChannelAccessToken: simulator.accessToken,
    lineApiBaseUrl: simulator.url,
    lineDataApiBaseUrl: simulator.url,
    telegramBotToken: telegram.token,
    telegramBotId: null,
    telegramApiBaseUrl: telegram.url,
    telegramWebhook: false,
    telegramFiles: null,
    telegramLoginClientSecret: hasLogin ? telegram.login.clientSecret : null,
    ...(hasLogin && {
      lineLoginBaseUrl: simulator.url,
      lineLoginChannelId: simulator.login.channelId,
      lineLoginChannelSecret: simulator.login.channelSecret,
      telegramLoginBaseUrl: telegram.url,
    }),
    // The simulators' pages show chat and console side by side.
    framedBy: [...config.framedBy, simulator.url, telegram.url],
  }
}

/**
 * Whether only this machine reaches the service. Otherwise signing in with a platform is off: it would redirect visitors to a simulator at
 * 127.0.0.1, which is their own machine.
 */
function isLocalOnly({ host, baseUrl }: Config): boolean {
  return isLocal(`http://${host.includes(':') ? `[${host}]` : host}`) && (baseUrl === '' || isLocal(baseUrl))
}

function isLocal(url: string): boolean {
  return isLoopback(hostOf(url))
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? ''
}

/** A service that listens on all addresses is reachable on this one. */
function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
}

async function stopSimulator(simulator: Simulator): Promise<void> {
  await Promise.race([simulator.settled(), sleep(longestSettlingMs, undefined, { ref: false })])
  await simulator.stop()
}
