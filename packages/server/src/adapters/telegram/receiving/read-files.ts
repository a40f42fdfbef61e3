import type { MessageContent } from '../../../domain/messages/message-json.ts'
import type { FileRef } from '../../../ports/connector.ts'
import { findId, findText, isCount, isObject, NotUnderstood } from '../../http-client/untrusted-json.ts'
import { isGiven, type Json, listOf } from '../json.ts'

export type ReadFile = { content: MessageContent; file: FileRef; title?: string }

/** Above this, a file's own preview would hardly be smaller than the file. */
const previewWidth = 320

/** The file of a message. Several members can come together; the first in this order says what it is. Undefined: it has none. */
export function findFile(message: Json): ReadFile | undefined {
  const { animation, photo, live_photo: live, video, video_note: note, voice, audio, document } = message
  if (isGiven(animation)) return readRecording(animation, 'animation')
  if (isGiven(photo)) return readPhoto(photo)
  if (isGiven(live)) return readLivePhoto(live)
  if (isGiven(video)) return readRecording(video, 'video')
  if (isGiven(note)) return readRecording(note, 'video note')
  if (isGiven(voice)) return readRecording(voice, 'voice message')
  if (isGiven(audio)) return readRecording(audio, 'audio')
  return isGiven(document) ? readDocument(document) : undefined
}

/** The same picture in several sizes. */
function readPhoto(given: unknown): ReadFile {
  const sizes = listOf(given, findSize).toSorted((one, other) => one.pixels - other.pixels)
  const largest = sizes.at(-1)
  if (largest === undefined) throw new NotUnderstood("The message's photo has no size with a file")
  const preview = sizes.findLast(({ width }) => width <= previewWidth)
  const file: FileRef = { ref: largest.ref, contentType: 'image/jpeg' }
  if (preview !== undefined && preview !== largest) file.previewRef = preview.ref
  const { sizeBytes } = largest
  if (sizeBytes === undefined) return { content: { type: 'image' }, file }
  return { content: { type: 'image', fileSize: sizeBytes }, file: { ...file, sizeBytes } }
}

/** Only if it comes without `photo`, which is the still picture. */
function readLivePhoto(given: unknown): ReadFile {
  return isObject(given) && isGiven(given.photo) ? readPhoto(given.photo) : readRecording(given, 'video')
}

function findSize(size: unknown) {
  if (!isObject(size)) return undefined
  const ref = findId(size.file_id)
  if (ref === undefined) return undefined
  const width = isCount(size.width) ? size.width : 0
  const pixels = width * (isCount(size.height) ? size.height : 0)
  return { ref, width, pixels, sizeBytes: isCount(size.file_size) ? size.file_size : undefined }
}

/** Types that Telegram leaves out because they never differ. */
const recordings = {
  animation: { type: 'video', contentType: 'video/mp4' },
  video: { type: 'video', contentType: 'video/mp4' },
  'video note': { type: 'video', contentType: 'video/mp4' },
  'voice message': { type: 'audio', contentType: 'audio/ogg' },
  audio: { type: 'audio', contentType: 'audio/mpeg' },
} as const

function readRecording(given: unknown, kind: keyof typeof recordings): ReadFile {
  const { type, contentType } = recordings[kind]
  if (!isObject(given)) throw new NotUnderstood(`The message's ${kind} is not an object`)
  const file = readRef(given, kind)
  file.contentType ??= contentType
  // What an app calls an animation may be a picture.
  if (file.contentType.startsWith('image/')) return { content: withSize({ type: 'image' }, file), file }
  const content: MessageContent = withSize({ type }, file)
  if (isCount(given.duration)) content.durationMs = given.duration * 1000
  const title = [given.performer, given.title].map(findText).filter((part) => part !== undefined && part !== '')
  return title.length === 0 ? { content, file } : { content, file, title: title.join(' – ') }
}

/** A picture that stands still: of a sticker that moves, its thumbnail. */
export function findStillRef(sticker: Json): string | undefined {
  const { thumbnail, is_animated: isAnimated, is_video: isVideo } = sticker
  const isMoving = isAnimated === true || isVideo === true
  if (!isMoving) return findId(sticker.file_id)
  return isObject(thumbnail) ? findId(thumbnail.file_id) : undefined
}

function readDocument(given: unknown): ReadFile {
  if (!isObject(given)) throw new NotUnderstood("The message's document is not an object")
  const file = readRef(given, 'document')
  const fileName = findText(given.file_name) || inventName(file.contentType)
  return { content: withSize({ type: 'file', fileName }, file), file }
}

function readRef(given: Json, kind: string): FileRef {
  const ref = findId(given.file_id)
  if (ref === undefined) throw new NotUnderstood(`The message's ${kind} has no file`)
  const file: FileRef = { ref }
  const previewRef = isObject(given.thumbnail) ? findId(given.thumbnail.file_id) : undefined
  const contentType = findText(given.mime_type)?.toLowerCase()
  if (previewRef !== undefined) file.previewRef = previewRef
  if (isCount(given.file_size)) file.sizeBytes = given.file_size
  if (contentType !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(contentType)) file.contentType = contentType
  return file
}

function withSize<C extends { type: string; fileSize?: number }>(content: C, { sizeBytes }: FileRef): C {
  return sizeBytes === undefined ? content : { ...content, fileSize: sizeBytes }
}

/** `application/pdf` becomes `file.pdf`. Names of types that are no extension are left out. */
function inventName(contentType = ''): string {
  const [, extension] = /\/(?:x-)?([a-z0-9]{1,5})$/.exec(contentType) ?? []
  return extension === undefined ? 'file' : `file.${extension}`
}
