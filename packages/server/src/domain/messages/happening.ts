import type { HappeningWord } from '@innkeeper/contract'

/** Something that happened in a group besides messages. It never contains message text. */
export type NewHappening = {
  at: number
  what: HappeningWord
  /** The member it is about; absent: it is about the group. */
  userId?: string
  oldName?: string
  newName?: string
  /** Nothing was saved from then on. */
  since?: number | null
}

/** What clients reload when it happened: the list of members, or the channel itself. */
export function areaOf(what: HappeningWord): 'member' | 'settings' {
  return ofMembers.has(what) ? 'member' : 'settings'
}

const ofMembers: ReadonlySet<HappeningWord> = new Set([
  'joined',
  'left',
  'renamed',
  'picture-changed',
  'claimed',
  'owner-changed',
])

/** Before the platform has provided a name or picture, an id or nothing is shown: the first one is not a change. */
type Profile = { id: string; name: string; picture: string | null }

/** What changed in the profile of a member or a group. */
export function decideProfileChanges(
  before: Profile,
  after: Omit<Profile, 'id'>,
): { renamed?: { oldName: string; newName: string }; hasNewPicture: boolean } {
  const isRenamed = before.name !== before.id && before.name !== after.name
  return {
    ...(isRenamed && { renamed: { oldName: before.name, newName: after.name } }),
    hasNewPicture: before.picture !== null && before.picture !== after.picture,
  }
}

/**
 * Only a stretch that is still open can end: if messages were saved in the meantime, nothing is missing. `last`: the latest of
 * its kind, if there was any.
 */
export function missingSince(last: { what: string; time: number } | undefined, begins: HappeningWord): number | null {
  return last?.what === begins ? last.time : null
}
