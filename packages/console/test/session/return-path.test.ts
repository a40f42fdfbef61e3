import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ownPath } from '../../src/session/return-path.ts'

const origin = 'https://inn.example'

it('after signing in, people only return to pages of the console', () => {
  const cases: [string | undefined, string][] = [
    [undefined, '/'],
    ['/', '/'],
    ['/account', '/account'],
    ['/operator', '/operator'],
    ['/usage?days=7', '/usage?days=7'],
    ['/channels/C1?message=5', '/channels/C1?message=5'],
    ['/channels/C1/search?q=a%26b', '/channels/C1/search?q=a%26b'],
    ['/sign-in', '/'],
    ['/sign-in/with/line', '/'],
    ['/docs', '/'],
    ['//evil.example/channels/C1', '/'],
    ['/\\evil.example/channels/C1', '/'],
    ['/\t/evil.example/channels/', '/'],
    ['https://evil.example/channels/C1', '/'],
    ['https://inn.example/account', '/'],
    ['javascript:alert(1)', '/'],
    ['/channels/../../docs', '/'],
    ['', '/'],
  ]
  for (const [wanted, path] of cases) assert.equal(ownPath(wanted, origin), path, wanted)
})
