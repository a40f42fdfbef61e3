import { needsRecheck } from '../../../domain/members/membership-check.ts'
import { PlatformRefusal, PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import type { JobOutcome } from '../../../ports/commands/jobs.ts'
import type { ChannelRef, Connector } from '../../../ports/connector.ts'
import { chatOf, type JobCall, type JobDeps } from '../job-call.ts'

/** Each may take its own request, one after the other, and all of them must fit into the time limit of a job. */
const mostAtOnce = 100
/** Up to this many are looked up one by one. */
const fewest = 5

type Call = Omit<JobCall<'check-members'>, 'connector'> & { connector: Connector | undefined }

/**
 * Asks the platform whether people are still in the chat. Those who aren't have left; a failing platform says nothing about
 * anyone.
 */
export async function checkMembers({ store, clock }: JobDeps, call: Call): Promise<JobOutcome> {
  const { connector, job, createdAt, signal } = call
  const { channelNo, channelId } = call.channel
  const chat = chatOf(call.channel)
  const at = clock()
  const record = (here: string[] | 'everyone', gone: string[]) =>
    store.write<'record-checks'>({ kind: 'record-checks', at, channelId, here, gone })
  const membership = connector?.membership
  if (!connector || !membership) {
    await record('everyone', [])
    return { kind: 'done' }
  }
  const people = await store.listUnchecked(channelNo, { before: createdAt, userId: job.userId, limit: mostAtOnce })
  const here: string[] = []
  const ask = async (userIds: string[]) => {
    const denied: string[] = []
    for (const userId of userIds) {
      signal.throwIfAborted()
      if (await isHere(membership, chat, userId)) here.push(userId)
      else denied.push(userId)
    }
    return denied
  }
  let gone: string[] = []
  try {
    const listed = people.length < fewest ? new Set() : await listAll(connector, chat)
    here.push(...people.filter((userId) => listed.has(userId)))
    gone = await ask(people.filter((userId) => !listed.has(userId)))
    if (needsRecheck(gone.length, people.length)) gone = await ask(gone)
  } catch (error) {
    // People who are known by now aren't looked up again.
    await record(here, [])
    throw error
  }
  await record(here, gone)
  return people.length < mostAtOnce ? { kind: 'done' } : { kind: 'give-back', runAt: at }
}

/** An id the platform cannot read says nothing about the person. */
async function isHere(
  membership: NonNullable<Connector['membership']>,
  chat: ChannelRef,
  userId: string,
): Promise<boolean> {
  try {
    return await membership.isMember(chat, userId)
  } catch (error) {
    if (error instanceof PlatformRefusal && error.code === 'invalid') return true
    throw error
  }
}

/** Everyone on the platform's list. Being on it, even on a part of it, proves membership. Missing from it proves nothing. */
async function listAll({ roster }: Connector, chat: ChannelRef): Promise<Set<string>> {
  const listed = new Set<string>()
  try {
    for await (const page of roster?.listMemberIds(chat) ?? []) for (const userId of page) listed.add(userId)
  } catch (error) {
    if (!(error instanceof PlatformRefusal || error instanceof PlatformSilence)) throw error
  }
  return listed
}
