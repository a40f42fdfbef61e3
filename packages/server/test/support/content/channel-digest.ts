import type { Caller } from '../http/caller.ts'

/** Everything that can be changed in a channel, and the keys of its owner, as the owner sees it. */
export async function digestOf(owner: Caller, channelId: string): Promise<Record<string, unknown>> {
  const channel = `/api/channels/${channelId}`
  const paths = [
    channel,
    `${channel}/settings`,
    `${channel}/members`,
    `${channel}/members?role=guest`,
    `${channel}/assistant/config`,
    `${channel}/assistant/qa`,
    `${channel}/assistant/welcome`,
    `${channel}/assistant/rules`,
    `${channel}/backup/subscribe`,
    `${channel}/audit?limit=100`,
    '/api/channels',
  ]
  const answers = await Promise.all(paths.map((path) => owner.get(path)))
  const refused = answers.find(({ status }) => status !== 200)
  if (refused) throw new Error(`Reading the digest failed: ${refused.text}`)
  const keys = (await owner.get('/api/keys')).body.keys.map(({ id }: { id: string }) => id)
  return { ...Object.fromEntries(paths.map((path, index) => [path, answers[index]?.body])), keys }
}
