// Prints the folder of Pebble, the ACME server that the tests of certificates use, and installs Debian's package if it is missing
// and that is possible. Without Pebble this fails with an error message. Those tests are never skipped.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const programs = ['pebble', 'pebble-challtestsrv']
const isIn = (folder) => folder && programs.every((name) => existsSync(join(folder, name)))
const find = () => [process.env.PEBBLE_PATH, '/usr/bin', '/usr/local/bin'].find(isIn)

if (!find() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) install('pebble')

const folder = find()
if (folder) console.log(folder)
else {
  const how = 'on Debian and Ubuntu: apt-get install pebble'
  console.error(
    `The tests of certificates need Pebble. Install it (${how}), or set PEBBLE_PATH to the folder it is in.`,
  )
  process.exitCode = 1
}

function install(name) {
  console.error(`Installing ${name} for the tests of certificates …`)
  // Several test files can find it missing at once. All but one of them wait.
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=300']
  const settings = { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', [...options, 'update'], settings)
  spawnSync('apt-get', [...options, 'install', '-y', '--no-install-recommends', name], settings)
}
