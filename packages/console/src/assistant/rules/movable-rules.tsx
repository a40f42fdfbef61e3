import {
  DragDropContext,
  Draggable,
  type DraggableProvided,
  Droppable,
  type DropResult,
  type ResponderProvided,
} from '@hello-pangea/dnd'
import type { Rule } from '@innkeeper/contract'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useMoveRule } from './use-change-rules.ts'
import { VirtualRules } from './virtual-rules.tsx'

export type MovableProps = {
  rules: readonly Rule[]
  all: readonly Rule[]
  isDragDisabled: boolean
  row: (rule: Rule, drag: DraggableProvided | undefined, isDragging: boolean) => ReactElement
}

const nonce = document.querySelector<HTMLMetaElement>('meta[name=nonce]')?.content ?? ''

/** The list of rules in which they can be moved, with the mouse, a finger or the keyboard. */
export function MovableRules({ rules, all, isDragDisabled, row }: MovableProps) {
  const { t } = useTranslation()
  const move = useMoveRule(all)
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
            row={(rule, index) => (
              <Draggable draggableId={rule.id} index={index} isDragDisabled={isDragDisabled}>
                {(drag, { isDragging }) => row(rule, drag, isDragging)}
              </Draggable>
            )}
            innerRef={innerRef}
            {...droppableProps}
          />
        )}
      </Droppable>
    </DragDropContext>
  )
}
