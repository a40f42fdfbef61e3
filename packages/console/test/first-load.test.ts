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
  assert.deepEqual(plan('/operator').texts, ['first', 'rest', 'service'])
})

test('a link into a conversation does not load its end', () => {
  for (const path of ['/channels/C1?message=m1', '/channels/C1?date=2026-03-01', '/channels/C1/members']) {
    assert.ok(!plan(path).answers.some((answer) => answer.includes('timeline')), path)
  }
})

test('someone who was never signed in here gets the sign-in page, whatever they open', () => {
  for (const path of ['/', '/channels/C1', '/operator']) {
    assert.deepEqual(plan(path, false).screens, ['signIn'], path)
    assert.deepEqual(plan(path, false).answers, ['/api/me', '/sign-in/ways'], path)
  }
})

test('an unknown page loads nothing early', () => {
  for (const path of ['/nowhere', '/channels', '/constructor', '/channels/']) {
    assert.deepEqual(plan(path).screens, [], path)
  }
  assert.deepEqual(plan('/channels/C1/constructor').screens, ['channelFrame'])
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
    '/channels/C1/members',
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
