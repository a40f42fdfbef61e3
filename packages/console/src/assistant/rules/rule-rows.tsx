import type { AssistantConfig, Rule } from '@innkeeper/contract'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactElement, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { useMayEdit } from '../use-may-edit.ts'
import { foundConflicts, hintsOf } from './conflict-hints.ts'
import type { MovableProps } from './movable-rules.tsx'
import { RuleRow } from './rule-row.tsx'
import classes from './rules.module.css'

type Props = { rules: readonly Rule[]; all: readonly Rule[]; config: AssistantConfig; isFiltered: boolean }

/** The first rules. All others, and moving them, come with more code. */
export function RuleRows({ rules, all, config, isFiltered }: Props) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const { mayEdit } = useMayEdit()
  const { data: conflicts } = useQuery(foundConflicts(channelId))
  const hints = useMemo(() => hintsOf(conflicts), [conflicts])
  const list = useRef<HTMLDivElement>(null)
  const { All, hasFailed } = useAllRules(list, { mayEdit, isCut: rules.length > mostFirst })
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
      {All ? (
        <All rules={rules} all={all} isDragDisabled={dragDisabledReason !== undefined} row={row} />
      ) : (
        <FirstRules
          rules={rules}
          most={hasFailed ? rules.length : mostFirst}
          row={(rule) => row(rule, undefined, false)}
        />
      )}
    </div>
  )
}

/** More than nearly all groups have. */
const mostFirst = 50
/** Of a row, in pixels, roughly. */
const rowHeight = 112

type FirstProps = { rules: readonly Rule[]; most: number; row: (rule: Rule) => ReactElement }

/** Below them is as much space as the others need, roughly, so that the page keeps its length. */
function FirstRules({ rules, most, row }: FirstProps) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: same as the list of all rules.
    <div
      role="list"
      aria-label={t('assistant.list.label')}
      className={classes.first}
      style={{ paddingBottom: Math.max(0, rules.length - most) * rowHeight }}
    >
      {rules.slice(0, most).map((rule, index) => (
        // biome-ignore lint/a11y/useSemanticElements: same as the list above.
        <div key={rule.id} role="listitem" aria-setsize={rules.length} aria-posinset={index + 1}>
          {row(rule)}
        </div>
      ))}
    </div>
  )
}

type AllRules = { All: ComponentType<MovableProps> | undefined; hasFailed: boolean }

/**
 * The libraries for long lists and for dragging are larger than the rest of the screen, so they are loaded after it. This replaces
 * every row, which waits until no one is using them, or until someone scrolls to rules that aren't there yet (`isCut`).
 */
function useAllRules(
  list: RefObject<HTMLElement | null>,
  { mayEdit, isCut }: { mayEdit: boolean; isCut: boolean },
): AllRules {
  const [Loaded, setLoaded] = useState<ComponentType<MovableProps>>()
  const [hasFailed, setFailed] = useState(false)
  const [isUsed, setUsed] = useState(true)
  useEffect(() => {
    const load = mayEdit ? loadMovable : loadAll
    // If it fails, rules can't be moved until the page is opened again, and everything else works.
    load().then(
      (component) => setLoaded(() => component),
      () => setFailed(true),
    )
  }, [mayEdit])
  useEffect(() => {
    if (!Loaded || !isUsed) return
    const look = (focused: EventTarget | null) =>
      setUsed(focused instanceof Node && (list.current?.contains(focused) ?? false))
    const onFocusOut = ({ relatedTarget }: FocusEvent) => look(relatedTarget)
    const onScroll = () => setUsed(!isCut)
    const element = list.current
    look(document.activeElement)
    element?.addEventListener('focusout', onFocusOut)
    window.addEventListener('scroll', onScroll)
    return () => {
      element?.removeEventListener('focusout', onFocusOut)
      window.removeEventListener('scroll', onScroll)
    }
  }, [list, Loaded, isUsed, isCut])
  return { All: isUsed ? undefined : Loaded, hasFailed }
}

const loadMovable = async (): Promise<ComponentType<MovableProps>> => (await import('./movable-rules.tsx')).MovableRules
const loadAll = async (): Promise<ComponentType<MovableProps>> => (await import('./all-rules.tsx')).AllRules
