import type { CallInput } from '@innkeeper/client'
import { useState } from 'react'
import { type Check, followChecks } from '../../api/follow-checks.ts'
import type { Platform } from '../queries.ts'
import { withWaiting } from './with-waiting.ts'

/** Connects or checks a platform with `follow`. Meanwhile, `progress` is what to show. */
export function useFollowedChecks({ checks }: Platform) {
  const [ended, setEnded] = useState<Check[]>([])
  const follow = <Name extends 'connectPlatform' | 'checkPlatform'>(name: Name, input: CallInput<Name>) => {
    setEnded([])
    return followChecks(name, input, (check) => setEnded((before) => [...before, check]))
  }
  return { follow, progress: withWaiting(ended, checks) }
}
