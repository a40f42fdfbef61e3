import {
  type NumberInput,
  type NumberInputProps,
  type Select,
  type SelectProps,
  type TagsInputProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import type { DatePickerInput, DatePickerInputProps } from '@mantine/dates'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withCalendarNames } from '../locales/i18n.ts'
import { afterFirstLoad } from './after-first-load.ts'
import classes from './late-fields.module.css'

// Fields whose code is larger than most screens. Until it has loaded, there is a picture of the field with its value.

// `lazy` forgets that a component is generic.
const LoadedSelect = lazy(
  afterFirstLoad(async () => ({ default: (await import('./choices.ts')).Select })),
) as unknown as typeof Select
const LoadedTags = lazy(afterFirstLoad(async () => ({ default: (await import('./choices.ts')).TagsInput })))
const LoadedNumber = lazy(
  afterFirstLoad(async () => ({
    default: (await import('./number-input.ts')).NumberInput,
  })),
) as unknown as typeof NumberInput
const LoadedDates = lazy(
  afterFirstLoad(
    withCalendarNames(async () => ({
      default: (await import('./date-input.ts')).DatePickerInput,
    })),
  ),
) as unknown as typeof DatePickerInput

type Choice<Value> = { value: Value; label: string }

type LateSelectProps<Value extends string> = Omit<SelectProps<Value>, 'data'> & { data: readonly Choice<Value>[] }

export function LateSelect<Value extends string>({ data, ...props }: LateSelectProps<Value>) {
  const chosen = data.find(({ value }) => value === props.value)
  return (
    <Late of={props} text={chosen?.label}>
      <LoadedSelect {...props} data={[...data]} />
    </Late>
  )
}

export function LateTagsInput(props: TagsInputProps) {
  return (
    <Late of={props} text={props.value?.join(', ')}>
      <LoadedTags {...props} />
    </Late>
  )
}

export function LateNumberInput(props: NumberInputProps) {
  return (
    <Late of={props} text={`${props.value ?? ''}${props.suffix ?? ''}`}>
      <LoadedNumber {...props} />
    </Late>
  )
}

type LateDatesProps = Omit<DatePickerInputProps<'range'>, 'ref' | 'value'> & {
  /** The chosen days. */
  text: string
  value: [from: string | null, to: string | null]
}

/** Opens on the last day that is chosen, so that today is in view in most ranges. */
export function LateDateRange({ text, popoverProps, ...props }: LateDatesProps) {
  const { t } = useTranslation()
  const [from, to] = props.value
  const [turnedTo, setTurnedTo] = useState<string>()
  const shown = turnedTo ?? to ?? from
  const close = () => {
    setTurnedTo(undefined)
    popoverProps?.onClose?.()
  }
  return (
    <Late of={props} text={text}>
      <LoadedDates
        classNames={{ datePickerRoot: classes.picker ?? '', presetsList: classes.presets ?? '' }}
        ariaLabels={{ previousMonth: t('usage.span.previousMonth'), nextMonth: t('usage.span.nextMonth') }}
        previousLabel={t('usage.span.previous')}
        nextLabel={t('usage.span.next')}
        {...props}
        {...(shown && { date: shown })}
        onDateChange={setTurnedTo}
        popoverProps={{ ...popoverProps, onClose: close }}
        valueFormatter={() => text}
      />
    </Late>
  )
}

/** What a field looks like, as far as all kinds of fields have it. */
type Look = Pick<
  TextInputProps,
  'className' | 'label' | 'description' | 'placeholder' | 'leftSection' | 'size' | 'w' | 'flex' | 'aria-label'
> & { inputWrapperOrder?: ('label' | 'input' | 'description' | 'error')[] | undefined; classNames?: unknown }

type LateProps = { of: object; text: string | undefined; children: ReactNode }

function Late({ of, text = '', children }: LateProps) {
  return <Suspense fallback={<Picture look={of} text={text} />}>{children}</Suspense>
}

/** Disabled, because it does nothing yet. */
function Picture({ look, text }: { look: Look; text: string }) {
  const { className, label, description, placeholder, leftSection, size, w, flex, inputWrapperOrder } = look
  const given = { className, label, description, placeholder, leftSection, size, w, flex, inputWrapperOrder }
  const shown = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return (
    <TextInput
      {...shown}
      {...(look['aria-label'] !== undefined && { 'aria-label': look['aria-label'] })}
      classNames={{ wrapper: wrapperOf(look.classNames), input: classes.picture ?? '' }}
      value={text}
      disabled
      readOnly
    />
  )
}

/** Most fields get their width from a class of the wrapper. */
function wrapperOf(names: unknown): string {
  return typeof names === 'object' && names !== null && 'wrapper' in names ? String(names.wrapper) : ''
}
