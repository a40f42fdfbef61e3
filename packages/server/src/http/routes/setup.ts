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
import { sendProgress } from '../sending/send-progress.ts'

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
    connectPlatform: (call) =>
      sendProgress(deps, call, (report) => connectPlatform(deps, call.grant, call.params.platform, call.body, report)),
    async disconnectPlatform({ grant, params }) {
      await disconnectPlatform(deps, grant, params.platform)
      return done
    },
    checkPlatform: (call) =>
      sendProgress(deps, call, (report) => checkPlatform(deps, call.params.platform, call.body, report)),
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
