import type { AppDeps } from '../app-deps.ts'
import type { Handlers } from '../handlers.ts'

type Names =
  | 'listSignInWays'
  | 'signInWithKey'
  | 'signInWithLink'
  | 'listSignIns'
  | 'endSignIn'
  | 'beginPlatformSignIn'
  | 'finishPlatformSignIn'

export function signInHandlers(_deps: AppDeps): Handlers<Names> {
  const notYet = () => {
    throw new Error('not built yet')
  }
  return {
    listSignInWays: notYet,
    signInWithKey: notYet,
    signInWithLink: notYet,
    listSignIns: notYet,
    endSignIn: notYet,
    beginPlatformSignIn: notYet,
    finishPlatformSignIn: notYet,
  }
}
