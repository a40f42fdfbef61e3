import type { Config } from '../../config/config.ts'
import type { CliDeps } from '../cli-deps.ts'
import { onStop } from '../signals.ts'
import { type Demo, openDemo } from './open-demo.ts'
import { createDemoProgress } from './progress.ts'

/** `isSetUp`: whether there is a service of one's own already. `words`: the options that the demo was started with. */
type DemoRun = { isSetUp: boolean; words: string[] }

/**
 * Opens the demo, prints its addresses, and stops with the first signal. Returns if someone has set up the service that takes its
 * place.
 */
export async function runDemo(deps: CliDeps, config: Config, { isSetUp, words }: DemoRun): Promise<void> {
  const stopping = new AbortController()
  const stopped = onStop(() => stopping.abort())
  const progress = createDemoProgress()
  let demo: Demo
  try {
    demo = await openDemo(deps, config, { signal: stopping.signal, progress, isSetUp })
  } catch (error) {
    if (!stopping.signal.aborted) throw error
    console.log('  Stopped before the sample group was ready. The next start creates it again.')
    process.exit()
  } finally {
    progress.end()
  }
  console.log(greeting(demo, config, deps.hasStore(config)))
  const isReplaced = await Promise.race([stopped.then(() => false), demo.replaced.then(() => true)])
  await demo.stop()
  // Also if a signal came while the demo was ending.
  if (!isReplaced || stopping.signal.aborted) process.exit()
  const again = ['npm start -- --demo', ...words].join(' ')
  console.log(`  The service is set up, so the demo has ended. To see it again: ${again}\n`)
}

function greeting(demo: Demo, config: Config, hasRealData: boolean): string {
  const { folder, serviceUrl, chatUrl, telegramUrl, consoleLink, besideLink, isExposed, setupLink, key, channelId } =
    demo
  return `
  Innkeeper is running a demo with a LINE group and a Telegram group.
  Both platforms are simulated.
${hasRealData ? realData(config) : ''}
${besideLink === undefined ? '' : sideBySide(besideLink)}  Chat page       ${chatUrl}
  In Telegram     ${telegramUrl}
${isExposed ? localOnly : ''}  Console         ${serviceUrl}
  Sign in         ${consoleLink}
                  ${besideLink === undefined ? oneLink : twoLinks}
                  15 minutes. The next start prints new ones.
  API reference   ${serviceUrl}/docs
  Your key        ${key}
                  Signs in the LINE group's owner, and shows only that group. It's also in
                  ${folder.keyPath}
  Data            ${folder.dataDir}

  Read the backup

    curl -H "Authorization: Bearer ${key}" "${serviceUrl}/api/channels/${channelId}/backup/messages?order=desc&limit=3"

${setupLink === undefined ? '' : forReal(setupLink)}  Start over      stop, then delete ${folder.dataDir}
  Stop            Ctrl+C
`
}

function sideBySide(link: string): string {
  return `  Side by side    ${link}
                  Type on the left and watch the backup on the right. Ask for the
                  opening hours, and a rule answers. Send /help to see the bot's
                  commands.
`
}

function forReal(link: string): string {
  return `  Set up for real ${link}
                  Ends the demo and starts a service for your own group. You can use it once,
                  within a day.
`
}

const oneLink = 'This link signs you in as the owner of both groups. You can use it once, within'
const twoLinks = 'The links with # sign you in as the owner of both groups. Each works once, within'

const localOnly = `                  Available on this machine only, because anyone there can act as any
                  member. The service itself is reachable from other machines.
                  Signing in with LINE or Telegram is off.
`

function realData({ dataDir }: Config): string {
  return `  This is not your own data, which is in ${dataDir} and stays untouched.
  To use it, stop the demo and run: ./innkeeper serve --data ${dataDir}
`
}
