import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '@innkeeper/contract'
import { planFirstLoad } from '../src/first-load.ts'

const plan = (path: string, wasSignedIn = true) => planFirstLoad(new URL(path, 'https://inn.example'), wasSignedIn)

test('a page loads its screens, texts and data at once', () => {
  assert.deepEqual(plan('/sign-in'), { screens: ['signIn'], texts: ['first'], answers: ['/sign-in/ways'] })
  assert.deepEqual(plan('/'), { screens: ['channels'], texts: ['first'], answers: ['/api/me', '/api/overview'] })
  assert.deepEqual(plan('/channels/C1'), {
    screens: ['channelFrame', 'conversation'],
    texts: ['first', 'rest'],
    answers: [
      '/api/me',
      '/api/overview',
      '/api/channels/C1',
      '/api/channels/C1/settings',
      '/api/channels/C1/backup/subscribe',
      '/api/channels/C1/backup/timeline?limit=60',
    ],
  })
  assert.deepEqual(plan('/channels/C1/members/U1').screens, ['channelFrame', 'member'])
  assert.deepEqual(plan('/channels/C1/assistant').texts, ['first', 'rest', 'assistant'])
  assert.deepEqual(plan('/channels/C1/settings').texts, ['first', 'rest', 'settings'])
  assert.deepEqual(plan('/account').texts, ['first', 'account'])
  assert.deepEqual(plan('/operator').texts, ['first', 'rest', 'service'])
})

test('a link into a conversation does not load its end, and one with filters not what they hide', () => {
  for (const path of ['/channels/C1?message=m1', '/channels/C1?date=2026-03-01', '/channels/C1/members']) {
    assert.ok(!plan(path).answers.some((answer) => answer.includes('timeline')), path)
  }
  for (const path of ['/channels/C1/gallery?type=link', '/channels/C1/usage?days=7']) {
    assert.equal(plan(path).answers.length, 5, path)
    assert.equal(plan(path.replace(/\?.*/, '')).answers.length, 6, path)
  }
})

test('someone who was never signed in here gets the sign-in page, whatever they open', () => {
  for (const path of ['/', '/channels/C1', '/operator']) {
    assert.deepEqual(plan(path, false).screens, ['signIn'], path)
    assert.deepEqual(plan(path, false).answers, ['/api/me', '/sign-in/ways'], path)
  }
})

test('an unknown page loads nothing early', () => {
  for (const path of [
    '/nowhere',
    '/channels',
    '/constructor',
    '/channels/',
    '/channels/C1/constructor',
    '/channels/C1/members/U1/more',
    '/channels/C1/usage/U1',
    // Requests might escape it in another way.
    '/channels/C%31',
    '/channels/%zz',
  ]) {
    assert.deepEqual(plan(path), { screens: [], texts: ['first'], answers: [] }, path)
  }
})

test('everything that is requested early is a path of the API', () => {
  const known = Object.values(routes)
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`))
  for (const path of [
    '/sign-in',
    '/',
    '/account',
    '/channels/C1',
    '/channels/C1/assistant',
    '/channels/C1/gallery',
    '/channels/C1/members',
    '/channels/C1/members/U1',
    '/channels/C1/usage',
    '/account/data',
    '/operator',
  ]) {
    for (const answer of plan(path).answers) {
      assert.ok(
        known.some((pattern) => pattern.test(answer.split('?')[0] ?? '')),
        answer,
      )
    }
  }
})
