import type { Config } from '../../config/config.ts'
import type { CliDeps } from '../cli-deps.ts'
import { onStop } from '../signals.ts'
import { type Demo, openDemo } from './open-demo.ts'
import { createDemoProgress } from './progress.ts'

/** Opens the demo, says where everything is, and ends with the first signal. */
export async function runDemo(deps: CliDeps, config: Config): Promise<void> {
  const stopping = new AbortController()
  const stopped = onStop(() => stopping.abort())
  const progress = createDemoProgress()
  let demo: Demo
  try {
    demo = await openDemo(deps, config, { signal: stopping.signal, progress })
  } catch (error) {
    if (!stopping.signal.aborted) throw error
    console.log('  Stopped before the sample group was ready; the next start makes it anew.')
    process.exit()
  } finally {
    progress.end()
  }
  console.log(greeting(demo, config, deps.hasStore(config)))
  await stopped
  await demo.stop()
  process.exit()
}

function greeting(demo: Demo, config: Config, hasRealData: boolean): string {
  const { folder, serviceUrl, chatUrl, consoleLink, besideLink, isExposed, key, channelId } = demo
  return `
  Innkeeper is open: a demo, with a simulated LINE beside it.

${besideLink === undefined ? '' : sideBySide(besideLink)}  Chat page       ${chatUrl}
${isExposed ? onlyHere : ''}  Console         ${consoleLink}
                  ${besideLink === undefined ? 'The link signs' : 'Both links sign'} you in as the group's owner: once, within 15
                  minutes. Later, sign in with your key.
  Address         ${serviceUrl}
  API reference   ${serviceUrl}/docs
  Your key        ${key}
                  It is the group owner's, and lies in ${folder.keyPath}
  Data            ${folder.dataDir}
${hasRealData ? realData(config) : ''}
  Read the backup

    curl -H "Authorization: Bearer ${key}" "${serviceUrl}/api/channels/${channelId}/backup/messages?order=desc&limit=3"

  With real LINE  docs/self-hosting.md goes through it step by step
  Begin anew      stop, and delete ${folder.dataDir}
  Stop            Ctrl+C
`
}

function sideBySide(link: string): string {
  return `  Side by side    ${link}
                  Type on the left, watch the backup on the right. Ask for the
                  opening hours: a rule answers. /help asks the bot.
`
}

const onlyHere = `                  Opens on this machine only, though the service can be reached from
                  elsewhere: there you could act as anyone. "Sign in with LINE" is off.
`

function realData({ dataDir }: Config): string {
  return `                  Your own data in ${dataDir} is left alone; ./innkeeper serve serves it.
`
}
