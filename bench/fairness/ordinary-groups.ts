import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '../servers/platform.ts'
import { deliver, event, idOf, messageId, setUpGroup, text, token } from '../traffic/deliveries.ts'
import { answeredWord, type BenchRule, importRules, makeRules } from '../traffic/rules.ts'

// Fifty typical groups: some rules, some history, a few pictures. Ten people own five groups each.

/** How a group's rules are matched: in the message's transaction, in the rule thread, or by the model. */
type Answering = 'keyword' | 'pattern' | 'AI'

export type OrdinaryGroup = {
  groupId: string
  answering: Answering
  owner: { userId: string; key: string }
  people: string[]
  mediaId: string
}

const groupCount = 50
const ownerCount = 10
const peopleOfGroup = 12
const messagesOfGroup = 200
const mediaBytes = 50_000

/** A question, by how its answer is found. */
export const questions: Record<Answering, string> = {
  keyword: `where did you put the ${answeredWord}?`,
  pattern: 'where do we keep the spare lanterns?',
  AI: 'how does a visitor get from the station to us?',
}

const rules: Record<Answering, BenchRule[]> = {
  keyword: makeRules(100),
  pattern: [
    ...makeRules(100),
    {
      keywords: ['(?:where|when) .*\\b(?:lantern|candle)s?\\b'],
      question: 'Where are the lanterns?',
      answer: 'In the shed, {name}.',
      match: 'regex',
    },
  ],
  AI: [
    ...makeRules(100),
    {
      keywords: ['directions'],
      question: 'How do I get there?',
      answer: 'Ten minutes on foot from the station.',
      match: 'ai',
    },
  ],
}

export async function makeOrdinaryGroups(
  port: number,
  platform: Platform,
  createKey: (userId: string) => string,
): Promise<OrdinaryGroup[]> {
  const owners = Array.from({ length: ownerCount }, (_, index) => {
    const userId = `U${idOf('ordinary owner', index)}`
    return { userId, key: createKey(userId) }
  })
  const groups: OrdinaryGroup[] = []
  for (let index = 0; index < groupCount; index++) {
    const owner = owners[Math.floor(index / (groupCount / ownerCount))]
    if (!owner) throw new Error('Each group has an owner')
    const group: OrdinaryGroup = {
      groupId: `C${idOf('ordinary group', index)}`,
      answering: index % 10 < 5 ? 'keyword' : index % 10 < 9 ? 'pattern' : 'AI',
      owner,
      people: Array.from({ length: peopleOfGroup }, (_, at) => `U${idOf(`person of group ${index}`, at)}`),
      mediaId: messageId(),
    }
    await setUpGroup(port, group.groupId, owner)
    await deliver(port, [...said(group), pictureOf(group, platform)])
    await importRules(port, group.groupId, { key: owner.key, rules: rules[group.answering] })
    groups.push(group)
  }
  for (const group of groups) await untilArrived(port, group, platform)
  return groups
}

/** Old messages, from before the group had rules. */
function said({ groupId, people }: OrdinaryGroup): object[] {
  return Array.from({ length: messagesOfGroup }, (_, index) => {
    const message = text(`Message ${index}: see you at seven, bring the blue umbrella 傘`)
    return event(groupId, { type: 'message', replyToken: token(), message, userId: people[index % people.length] })
  })
}

function pictureOf({ groupId, mediaId, people: [userId] }: OrdinaryGroup, { files }: Platform): object {
  files.set(mediaId, randomBytes(mediaBytes))
  const message = { id: mediaId, type: 'file', fileName: 'plan.bin', fileSize: mediaBytes }
  return event(groupId, { type: 'message', replyToken: token(), message, userId })
}

async function untilArrived(
  port: number,
  { groupId, owner, mediaId }: OrdinaryGroup,
  { files }: Platform,
): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/channels/${groupId}/backup/media/${mediaId}`, {
      headers: { authorization: `Bearer ${owner.key}` },
    })
    await answer.arrayBuffer()
    if (answer.ok) {
      files.delete(mediaId)
      return
    }
    await pause(100)
  }
  throw new Error(`The file of group ${groupId} did not arrive`)
}
