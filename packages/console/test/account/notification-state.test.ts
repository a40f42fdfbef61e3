import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BrowserAbilities, decideStanding, isAppleTouch } from '../../src/account/notification-state.ts'

const able: BrowserAbilities = {
  isSecure: true,
  hasPush: true,
  isApple: false,
  permission: 'granted',
  isSubscribed: true,
}

for (const [expected, change, isOn] of [
  ['on', {}, true],
  ['off', {}, false],
  ['off', { isSubscribed: false }, true],
  ['off', { permission: 'default' }, true],
  ['blocked', { permission: 'denied' }, true],
  ['insecure', { isSecure: false, hasPush: false }, false],
  ['unsupported', { hasPush: false }, false],
  ['install-first', { hasPush: false, isApple: true }, false],
  ['off', { isApple: true, permission: 'default', isSubscribed: false }, false],
] as const) {
  test(`notifications are ${expected} with ${JSON.stringify(change)}, and ${isOn ? 'on' : 'off'} at the service`, () => {
    assert.equal(decideStanding({ ...able, ...change }, { isOn, hasKey: true }), expected)
  })
}

test('an iPad that claims to be a Mac is recognized by its touch screen', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'
  assert.equal(isAppleTouch({ userAgent: mac, touchPoints: 5 }), true)
  assert.equal(isAppleTouch({ userAgent: mac, touchPoints: 0 }), false)
  assert.equal(isAppleTouch({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', touchPoints: 5 }), true)
})

test('without a key of the service, nothing else matters', () => {
  assert.equal(decideStanding(able, { isOn: false, hasKey: false }), 'not-set-up')
})
