import {
  byMember,
  type Draws,
  type Group,
  id,
  inGroup,
  operator,
  people,
  pickFrom,
  pickGroup,
  take,
  type World,
} from './world.ts'

/** Messages and their files, and what people keep about them. */
export const ofMessages: Draws<
  | 'mark-read'
  | 'save-bookmark'
  | 'delete-bookmark'
  | 'save-search'
  | 'change-saved-search'
  | 'delete-saved-search'
  | 'index-messages'
  | 'store-media'
  | 'lose-media'
  | 'store-preview'
  | 'skip-preview'
  | 'record-sticker'
  | 'use-sticker'
  | 'plan-stickers'
  | 'forget-stickers'
> = {
  'mark-read': {
    draw(world) {
      const group = pickGroup(world)
      const position = { time: world.now(), seq: 1 }
      return { kind: 'mark-read', ...inGroup(world, group), by: byMember(world, world.random.pick(people)), position }
    },
  },
  'save-bookmark': {
    draw(world) {
      const { group, messageId } = drawMessage(world)
      if (!group || !messageId) return undefined
      const by = byMember(world, 'U1')
      return { kind: 'save-bookmark', ...inGroup(world, group), by, messageId, note: id() }
    },
    learn(world, { channelId, messageId }) {
      const group = world.groups.find((one) => one.channelId === channelId)
      if (group) world.bookmarks.push({ group, messageId, userId: 'U1' })
    },
  },
  'delete-bookmark': {
    draw(world) {
      const known = take(world.bookmarks, world.random)
      if (!known) return undefined
      const { group, messageId, userId } = known
      return { kind: 'delete-bookmark', ...inGroup(world, group), by: byMember(world, userId), messageId }
    },
  },
  'save-search': {
    draw(world) {
      const search = { searchId: id(), name: id(), query: { q: 'inn' }, channelId: null }
      return { kind: 'save-search', by: operator, at: world.now(), userId: 'U1', search }
    },
    learn: (world, { search }) => world.searchIds.push(search.searchId),
  },
  'change-saved-search': {
    draw(world) {
      const searchId = pickFrom(world.searchIds, world.random)
      const whose = { by: operator, at: world.now(), userId: 'U1' }
      return searchId === undefined ? undefined : { kind: 'change-saved-search', ...whose, searchId, name: id() }
    },
  },
  'delete-saved-search': {
    draw(world) {
      const searchId = take(world.searchIds, world.random)
      return searchId === undefined
        ? undefined
        : { kind: 'delete-saved-search', by: operator, at: world.now(), userId: 'U1', searchId }
    },
  },
  'index-messages': { draw: () => ({ kind: 'index-messages', limit: 100 }) },
  'store-media': {
    draw(world) {
      const picture = drawPicture(world)
      return picture && { kind: 'store-media', at: world.now(), ...picture, sha256: id(), sizeBytes: 10 }
    },
  },
  'lose-media': {
    draw(world) {
      const picture = drawPicture(world)
      return picture && { kind: 'lose-media', at: world.now(), ...picture, reason: 'gone' }
    },
  },
  'store-preview': {
    draw(world) {
      const picture = drawPicture(world)
      return picture && { kind: 'store-preview', at: world.now(), ...picture, sha256: id() }
    },
  },
  'skip-preview': {
    draw(world) {
      const picture = drawPicture(world)
      return picture && { kind: 'skip-preview', ...picture }
    },
  },
  'record-sticker': {
    draw(world) {
      const at = world.now()
      const { group, messageId = id() } = drawMessage(world)
      const picture = world.random.chance(70) ? { sha256: id(), width: 1, height: 1 } : null
      const about = { at, channelId: group.channelId, messageId, sticker: world.random.pick(world.stickers) }
      return { kind: 'record-sticker', ...about, picture, triedAt: at, ref: null }
    },
  },
  'use-sticker': {
    draw(world) {
      const { group, messageId = id() } = drawMessage(world)
      const sticker = world.random.pick(world.stickers)
      return { kind: 'use-sticker', at: world.now(), channelId: group.channelId, messageId, sticker }
    },
  },
  'plan-stickers': {
    draw(world) {
      const { group, messageId = id() } = drawMessage(world)
      const stickers = [{ packageId: '1', stickerId: String(world.random.below(3)), messageId }]
      return { kind: 'plan-stickers', at: world.now(), channelId: group.channelId, stickers }
    },
  },
  'forget-stickers': { draw: () => ({ kind: 'forget-stickers', limit: 5 }) },
}

function drawMessage(world: World): { group: Group; messageId: string | undefined } {
  const group = pickGroup(world)
  return { group, messageId: pickFrom(group.messages, world.random)?.messageId }
}

function drawPicture(world: World): { channelId: string; messageId: string } | undefined {
  const withPictures = world.groups.filter(({ pictures }) => pictures.length > 0)
  const picture = pickFrom(withPictures, world.random)?.pictures.at(-1)
  return picture && { channelId: picture.channel.channelId, messageId: picture.messageId }
}
