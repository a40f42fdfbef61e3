// Says where the Chromium is that browser tests drive, and installs Debian's where it is missing and that is possible.
// A test of a page that is not run proves nothing, so without a browser this ends in a sentence and never in a skip.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

// The same engine without windows, menus and a profile around it: a page in it costs the machine a quarter.
const bare = '/usr/bin/chromium-headless-shell'
const whole = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
// They are for what people write in Chinese, Japanese, Korean, Thai and emoji: without them a page shows boxes.
const fonts = ['fonts-noto-cjk', 'fonts-thai-tlwg', 'fonts-noto-color-emoji']

const findBrowser = (...places) => places.find((place) => place && existsSync(place))
const chosen = process.env.CHROMIUM_PATH

const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
if (canInstall && !findBrowser(chosen, bare)) install('chromium-headless-shell')
// Releases that have no such package have the whole one.
if (canInstall && !findBrowser(chosen, bare, ...whole)) install('chromium')

const browser = findBrowser(chosen, bare, ...whole)
if (browser) console.log(browser)
else {
  const how = `on Debian and Ubuntu: apt-get install chromium ${fonts.join(' ')}`
  console.error(`The browser tests need Chromium. Install it (${how}), or say where it is with CHROMIUM_PATH.`)
  process.exitCode = 1
}

function install(name) {
  const packages = [name, ...fonts]
  console.error(`Installing ${packages.join(', ')} for the browser tests …`)
  // Several test files may find it missing at once: all but one wait.
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=300']
  const settings = { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', [...options, 'update'], settings)
  spawnSync('apt-get', [...options, 'install', '-y', '--no-install-recommends', ...packages], settings)
}
