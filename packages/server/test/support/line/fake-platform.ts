import { createHmac } from 'node:crypto'
import { PlatformRefusal } from '../../../src/domain/platforms/platform-errors.ts'
import type { Connector, Delivery, IncomingEvent, Opened, UnreadEvent } from '../../../src/ports/connector.ts'
import type { PlatformAbilities, PlatformDescription } from '../../../src/ports/platform-description.ts'

/** What the fake platform sends: our own events as JSON, to test webhooks without a real platform. */
export type FakeBody = { account?: string; events: IncomingEvent[]; unread?: UnreadEvent[]; isRedelivery?: boolean }

export const fakePlatform = 'fake'
const secret = 'secret-of-the-fake-platform'

export function signFake(body: string | Uint8Array): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

/** A webhook as the platform would send it. */
export function fakeDelivery(body: FakeBody): { headers: Record<string, string>; raw: string } {
  const raw = JSON.stringify(body)
  return { headers: { 'content-type': 'application/json', 'x-fake-signature': signFake(raw) }, raw }
}

/** A platform with these abilities, besides what platforms commonly have. */
export function describeFake(platform = fakePlatform, abilities: Partial<PlatformAbilities> = {}): PlatformDescription {
  return {
    platform,
    name: 'Fake',
    consoleName: 'Fake Console',
    badge: 'FK',
    needsPublicAddress: false,
    abilities: {
      seesUnsending: true,
      seesAllMessages: true,
      repliesFreely: false,
      pushes: true,
      listsMembers: false,
      knowsAdmins: false,
      joinsByLink: false,
      fileLimitBytes: null,
      ...abilities,
    },
    texts: {
      guide: 'Connecting a fake',
      refused: 'Compare the token.',
      silent: 'Messages wait.',
      start: (webhookUrl) => ({ label: 'Fake', lines: [webhookUrl] }),
    },
  }
}

/** A platform that signs its deliveries and does nothing else. */
export function createFakeConnector(): Connector {
  const refuse = () => Promise.reject(new PlatformRefusal('not-found', 'the fake platform knows nothing'))
  let accountId: string | undefined
  const open = ({ headers, body }: Delivery): Opened => {
    if (headers['x-fake-signature'] !== signFake(body)) {
      return { kind: 'refused', reason: 'the signature is wrong', cause: 'signature' }
    }
    let read: FakeBody
    try {
      read = JSON.parse(Buffer.from(body).toString())
    } catch {
      return { kind: 'unreadable', reason: 'Body is not JSON' }
    }
    if (accountId !== undefined && read.account !== undefined && read.account !== accountId) {
      return { kind: 'refused', reason: 'it is for another account', cause: 'account' }
    }
    const { events, unread = [], isRedelivery = false } = read
    return { kind: 'taken', events, unread, isRedelivery }
  }
  return {
    platform: fakePlatform,
    description: describeFake(),
    webhook: { open },
    getAccount: async () => ({ accountId: 'fake-account', displayName: 'Fake' }),
    setAccount(id) {
      accountId = id
    },
    replies: { send: async () => {} },
    profiles: { findChannel: async () => undefined, getMember: refuse, getPicture: refuse },
    media: { open: async () => ({ state: 'lost', reason: 'the fake platform keeps no files' }) },
    leave: async () => {},
  }
}
