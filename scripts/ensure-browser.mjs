// Prints the path of the Chromium that the browser tests use, and installs Debian's package if it is missing and that is
// possible. Without a browser this fails with an error message. Browser tests are never skipped.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

// The same engine without windows, menus and a profile. A page in it takes a quarter of the CPU time.
const bare = '/usr/bin/chromium-headless-shell'
const full = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
// For Chinese, Japanese, Korean, Thai and emoji. Without them a page shows boxes.
const fonts = ['fonts-noto-cjk', 'fonts-thai-tlwg', 'fonts-noto-color-emoji']

const findBrowser = (...places) => places.find((place) => place && existsSync(place))
const chosen = process.env.CHROMIUM_PATH

const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
if (canInstall && !findBrowser(chosen, bare)) install('chromium-headless-shell')
// Debian releases without this package have the full browser.
if (canInstall && !findBrowser(chosen, bare, ...full)) install('chromium')

const browser = findBrowser(chosen, bare, ...full)
if (browser) console.log(browser)
else {
  const how = `on Debian and Ubuntu: apt-get install chromium ${fonts.join(' ')}`
  console.error(`The browser tests need Chromium. Install it (${how}), or set CHROMIUM_PATH to its path.`)
  process.exitCode = 1
}

function install(name) {
  const packages = [name, ...fonts]
  console.error(`Installing ${packages.join(', ')} for the browser tests …`)
  // Several test files can find it missing at once. All but one of them wait.
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=300']
  const settings = { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', [...options, 'update'], settings)
  spawnSync('apt-get', [...options, 'install', '-y', '--no-install-recommends', ...packages], settings)
}
