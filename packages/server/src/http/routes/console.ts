import { Refusal } from '../../domain/refusal.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Handlers } from '../handlers.ts'

type Names =
  | 'getConsole'
  | 'getSignInPage'
  | 'getSetupPage'
  | 'getAccountPage'
  | 'getSearchPage'
  | 'getUsagePage'
  | 'getOperatorPage'
  | 'getServiceSetupPage'
  | 'getServiceSettingsPage'
  | 'getChannelPage'
  | 'getChannelScreen'
  | 'getConsoleAsset'

export function consoleHandlers({ consoleFiles }: AppDeps): Handlers<Names> {
  const page: Handlers<Names>['getConsole'] = ({ reply }) => {
    const { html, headers } = consoleFiles.page()
    return reply.headers(headers).send(html)
  }
  return {
    getConsole: page,
    getSignInPage: page,
    getSetupPage: page,
    getAccountPage: page,
    getSearchPage: page,
    getUsagePage: page,
    getOperatorPage: page,
    getServiceSetupPage: page,
    getServiceSettingsPage: page,
    getChannelPage: page as Handlers<Names>['getChannelPage'],
    getChannelScreen: page as Handlers<Names>['getChannelScreen'],
    getConsoleAsset({ params, request, reply }) {
      const asset = consoleFiles.find(params.asset, String(request.headers['accept-encoding'] ?? ''))
      if (!asset) throw new Refusal('not-found')
      return reply.headers(asset.headers).send(asset.bytes)
    },
  }
}
