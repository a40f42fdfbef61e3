import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { hashLinkCode } from '../../src/domain/accounts/sign-in.ts'
import { followLink, signIn } from '../support/console.ts'
import { message } from '../support/content/events.ts'
import { photo } from '../support/content/pictures.ts'
import type { TestService } from '../support/test-service.ts'

const channel = 'C-axe'
/** Not signed in. */
const anonymous = ''

/** A screen of the console, and what it shows in English once it's there. */
export type Screen = { name: string; userId: string; path: string; isThere(page: Page): Promise<void> }

/** Gives every screen something to show. */
export async function fillScreens(service: TestService): Promise<void> {
  await service.channel(channel, {
    owner: 'U-owner',
    members: ['U-member'],
    guests: ['U-guest'],
    subscribers: ['U-owner'],
  })
  await service.channel('C-axe-new', { owner: 'U-owner', members: ['U-member'] })
  const at = service.clock.now - 60_000
  await service.receive([
    message(channel, at, { id: 'm-1', from: 'U-member', content: { type: 'text', text: 'See https://inn.example/x' } }),
    message(channel, at + 1, { id: 'm-2', from: 'U-owner', content: { type: 'image' } }),
    message(channel, at + 2, { id: 'm-3', from: 'U-member', content: { type: 'file', fileName: 'plan.pdf' } }),
    message(channel, at + 3, {
      id: 'm-4',
      content: { type: 'location', latitude: 1, longitude: 2, address: 'Pier 4' },
    }),
    message(channel, at + 4, { id: 'm-5', content: { type: 'sticker', stickerId: '1', packageId: '2' } }),
    message(channel, at + 5, { id: 'm-6', content: { type: 'audio' } }),
    message(channel, at + 6, { id: 'm-7', content: { type: 'video' } }),
    message(channel, at + 7, { id: 'm-8', content: { type: 'text', text: 'Where is the key?' } }),
  ])
  await service.storeMedia(channel, 'm-2', await photo({ width: 300, height: 200 }).png().toBuffer())
  await service.storeMedia(channel, 'm-3', Buffer.from('%PDF-1.7'))
  await service.store.write<'create-setup-code'>({
    kind: 'create-setup-code',
    by: { kind: 'operator' },
    at,
    hash: hashLinkCode('code'),
    expiresAt: service.clock.now + 86_400_000,
  })
  const owner = await service.caller('U-owner')
  const saved = await owner.post('/api/searches', { name: 'Pictures', query: { type: 'image' }, channelId: channel })
  assert.equal(saved.status, 201)
  const webhook = { url: 'https://n8n.inn.example/webhook/club', events: ['message.created', 'member.joined'] }
  const created = await owner.post(`/api/channels/${channel}/webhooks`, webhook)
  assert.equal(created.status, 201)
}

/** Who is signed in on each page. */
const people = new WeakMap<Page, string>()

/** Opens a screen on a page of the console. Only another person needs a new page load. */
export async function goTo(page: Page, service: TestService, { path, userId }: Screen): Promise<void> {
  if (userId === (people.get(page) ?? anonymous)) {
    // A link with another code is pasted into the address bar.
    if (path.includes('#')) await page.goto(`${service.url}${path}`)
    else await followLink(page, path)
    return
  }
  people.set(page, userId)
  await page.context().clearCookies()
  await signIn(page.context(), service, userId, { isOperator: userId === 'U-operator' })
  await page.goto(`${service.url}${path}`)
}

/** Two steps of the setup once a platform is connected. They look different before. */
export const screensOnceConnected: Screen[] = [
  {
    name: 'the setup: connected platform',
    userId: 'U-operator',
    path: '/operator/setup?step=platform',
    isThere: (page) => page.getByRole('button', { name: 'Change the values' }).waitFor(),
  },
  {
    name: 'the setup: first group, once connected',
    userId: 'U-operator',
    path: '/operator/setup?step=group',
    isThere: (page) => page.getByRole('main').getByText('Inn bot').first().waitFor(),
  },
]

