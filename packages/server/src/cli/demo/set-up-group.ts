import type { Client } from '@innkeeper/client'
import type { Group, Simulator } from '@innkeeper/simulator'
import { createMediaBytes } from '@innkeeper/testdata'
import { type Story, storySeed } from './story.ts'

/** The group and its members on the platform, before the bot joins. */
export function gatherPeople(simulator: Simulator, { groupId, name, people, presentIds }: Story): Group {
  // Not everyone has a profile picture.
  for (const [index, person] of people.entries()) {
    simulator.addUser({ ...person, ...(index % 3 === 0 ? { picture: pictureFor(person.userId) } : {}) })
  }
  const members = presentIds.map((userId) => ({ userId }))
  return simulator.addGroup({ groupId, name, members, picture: pictureFor('harbour') })
}

/** Invites the bot and claims the group, and waits for the bot's reply to both. */
export async function inviteBot(simulator: Simulator, group: Group, { ownerId, begunAt }: Story): Promise<void> {
  await group.invite({ at: begunAt })
  await simulator.until(() => simulator.sent.length > 0, longestAnswerMs)
  await group.say({ userId: ownerId }, '/claim', { at: begunAt + 40_000 })
  await simulator.until(() => simulator.sent.length > 1, longestAnswerMs)
}

/** As long as a reply token is valid. */
const longestAnswerMs = 60_000

/** Sets roles and settings as the owner. Only members the service has seen can have a role. */
export async function assignRoles(owner: Client, story: Story): Promise<void> {
  const { groupId: channelId, timezone } = story
  await owner.changeSettings({ channelId, body: { timezone } })
  for (const userId of story.adminIds) await owner.changeRole({ channelId, userId, body: { role: 'admin' } })
  for (const userId of story.guestIds) await owner.changeRole({ channelId, userId, body: { role: 'guest' } })
}

/** Called after the chat, so that no one is welcomed for having joined weeks ago. */
export async function teachAssistant(owner: Client, { groupId: channelId, assistant }: Story): Promise<void> {
  await owner.changeWelcome({ channelId, body: { enabled: true, message: assistant.welcome } })
  await owner.changeGroupRules({ channelId, body: { enabled: true, content: assistant.groupRules } })
  for (const rule of assistant.rules) await owner.createRule({ channelId, body: rule })
}

function pictureFor(name: string): Buffer {
  return createMediaBytes({ seed: storySeed, language: 'en', messageId: name, content: { type: 'image' } })
}
