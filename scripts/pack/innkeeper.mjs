#!/usr/bin/env node
// The command of the npm package. Older versions of Node only run this file, so it uses nothing that they lack.
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const main = join(root, 'packages', 'server', 'src', 'main.js')
const [major] = process.versions.node.split('.').map(Number)

if (major < 24) {
  console.error(
    `Innkeeper needs Node 24 or later, and this is ${process.versions.node} (${process.execPath}). Install a current Node from https://nodejs.org.`,
  )
  process.exitCode = 1
} else if (process.execve === undefined) {
  await import(pathToFileURL(main).href)
} else {
  // The same options as in a clone: compiled once, and a roomy nursery. Replaces this process, so signals reach the service.
  const options = ['--max-semi-space-size=32', '--min-semi-space-size=32', '--disable-warning=ExperimentalWarning']
  const cache = process.env.NODE_COMPILE_CACHE || join(root, '.compiled')
  process.removeAllListeners('warning')
  process.execve(process.execPath, [process.execPath, ...options, main, ...process.argv.slice(2)], {
    ...process.env,
    NODE_COMPILE_CACHE: cache,
  })
}
