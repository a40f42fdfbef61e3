import { readFileSync } from 'node:fs'
import { createClient, InnkeeperError } from '@innkeeper/client'
import { issueKey, issueLinkCode } from '../../actions/storage/operator.ts'
import type { Config } from '../../config/config.ts'
import type { CliDeps } from '../cli-deps.ts'
import { type DemoFolder, writePrivately } from './demo-folder.ts'

type DemoSetup = { folder: DemoFolder; config: Config; serviceUrl: string }

/**
 * The key of the demo, kept in its folder so that each start shows the same one, and replaced if it no longer works. It has the rights
 * of the group's owner and of the operator.
 */
export async function keepDemoKey(
  deps: CliDeps,
  { folder, config, serviceUrl }: DemoSetup,
  userId: string,
): Promise<string> {
  const known = readKey(folder)
  if (known !== undefined && (await isValid(serviceUrl, known))) return known
  const { key } = await issueDemoKey(deps, config, userId, { name: 'demo', isOperator: true })
  writePrivately(folder.keyPath, `${key}\n`)
  return key
}

/** Codes of one-time links that sign in as all of these people: one for the console, one for the page with chat and console side by side. */
export async function makeDemoLinkCodes(
  deps: CliDeps,
  config: Config,
  userIds: readonly string[],
): Promise<[forConsole: string, forBeside: string]> {
  const store = await deps.openStore(config)
  try {
    const issue = async () => {
      const codes: string[] = []
      for (const userId of userIds) codes.push((await issueLinkCode({ store, clock: Date.now }, userId)).code)
      return codes.join('.')
    }
    return [await issue(), await issue()]
  } finally {
    await store.close()
  }
}

export async function issueDemoKey(
  deps: CliDeps,
  config: Config,
  userId: string,
  request: { name: string; isOperator: boolean },
) {
  const store = await deps.openStore(config)
  try {
    return await issueKey({ store, clock: Date.now }, { ...request, userId, scope: 'full', expiresAt: null })
  } finally {
    await store.close()
  }
}

function readKey({ keyPath }: DemoFolder): string | undefined {
  try {
    return readFileSync(keyPath, 'utf8').trim()
  } catch {
    return undefined
  }
}

async function isValid(baseUrl: string, key: string): Promise<boolean> {
  try {
    await createClient({ baseUrl, key }).getMe()
    return true
  } catch (error) {
    if (error instanceof InnkeeperError && error.status === 401) return false
    throw error
  }
}
