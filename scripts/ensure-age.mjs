// Prints the path of the program `age`, with which the tests open encrypted snapshots, and installs Debian's package if it is missing
// and that is possible. Without it this fails with an error message. Those tests are never skipped.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const find = () => [process.env.AGE_PATH, '/usr/bin/age', '/usr/local/bin/age'].find((path) => path && existsSync(path))

if (!find() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) install('age')

const program = find()
if (program) console.log(program)
else {
  const how = 'on Debian and Ubuntu: apt-get install age'
  console.error(`The tests of encrypted snapshots need age. Install it (${how}), or set AGE_PATH to the program.`)
  process.exitCode = 1
}

function install(name) {
  console.error(`Installing ${name} for the tests of encrypted snapshots …`)
  // Several test files can find it missing at once. All but one of them wait.
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=300']
  const settings = { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', [...options, 'update'], settings)
  spawnSync('apt-get', [...options, 'install', '-y', '--no-install-recommends', name], settings)
}