/** Grouped by person, because switching to another one reloads everything. */
export const screens: Screen[] = [
  {
    name: 'setting up',
    userId: anonymous,
    path: '/setup#code',
    isThere: (page) => page.getByLabel('Repeat the passphrase').waitFor(),
  },
  // Between the two, because the page reads its link when it opens.
  { name: 'signing in', userId: anonymous, path: '/sign-in', isThere: (page) => page.getByLabel('API key').waitFor() },
  {
    name: 'setting up with a wrong link',
    userId: anonymous,
    path: '/setup#other',
    isThere: (page) => page.getByLabel('Setup link').waitFor(),
  },
  {
    name: 'no access',
    userId: 'U-guest',
    path: '/',
    isThere: (page) => page.getByText('to approve you').waitFor(),
  },
  { name: 'no channels', userId: 'U-new', path: '/', isThere: (page) => page.getByText('No channels yet').waitFor() },
  {
    name: 'subscribing',
    userId: 'U-member',
    path: `/channels/${channel}`,
    isThere: (page) => page.getByText('Messages are being saved, but not for you').waitFor(),
  },
  {
    name: 'exports without a backup',
    userId: 'U-member',
    path: `/channels/${channel}/export`,
    isThere: (page) => page.getByText('You can export what you sent yourself').waitFor(),
  },
  {
    name: 'the assistant as a member sees it',
    userId: 'U-member',
    path: `/channels/${channel}/assistant`,
    isThere: (page) => page.getByText('Default match mode').waitFor(),
  },
  {
    name: "the operator's page",
    userId: 'U-operator',
    path: '/operator',
    isThere: (page) => page.getByRole('heading', { name: 'Service status' }).waitFor(),
  },
  {
    name: 'the setup: address',
    userId: 'U-operator',
    path: '/operator/setup',
    isThere: (page) => page.getByLabel('Public address').waitFor(),
  },
  {
    name: 'the setup: platform',
    userId: 'U-operator',
    path: '/operator/setup?step=platform',
    isThere: (page) => page.getByRole('button', { name: 'Connect LINE' }).waitFor(),
  },
  {
    name: 'the setup: first group',
    userId: 'U-operator',
    path: '/operator/setup?step=group',
    isThere: (page) => page.getByRole('button', { name: 'Connect a platform' }).waitFor(),
  },
  {
    name: 'the setup: safety',
    userId: 'U-operator',
    path: '/operator/setup?step=safety',
    isThere: (page) => page.getByLabel('Mail server', { exact: true }).waitFor(),
  },
  {
    name: 'the setup: options',
    userId: 'U-operator',
    path: '/operator/setup?step=options',
    isThere: (page) => page.getByLabel('Model', { exact: true }).waitFor(),
  },
  {
    name: 'the settings of the service',
    userId: 'U-operator',
    path: '/operator/settings',
    isThere: (page) => page.getByLabel('Public address').waitFor(),
  },
  {
    name: 'channels',
    userId: 'U-owner',
    path: '/',
    isThere: (page) => page.getByRole('button', { name: 'Turn on backup: Group C-axe-new' }).waitFor(),
  },
  {
    name: 'a channel whose messages are not saved',
    userId: 'U-owner',
    path: '/channels/C-axe-new',
    isThere: (page) => page.getByRole('heading', { name: 'Messages aren’t being saved' }).waitFor(),
  },
  {
    name: 'members of a channel whose messages are not saved',
    userId: 'U-owner',
    path: '/channels/C-axe-new/members',
    isThere: (page) => page.getByRole('button', { name: 'Turn on backup' }).waitFor(),
  },
  {
    name: 'account',
    userId: 'U-owner',
    path: '/account',
    isThere: (page) => page.getByText('This browser', { exact: true }).waitFor(),
  },
  {
    name: 'what is kept about someone',
    userId: 'U-owner',
    path: '/account/data',
    isThere: (page) => page.getByRole('button', { name: 'Erase me …' }).waitFor(),
  },
  {
    name: 'conversation',
    userId: 'U-owner',
    path: `/channels/${channel}`,
    isThere: (page) => page.getByText('plan.pdf').first().waitFor(),
  },
  {
    name: 'search',
    userId: 'U-owner',
    path: `/channels/${channel}/search?q=pl`,
    isThere: (page) => page.locator('mark').first().waitFor(),
  },
  {
    name: 'search with tips and saved searches',
    userId: 'U-owner',
    path: `/channels/${channel}/search?q=type:image -zz after:2026-01-01`,
    async isThere(page) {
      await page.locator('[data-result]').first().waitFor()
      await page.getByRole('button', { name: 'Saved searches' }).click()
      await page.getByRole('button', { name: 'Search tips' }).click()
      await page.getByRole('button', { name: /^Actions for/ }).waitFor()
    },
  },
  {
    name: 'search in all channels',
    userId: 'U-owner',
    path: '/search?q=pl',
    isThere: (page) => page.locator('mark').first().waitFor(),
  },
  {
    name: 'a result in the conversation',
    userId: 'U-owner',
    path: `/channels/${channel}?message=m-3&q=plan`,
    isThere: (page) => page.getByText('1 of 1').waitFor(),
  },
  {
    name: 'gallery',
    userId: 'U-owner',
    path: `/channels/${channel}/gallery`,
    isThere: (page) => page.getByText('plan.pdf').first().waitFor(),
  },
  {
    name: 'gallery of one person by day',
    userId: 'U-owner',
    path: `/channels/${channel}/gallery?by=day&sender=U-member`,
    isThere: (page) => page.getByText('plan.pdf').first().waitFor(),
  },
  {
    name: 'links',
    userId: 'U-owner',
    path: `/channels/${channel}/gallery?type=link`,
    isThere: (page) => page.getByRole('link', { name: 'https://inn.example/x' }).first().waitFor(),
  },
  {
    name: 'search results with links',
    userId: 'U-owner',
    path: `/channels/${channel}/search?q=inn`,
    isThere: (page) => page.getByRole('link', { name: 'https://inn.example/x' }).first().waitFor(),
  },
  {
    name: 'a channel that does not exist',
    userId: 'U-owner',
    path: '/channels/C-nowhere',
    isThere: (page) => page.getByText('You don’t have access to this channel').waitFor(),
  },
  {
    name: 'a rule',
    userId: 'U-owner',
    path: `/channels/${channel}/assistant?rule=new`,
    isThere: (page) => page.getByRole('textbox', { name: 'Question' }).first().waitFor(),
  },
  ...[
    ['rules', 'assistant', 'New rule'],
    ['unanswered questions', 'assistant?part=unanswered', 'Where is the key?'],
    ['the welcome', 'assistant?part=welcome', 'Welcome new members'],
    ['group rules', 'assistant?part=group-rules', 'Post the group rules when someone sends /rules'],
    ['versions', 'assistant?part=versions', 'Versions'],
    ['the send log', 'assistant?part=log', 'Send log'],
    ['import and export', 'assistant?part=file', 'Choose a JSON or CSV file, or drop it here'],
    ['members', 'members', 'is waiting for approval'],
    ['a person', 'members/U-member', 'Role history'],
    ['one’s own page', 'members/U-owner', 'Your data'],
    ['usage', 'usage', 'Busiest times'],
    ['exports', 'export', 'You get one ZIP file.'],
    ['importing', 'import', 'How to get a chat history'],
    ['settings', 'settings', 'Who can read the backup'],
    ['webhooks', 'settings?part=webhooks', 'n8n.inn.example'],
    ['the audit log', 'settings?part=log', 'Who changed what and when'],
    ['deletion', 'settings?part=deletion', 'Delete this channel'],
  ].map(([name = '', screen, text = '']) => ({
    name,
    userId: 'U-owner',
    path: `/channels/${channel}/${screen}`,
    isThere: (page: Page) => page.getByText(text).first().waitFor(),
  })),
  {
    name: 'usage of all channels',
    userId: 'U-owner',
    path: '/usage',
    isThere: (page) => page.getByText('Group C-axe').first().waitFor(),
  },
  {
    name: 'no permission to see the operator page',
    userId: 'U-owner',
    path: '/operator',
    isThere: (page) => page.getByText('This page is for the operator').waitFor(),
  },
]
