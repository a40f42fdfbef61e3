import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useChannel } from '../channel/channel.ts'

/** Links to the editor of a rule, or of a `new` one; without a rule, to the list. */
export function RuleLink({ rule, ...props }: { rule?: string; children?: ReactNode }) {
  const { channelId } = useChannel()
  return (
    <Link
      to="/channels/$channelId/assistant"
      params={{ channelId }}
      search={rule === undefined ? {} : { rule }}
      {...props}
    />
  )
}
