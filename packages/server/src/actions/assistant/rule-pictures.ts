import type { BodyOf, Routes, UploadedPicture } from '@innkeeper/contract'
import { detectPictureType, pictureName } from '../../domain/media/picture.ts'
import { invalid } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { RenderPicture } from '../../ports/media.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import type { FileKeeper } from '../media/file-keeper.ts'

type Deps = { store: Store; clock: Clock; files: FileKeeper; renderPicture: RenderPicture; baseUrl: () => string }

/**
 * Keeps a picture for answers. The platform fetches it from its address, which nobody can guess: it contains a hash of what we made
 * of the picture.
 */
export async function uploadRulePicture(
  { store, clock, files, renderPicture, baseUrl }: Deps,
  { channelId, authority: by }: ChannelGrant,
  { data }: BodyOf<Routes['uploadRulePicture']>,
): Promise<UploadedPicture> {
  const bytes = Buffer.from(data, 'base64')
  if (!detectPictureType(bytes)) throw invalid(notPicture)
  if (!baseUrl().startsWith('https://')) {
    throw invalid(
      'Pictures can only be uploaded once the service has a public https address, because the platform fetches them from there; ' +
        'ask the operator to set INNKEEPER_BASE_URL',
    )
  }
  const rendered = await renderPicture(bytes)
  if (!rendered) throw invalid(notPicture)
  const { contentType } = rendered
  let name: string | undefined
  await files.keep([rendered.bytes], async ({ sha256 }) => {
    await store.write<'keep-rule-picture'>({
      kind: 'keep-rule-picture',
      by,
      at: clock(),
      channelId,
      sha256,
      contentType,
    })
    name = pictureName({ sha256, contentType })
  })
  return { url: `${baseUrl()}/pictures/${name}`, sizeBytes: rendered.bytes.length }
}

const notPicture = 'data must be a JPEG, PNG, WebP or GIF of at most 50 megapixels'
