import { findUnknownPlaceholders } from '@innkeeper/contract/placeholders'
import { Button, Group, Stack, Text, Textarea, type TextareaProps, Tooltip } from '@mantine/core'
import { type RefObject, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useJoin } from '../ui/format/join.ts'
import type { Variable } from './bot-text.ts'

type Props = Omit<TextareaProps, 'value' | 'onChange'> & {
  label: string
  value: string
  onChange: (value: string) => void
  variables: readonly Variable[]
  /** The number of characters left is shown once few remain. */
  maxLength: number
}

/** A text field with its variables below; pressing one inserts it at the caret. */
export function VariableText({ value, onChange, variables, maxLength, disabled = false, ...field }: Props) {
  const { t } = useTranslation()
  const join = useJoin()
  const ref = useRef<HTMLTextAreaElement>(null)
  const left = maxLength - value.length
  return (
    <Stack gap={6}>
      <Textarea
        autosize
        minRows={4}
        maxRows={16}
        ref={ref}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        maxLength={maxLength}
        disabled={disabled}
        {...field}
      />
      <div role="status">
        {findUnknownPlaceholders(value, variables).map((one) => (
          <Text key={one.written} size="xs" c="orange.9">
            {join.sentences(
              t(`assistantParts.variables.${one.isDoubled ? 'doubled' : 'unknown'}`, { written: one.written }),
              ...(one.closest === null ? [] : [t('assistantParts.variables.meant', { closest: `{${one.closest}}` })]),
            )}
          </Text>
        ))}
      </div>
      {left <= 500 && (
        <Text size="xs" c="dimmed" role="status">
          {t('assistantParts.variables.left', { count: left })}
        </Text>
      )}
      {!disabled && <VariableChips names={variables} onInsert={(text) => insertAtCaret(ref, text, onChange)} />}
    </Stack>
  )
}

type ChipsProps = { names: readonly Variable[]; onInsert: (text: string) => void }

function VariableChips({ names, onInsert }: ChipsProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Group gap={6} role="group" aria-labelledby={id}>
      <Text id={id} size="xs" c="dimmed">
        {t('assistantParts.variables.label')}
      </Text>
      {names.map((name) => (
        <Tooltip key={name} label={t(`assistantParts.variables.meaning.${name}`)} openDelay={300}>
          <Button
            variant="default"
            size="compact-xs"
            radius="xl"
            // Otherwise the button would take the focus and the caret would be lost.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onInsert(`{${name}}`)}
            // Begins with the visible text, for people who use voice control.
            aria-label={`${t(`assistantParts.variables.name.${name}`)}: ${t('assistantParts.variables.insert', {
              what: t(`assistantParts.variables.meaning.${name}`),
            })}`}
          >
            {t(`assistantParts.variables.name.${name}`)}
          </Button>
        </Tooltip>
      ))}
    </Group>
  )
}

/** Inserts text as if it were typed, so that the browser's undo works. */
function insertAtCaret(
  ref: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onChange: (value: string) => void,
): void {
  const field = ref.current
  if (!field) return
  const { selectionStart, selectionEnd, value } = field
  field.focus()
  // Deprecated, but the only way that keeps undo working. Where it does nothing, the value is set.
  if (document.execCommand?.('insertText', false, text)) return
  onChange(value.slice(0, selectionStart) + text + value.slice(selectionEnd))
  const caret = selectionStart + text.length
  requestAnimationFrame(() => field.setSelectionRange(caret, caret))
}
