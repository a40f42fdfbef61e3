import { countGallery, listGallery } from '../../actions/media/gallery.ts'
import { listLinks } from '../../actions/media/links.ts'
import { downloadMedia, getPreview, listMedia, viewMedia } from '../../actions/media/media.ts'
import { getPicture } from '../../actions/media/pictures.ts'
import { bundleFiles } from '../../actions/media/zip.ts'
import { drawDefaultPicture } from '../../domain/media/default-picture.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Handlers } from '../handlers.ts'
import { inertPolicy } from '../pages/security-headers.ts'
import { conditionsOf, sendDownload } from '../sending/send-download.ts'
import { sendZip } from '../sending/send-zip.ts'

type Names =
  | 'getPicture'
  | 'getDefaultPicture'
  | 'listMedia'
  | 'downloadMedia'
  | 'viewMedia'
  | 'getPreview'
  | 'listGallery'
  | 'countGallery'
  | 'listLinks'
  | 'downloadZip'

export function mediaHandlers(deps: AppDeps): Handlers<Names> {
  return {
    async getPicture({ params, reply }) {
      const { contentType, sizeBytes, open } = await getPicture(deps, params.name)
      return reply.headers({ ...pictureHeaders, 'content-type': contentType, 'content-length': sizeBytes }).send(open())
    },
    getDefaultPicture({ params, reply }) {
      const drawing = drawDefaultPicture(params.name)
      if (!drawing) throw new Refusal('not-found')
      return reply.headers({ ...pictureHeaders, 'content-type': 'image/svg+xml' }).send(drawing)
    },
    listMedia: ({ grant, query }) => listMedia(deps, grant, query),
    async downloadMedia(call) {
      const file = await downloadMedia(deps, call.grant, call.params.messageId, conditionsOf(call.request))
      return sendDownload(deps.log, call, file, { allowRedirect: call.query.redirect === '1' })
    },
    async viewMedia(call) {
      const file = await viewMedia(deps, call.grant, call.params.messageId, conditionsOf(call.request))
      return sendDownload(deps.log, call, file)
    },
    async getPreview(call) {
      const file = await getPreview(deps, call.grant, call.params.messageId, conditionsOf(call.request))
      return sendDownload(deps.log, call, file)
    },
    listGallery: ({ grant, query }) => listGallery(deps, grant, query),
    countGallery: ({ grant, query }) => countGallery(deps, grant, query),
    listLinks: ({ grant, query }) => listLinks(deps, grant, query),
    downloadZip: async ({ grant, body, ...call }) => sendZip(deps.log, call, await bundleFiles(deps, grant, body.ids)),
  }
}

/** The content behind a picture's name never changes, and nothing in it may run. */
const pictureHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': inertPolicy,
}
