import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { storePhotoOf } from '../chats/pictures.ts'
import { findFile, inventPicture, largestDownload, linkLifeMs, nameFile } from '../files/stored-files.ts'
import { badRequest } from '../http/api-error.ts'
import { readInteger, readString } from '../http/parameters.ts'
import { storeProfilePicture } from '../people/people.ts'
import type { StoredFile, World } from '../world.ts'
import type { Method } from './method.ts'

export const fileMethods: Record<string, Method> = {
  getFile({ world, values }) {
    const fileId = readString(values, 'file_id')
    if (!fileId) throw badRequest('file_id not specified')
    const file = findFile(world, fileId)
    if (!file || file.isUnavailable) throw badRequest('wrong file_id or the file is temporarily unavailable')
    const { localFolder, clock } = world.settings
    if (localFolder === undefined && file.sizeBytes > largestDownload) throw badRequest('file is too big')
    file.linkUntil = clock() + linkLifeMs
    return { ...nameFile(world, file), file_path: pathOf(world, file) }
  },
  getUserProfilePhotos({ world, values }) {
    const pictures = findPictures(world, readInteger(values, 'user_id', 0))
    if (!pictures) throw badRequest('user not found')
    const start = Math.max(0, readInteger(values, 'offset', 0))
    const limit = Math.min(100, Math.max(1, readInteger(values, 'limit', 100)))
    const keys = pictures.slice(start, start + limit)
    return { total_count: pictures.length, photos: keys.map((key) => storePhotoOf(world, key)) }
  },
}

/** The bot's own is drawn when it is asked for the first time. */
function findPictures(world: World, userId: number): string[] | undefined {
  const { bot } = world.settings
  if (userId !== bot.id) return world.users.get(userId)?.pictures
  if (!bot.hasPicture) return []
  world.botPicture ??= storeProfilePicture(world, inventPicture(bot.username))
  return [world.botPicture]
}

/** Relative to the address of files, or absolute on a server of one's own, which writes the file to its disk. */
function pathOf(world: World, file: StoredFile): string {
  const relative = relativePath(file)
  const { localFolder } = world.settings
  if (localFolder === undefined) return relative
  const path = join(localFolder, relative)
  mkdirSync(join(localFolder, file.kind), { recursive: true })
  writeFileSync(path, file.bytes)
  return path
}

function relativePath(file: StoredFile): string {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(file.name)?.[0] ?? ''
  return `${file.kind}/file_${file.key}${extension}`
}

/** The file of a link; undefined if there is none, or if the link has expired. */
export function findLinked(world: World, path: string): StoredFile | undefined {
  const [, key] = /^[a-z_]+\/file_([A-Za-z0-9]+)(?:\.[A-Za-z0-9]+)?$/.exec(path) ?? []
  const file = world.files.get(key ?? '')
  if (!file || relativePath(file) !== path || world.settings.clock() > file.linkUntil) return undefined
  return file
}
