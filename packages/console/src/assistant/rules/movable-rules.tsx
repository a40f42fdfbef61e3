import {
  DragDropContext,
  Draggable,
  type DraggableProvided,
  Droppable,
  type DropResult,
  type ResponderProvided,
} from '@hello-pangea/dnd'
import type { AssistantConfig, Rule } from '@innkeeper/contract'
import { useQuery } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { useMayEdit } from '../use-may-edit.ts'
import { foundConflicts, hintsOf } from './conflict-hints.ts'
import { RuleRow } from './rule-row.tsx'
import classes from './rules.module.css'
import { useMoveRule } from './use-change-rules.ts'

type Props = { rules: readonly Rule[]; all: readonly Rule[]; config: AssistantConfig; isFiltered: boolean }

const nonce = document.querySelector<HTMLMetaElement>('meta[name=nonce]')?.content ?? ''

/** There may be ten thousand rules: only those in view and a few around them are rendered. */
export function MovableRules({ rules, all, config, isFiltered }: Props) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const { mayEdit } = useMayEdit()
  const { data: conflicts } = useQuery(foundConflicts(channelId))
  const hints = useMemo(() => hintsOf(conflicts), [conflicts])
  const move = useMoveRule(all)
  const dragDisabledReason = !mayEdit
    ? t('assistant.readOnly')
    : isFiltered
      ? t('assistant.list.moveFiltered')
      : rules.length < 2
        ? t('assistant.list.moveAlone')
        : undefined
  const row = (rule: Rule, drag: DraggableProvided, isDragging: boolean) => (
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
  const onDragEnd = ({ source, destination, reason }: DropResult, { announce }: ResponderProvided) => {
    if (reason === 'CANCEL' || !destination || destination.index === source.index) {
      return announce(t('assistant.list.moveCancelled'))
    }
    announce(t('assistant.list.moved', { place: destination.index + 1 }))
    move(source.index, destination.index)
  }
  return (
    <DragDropContext
      nonce={nonce}
      dragHandleUsageInstructions={t('assistant.list.moveHow')}
      onDragStart={({ source }, { announce }) => announce(t('assistant.list.lifted', { place: source.index + 1 }))}
      onDragUpdate={({ destination }, { announce }) =>
        announce(
          destination ? t('assistant.list.movedTo', { place: destination.index + 1 }) : t('assistant.list.nowhere'),
        )
      }
      onDragEnd={onDragEnd}
    >
      <Droppable
        droppableId="rules"
        mode="virtual"
        renderClone={(drag, { isDragging }, { source }) => {
          const rule = rules[source.index]
          return rule ? row(rule, drag, isDragging) : null
        }}
      >
        {({ innerRef, droppableProps }) => (
          <VirtualRules
            rules={rules}
            isDragDisabled={dragDisabledReason !== undefined}
            row={row}
            innerRef={innerRef}
            {...droppableProps}
          />
        )}
      </Droppable>
    </DragDropContext>
  )
}

type VirtualProps = {
  rules: readonly Rule[]
  isDragDisabled: boolean
  row: (rule: Rule, drag: DraggableProvided, isDragging: boolean) => React.ReactElement
  innerRef: (element: HTMLElement | null) => void
}

function VirtualRules({ rules, isDragDisabled, row, innerRef, ...props }: VirtualProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  // Content above the list expands and collapses, so the offset is measured on every render.
  useLayoutEffect(() => {
    // Rounded, because every new value makes the virtualizer recompute all positions.
    setTop(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
  })
  const virtualizer = useWindowVirtualizer({
    count: rules.length,
    estimateSize: () => 112,
    scrollMargin: top,
    overscan: 3,
    // Rendered after the event, not inside it: two short tasks instead of a long one.
    useFlushSync: false,
    getItemKey: useCallback((index: number) => rules[index]?.id ?? index, [rules]),
  })
  const setList = (element: HTMLDivElement | null) => {
    list.current = element
    innerRef(element)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the virtualizer positions the rows and leaves out those that are not in view.
    <div
      ref={setList}
      role="list"
      aria-label={t('assistant.list.label')}
      className={classes.list}
      style={{ height: virtualizer.getTotalSize() }}
      {...props}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const rule = rules[index]
        if (!rule) return null
        return (
          // biome-ignore lint/a11y/useSemanticElements: same as the list above.
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            role="listitem"
            aria-setsize={rules.length}
            aria-posinset={index + 1}
            className={classes.item}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <Draggable draggableId={rule.id} index={index} isDragDisabled={isDragDisabled}>
              {(drag, { isDragging }) => row(rule, drag, isDragging)}
            </Draggable>
          </div>
        )
      })}
    </div>
  )
}
