import { checkModel } from '../../actions/platforms/check-model.ts'
import {
  checkPlatform,
  connectPlatform,
  disconnectPlatform,
  getBotAccount,
  listPlatforms,
} from '../../actions/platforms/connect-platform.ts'
import { createClaimCommand, listArrivals } from '../../actions/platforms/first-group.ts'
import type { AppDeps } from '../app-deps.ts'
import { done, type Handlers } from '../handlers.ts'
import { describeAddress } from '../receiving/address-report.ts'

type Names =
  | 'listPlatforms'
  | 'connectPlatform'
  | 'disconnectPlatform'
  | 'checkPlatform'
  | 'getBotAccount'
  | 'listArrivals'
  | 'createClaimCommand'
  | 'getAddressReport'
  | 'checkModel'

export function setupHandlers(deps: AppDeps): Handlers<Names> {
  return {
    listPlatforms: ({ query }) => listPlatforms(deps, query.language),
    connectPlatform: ({ grant, params, body }) => connectPlatform(deps, grant, params.platform, body),
    async disconnectPlatform({ grant, params }) {
      await disconnectPlatform(deps, grant, params.platform)
      return done
    },
    checkPlatform: ({ params, body }) => checkPlatform(deps, params.platform, body),
    getBotAccount: ({ params, query }) => getBotAccount(deps, params.platform, query.language),
    listArrivals: () => listArrivals(deps),
    createClaimCommand: ({ grant }) => createClaimCommand(deps, grant),
    getAddressReport: ({ request }) => ({
      ...describeAddress(request, deps.trustProxy),
      certificate: deps.certificateWarnings().join(' ') || null,
    }),
    checkModel: ({ body }) => checkModel(deps, body),
  }
}
