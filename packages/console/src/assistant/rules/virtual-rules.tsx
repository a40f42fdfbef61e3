import type { Rule } from '@innkeeper/contract'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactElement, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './rules.module.css'

type Props = {
  rules: readonly Rule[]
  row: (rule: Rule, index: number) => ReactElement
  innerRef?: (element: HTMLElement | null) => void
}

/** There may be ten thousand rules: only those in view and a few around them are rendered. */
export function VirtualRules({ rules, row, innerRef, ...props }: Props) {
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
    innerRef?.(element)
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
            {row(rule, index)}
          </div>
        )
      })}
    </div>
  )
}
