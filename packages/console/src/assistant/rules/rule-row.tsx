import type { DraggableProvided } from '@hello-pangea/dnd'
import type { QaMode, Rule } from '@innkeeper/contract'
import { Anchor, Badge, Switch, Text, TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { withTexts } from '../../locales/i18n.ts'
import { useFormat } from '../../ui/format/format.ts'
import { IconAlertTriangle, IconArrowsSplit2, IconGripVertical } from '../../ui/icons/icons.ts'
import { LateTooltip } from '../../ui/late-tooltip.tsx'
import { Facts as FactList } from '../../ui/rows.tsx'
import { RuleLink } from '../rule-link.tsx'
import { OnOff } from '../state-list.tsx'
import type { ConflictHint } from './conflict-hints.ts'
import type { PriorityProps } from './priority.tsx'
import classes from './rules.module.css'
import { useChangeRule } from './use-change-rules.ts'

type Props = {
  rule: Rule
  channelMode: QaMode
  hint: ConflictHint | undefined
  /** Undefined until rules can be moved. */
  drag: DraggableProvided | undefined
  isDragging: boolean
  mayEdit: boolean
  /** Why the rule cannot be moved; undefined if it can. */
  dragDisabledReason: string | undefined
}

const mostKeywords = 6

const PriorityInput = lazy(
  withTexts(async () => ({ default: (await import('./priority.tsx')).Priority }), 'assistantParts'),
)

export function RuleRow({ rule, channelMode, hint, drag, isDragging, mayEdit, dragDisabledReason }: Props) {
  const { t } = useTranslation()
  const change = useChangeRule()
  const { question } = rule
  return (
    <div
      {...drag?.draggableProps}
      {...(drag && { ref: drag.innerRef })}
      className={classes.row}
      data-dragging={isDragging || undefined}
      data-off={!rule.enabled || undefined}
    >
      {mayEdit && <Handle question={question} drag={drag} dragDisabledReason={dragDisabledReason} />}
      {mayEdit ? (
        <Switch
          aria-label={t('assistant.list.enabled', { question })}
          checked={rule.enabled}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ id: rule.id, change: { enabled: event.currentTarget.checked } })}
        />
      ) : (
        <OnOff isOn={rule.enabled} />
      )}
      <div className={classes.main}>
        <Anchor
          fw={600}
          c="inherit"
          className={classes.question ?? ''}
          renderRoot={(props) => <RuleLink rule={rule.id} {...props} />}
        >
          {question}
        </Anchor>
        <Keywords rule={rule} />
        <Facts rule={rule} channelMode={channelMode} />
        {hint && <Hint hint={hint} />}
      </div>
      {mayEdit && (
        <Priority
          rule={rule}
          isLocked={change.isPending}
          onSave={(priority) => change.mutate({ id: rule.id, change: { priority } })}
        />
      )}
    </div>
  )
}

type HandleProps = Pick<Props, 'drag' | 'dragDisabledReason'> & { question: string }

/** Not a `<button>`: the drag library never starts a drag on one. */
function Handle({ question, drag, dragDisabledReason }: HandleProps) {
  const { t } = useTranslation()
  const icon = <IconGripVertical size={18} stroke={1.5} aria-hidden />
  if (dragDisabledReason !== undefined) {
    return (
      <LateTooltip label={dragDisabledReason} openDelay={300}>
        <span className={classes.handle} data-still>
          {icon}
        </span>
      </LateTooltip>
    )
  }
  if (!drag) {
    return (
      <span className={classes.handle} data-still>
        {icon}
      </span>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <span
      role="button"
      tabIndex={0}
      className={classes.handle}
      {...drag.dragHandleProps}
      aria-label={t('assistant.list.move', { question })}
    >
      {icon}
    </span>
  )
}

function Keywords({ rule: { keywords } }: Pick<Props, 'rule'>) {
  const { t } = useTranslation()
  const rest = keywords.length - mostKeywords
  return (
    <div className={classes.keywords}>
      {keywords.slice(0, mostKeywords).map((keyword) => (
        <Badge key={keyword} variant="default" title={keyword}>
          {keyword}
        </Badge>
      ))}
      {rest > 0 && (
        <Badge variant="transparent" c="dimmed">
          {t('assistant.list.moreKeywords', { count: rest })}
        </Badge>
      )}
    </div>
  )
}

function Facts({
  rule: { enabled, match, hits, lastHitAt, lastFailure, schedule, activeFrom, activeUntil },
  channelMode,
}: Pick<Props, 'rule' | 'channelMode'>) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const now = Date.now()
  const facts = [
    ...(enabled ? [] : [t('assistant.list.off')]),
    t(match === null ? 'assistant.list.defaultMode' : 'assistant.list.mode', {
      mode: t(`assistant.modes.${match ?? channelMode}`),
    }),
    hits === 0 ? t('assistant.list.never') : t('assistant.list.hits', { count: hits, number: format.count(hits) }),
    ...(lastHitAt ? [t('assistant.list.last', { ago: format.ago(lastHitAt) })] : []),
    ...(schedule.length > 0 ? [t('assistant.list.scheduled')] : []),
    ...(activeFrom && Date.parse(activeFrom) > now
      ? [t('assistant.list.from', { at: format.dateTime(activeFrom) })]
      : []),
    ...(activeUntil
      ? [
          t(Date.parse(activeUntil) > now ? 'assistant.list.until' : 'assistant.list.over', {
            at: format.dateTime(activeUntil),
          }),
        ]
      : []),
  ]
  return (
    <>
      <FactList of={facts} />
      {lastFailure && (
        <Text size="sm" c="var(--mantine-color-orange-light-color)" className={classes.hint ?? ''}>
          <IconAlertTriangle size={14} aria-hidden />
          {t('assistant.list.failed', { ago: format.ago(lastFailure.at), reason: lastFailure.reason })}
        </Text>
      )}
    </>
  )
}

function Hint({ hint: { question, messages, isAhead, others } }: { hint: ConflictHint }) {
  const { t } = useTranslation()
  const values = { count: messages, question }
  return (
    <Text size="sm" c="var(--mantine-color-orange-light-color)" className={classes.hint ?? ''}>
      <IconArrowsSplit2 size={14} aria-hidden />
      <span>
        {t(isAhead ? 'assistant.list.behind' : 'assistant.list.ahead', values)}
        {others > 0 && ` ${t('assistant.list.others', { count: others })}`}
      </span>
    </Text>
  )
}

/** The same to look at until the real one has loaded. */
function Priority(props: PriorityProps) {
  const { t } = useTranslation()
  return (
    <Suspense
      fallback={
        <TextInput
          className={classes.priority ?? ''}
          size="xs"
          label={t('assistant.fields.priority')}
          aria-label={t('assistant.list.priority', { question: props.rule.question })}
          value={props.rule.priority}
          readOnly
        />
      }
    >
      <PriorityInput {...props} />
    </Suspense>
  )
}
