import { useSearch } from '@tanstack/react-router'
import { Log } from '../assistant-log/log.tsx'
import { sendStates } from '../assistant-log/use-log.ts'

export default function LogPart() {
  const { state, rule = '', message = '' } = useSearch({ from: '/app/channels/$channelId/assistant' })
  return <Log wish={{ state: sendStates.find((one) => one === state) ?? '', rule, message }} />
}
