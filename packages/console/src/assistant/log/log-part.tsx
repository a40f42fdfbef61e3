import { useSearch } from '@tanstack/react-router'
import { Log } from './log.tsx'
import { sendStates } from './use-log.ts'

export default function LogPart() {
  const { state, rule = '', message = '' } = useSearch({ from: '/app/channels/$channelId/assistant' })
  return <Log wish={{ state: sendStates.find((one) => one === state) ?? '', rule, message }} />
}
