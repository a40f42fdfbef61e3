// Installs Debian's packages of OpenStack Swift and memcached if they are missing and that is possible: an object storage that
// checks signatures, which the long tests use. Without them this fails with an error message.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'

const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached']
const files = [
  ...['proxy', 'account', 'container', 'object'].map((part) => `/usr/bin/swift-${part}-server`),
  '/usr/bin/swift-ring-builder',
  '/usr/bin/memcached',
  // Swift reads this file and no other.
  '/etc/swift/swift.conf',
]
const isInstalled = () => files.every((path) => existsSync(path))

if (!isInstalled() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) install()

if (!isInstalled()) {
  console.error(
    `The tests with a storage that checks signatures need OpenStack Swift. On Debian: apt-get install ${packages.join(' ')}`,
  )
  process.exitCode = 1
}

function install() {
  console.error('Installing OpenStack Swift for the tests of object storage …')
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=300']
  const settings = { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  withoutStarting(() => {
    spawnSync('apt-get', [...options, 'update'], settings)
    spawnSync('apt-get', [...options, 'install', '-y', '--no-install-recommends', ...packages], settings)
  })
}

/** The tests start servers of their own, so those of the packages aren't started. */
function withoutStarting(work) {
  const policy = '/usr/sbin/policy-rc.d'
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    work()
  } finally {
    if (isOurs) rmSync(policy, { force: true })
  }
}
