import type { MovableProps } from './movable-rules.tsx'
import { VirtualRules } from './virtual-rules.tsx'

/** For people who can't move them. */
export function AllRules({ rules, row }: MovableProps) {
  return <VirtualRules rules={rules} row={(rule) => row(rule, undefined, false)} />
}
