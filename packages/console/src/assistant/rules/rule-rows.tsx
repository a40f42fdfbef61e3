import type { AssistantConfig, Rule } from '@innkeeper/contract'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { useMayEdit } from '../use-may-edit.ts'
import { foundConflicts, hintsOf } from './conflict-hints.ts'
import type { MovableProps } from './movable-rules.tsx'
import { RuleRow } from './rule-row.tsx'
import { VirtualRules } from './virtual-rules.tsx'

type Props = { rules: readonly Rule[]; all: readonly Rule[]; config: AssistantConfig; isFiltered: boolean }

/** The rules, which can be moved once the code for it has loaded. */
export function RuleRows({ rules, all, config, isFiltered }: Props) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const { mayEdit } = useMayEdit()
  const { data: conflicts } = useQuery(foundConflicts(channelId))
  const hints = useMemo(() => hintsOf(conflicts), [conflicts])
  const list = useRef<HTMLDivElement>(null)
  const Movable = useMovable(list, mayEdit)
  const dragDisabledReason = !mayEdit
    ? t('assistant.readOnly')
    : isFiltered
      ? t('assistant.list.moveFiltered')
      : rules.length < 2
        ? t('assistant.list.moveAlone')
        : undefined
  const row: MovableProps['row'] = (rule, drag, isDragging) => (
    <RuleRow
      rule={rule}
      channelMode={config.qa.mode}
      hint={hints.get(rule.id)}
      drag={drag}
      isDragging={isDragging}
      mayEdit={mayEdit}
      dragDisabledReason={dragDisabledReason}
    />
  )
  return (
    <div ref={list}>
      {Movable ? (
        <Movable rules={rules} all={all} isDragDisabled={dragDisabledReason !== undefined} row={row} />
      ) : (
        <VirtualRules rules={rules} row={(rule) => row(rule, undefined, false)} />
      )}
    </div>
  )
}

/**
 * The library for dragging is larger than the rest of the list, so it's loaded after it. It replaces every row, which waits until
 * no one is using them.
 */
function useMovable(list: RefObject<HTMLElement | null>, mayEdit: boolean): ComponentType<MovableProps> | undefined {
  const [Loaded, setLoaded] = useState<ComponentType<MovableProps>>()
  const [isUsed, setUsed] = useState(true)
  useEffect(() => {
    if (!mayEdit) return
    // If it fails, rules can't be moved until the page is opened again, and everything else works.
    import('./movable-rules.tsx').then(
      ({ MovableRules }) => setLoaded(() => MovableRules),
      () => undefined,
    )
  }, [mayEdit])
  useEffect(() => {
    if (!Loaded || !isUsed) return
    const look = (focused: EventTarget | null) =>
      setUsed(focused instanceof Node && (list.current?.contains(focused) ?? false))
    const onFocusOut = ({ relatedTarget }: FocusEvent) => look(relatedTarget)
    const element = list.current
    look(document.activeElement)
    element?.addEventListener('focusout', onFocusOut)
    return () => element?.removeEventListener('focusout', onFocusOut)
  }, [list, Loaded, isUsed])
  return isUsed ? undefined : Loaded
}
