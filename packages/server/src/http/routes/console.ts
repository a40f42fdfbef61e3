import { Refusal } from '../../domain/refusal.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Handlers } from '../handlers.ts'
import { sendPage } from '../pages/send-page.ts'

type Names =
  | 'getConsole'
  | 'getSignInPage'
  | 'getSetupPage'
  | 'getAccountPage'
  | 'getSearchPage'
  | 'getAccountDataPage'
  | 'getUsagePage'
  | 'getOperatorPage'
  | 'getServiceSetupPage'
  | 'getServiceSettingsPage'
  | 'getChannelPage'
  | 'getChannelScreen'
  | 'getMemberPage'
  | 'getConsoleAsset'
  | 'getConsoleManifest'
  | 'getServiceWorker'

export function consoleHandlers({ consoleFiles }: AppDeps): Handlers<Names> {
  const page: Handlers<Names>['getConsole'] = ({ reply }) => sendPage(reply, consoleFiles, { status: 200 })
  return {
    getConsole: page,
    getSignInPage: page,
    getSetupPage: page,
    getAccountPage: page,
    getSearchPage: page,
    getAccountDataPage: page,
    getUsagePage: page,
    getOperatorPage: page,
    getServiceSetupPage: page,
    getServiceSettingsPage: page,
    getChannelPage: page as Handlers<Names>['getChannelPage'],
    getChannelScreen: page as Handlers<Names>['getChannelScreen'],
    getMemberPage: page as Handlers<Names>['getMemberPage'],
    getConsoleAsset({ params, request, reply }) {
      const asset = consoleFiles.find(params.asset, String(request.headers['accept-encoding'] ?? ''))
      if (!asset) throw new Refusal('not-found')
      return reply.headers(asset.headers).send(asset.bytes)
    },
    getConsoleManifest({ query: { language = 'en' }, reply }) {
      const manifest = consoleFiles.manifest(language)
      if (!manifest) throw new Refusal('not-found')
      return reply.headers(manifest.headers).send(manifest.bytes)
    },
    // The worker reads its language from its own URL.
    getServiceWorker({ reply }) {
      const worker = consoleFiles.serviceWorker()
      if (!worker) throw new Refusal('not-found')
      return reply.headers(worker.headers).send(worker.bytes)
    },
  }
}
