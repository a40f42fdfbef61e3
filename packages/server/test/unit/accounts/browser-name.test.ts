import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameBrowser } from '../../../src/domain/accounts/browser-name.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const cases: [userAgent: string | undefined, name: string][] = [
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [`Mozilla/5.0 (Linux; Android 14) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Mobile`, 'Samsung Internet on Android'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/140.0 Safari/537.36 OPR/120.0`, 'Opera on macOS'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Mobile Safari/604.1', 'Chrome on iPhone'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari Line/15.0.0', 'LINE on iPhone'],
  ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) FxiOS/140.0 Mobile Safari/604.1', 'Firefox on iPad'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  ['curl/8.5.0', 'curl'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Browser on Linux'],
  ['<script>alert(1)</script>', 'Unknown browser'],
  [`${'x'.repeat(10_000)} Firefox/1 Linux`, 'Unknown browser'],
  ['', 'Unknown browser'],
  [undefined, 'Unknown browser'],
]

test('a browser is named as its owner would name it, and none of its own text is used', () => {
  for (const [userAgent, name] of cases) assert.equal(nameBrowser(userAgent), name, userAgent?.slice(0, 100))
})
