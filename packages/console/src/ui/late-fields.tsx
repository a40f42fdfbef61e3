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
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withCalendarNames } from '../locales/i18n.ts'
import { afterFirstLoad } from './after-first-load.ts'
import { useFormat } from './format/format.ts'
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

type Days = [from: string | null, to: string | null]

type LateDatesProps = Omit<DatePickerInputProps<'range'>, 'ref' | 'value' | 'onChange'> & {
  /** The chosen days. */
  text: string
  value: Days
  /** With both days, or none. */
  onChange(days: Days): void
}

/**
 * Opens on the last day that is chosen, so that today is in view in most ranges. If it's closed after the first day, that day is the
 * whole range. Weekends look like other days, because their red is too light to read.
 */
export function LateDateRange({ text, popoverProps, onChange, ...props }: LateDatesProps) {
  const { t } = useTranslation()
  const { plainDate } = useFormat()
  const [from, to] = props.value
  const [turnedTo, setTurnedTo] = useState<string>()
  const [begun, setBegun] = useState<string>()
  const isClosing = useRef(false)
  const shown = turnedTo ?? to ?? from
  const endWithOneDay = () => {
    if (begun === undefined) return
    setBegun(undefined)
    onChange([begun, begun])
  }
  const close = () => {
    setTurnedTo(undefined)
    // The library clears a range with only one day when it closes.
    isClosing.current = begun !== undefined
    endWithOneDay()
    popoverProps?.onClose?.()
  }
  const choose = ([first, last]: Days) => {
    if (isClosing.current && first === null) {
      isClosing.current = false
      return
    }
    const isHalf = first !== null && last === null
    setBegun(isHalf ? first : undefined)
    if (!isHalf) onChange([first, last])
  }
  const written = begun === undefined ? text : t('usage.span.begun', { day: plainDate(begun) })
  return (
    <Late of={props} text={text}>
      <LoadedDates
        classNames={{ datePickerRoot: classes.picker ?? '', presetsList: classes.presets ?? '' }}
        ariaLabels={{ previousMonth: t('usage.span.previousMonth'), nextMonth: t('usage.span.nextMonth') }}
        previousLabel={t('usage.span.previous')}
        nextLabel={t('usage.span.next')}
        weekendDays={[]}
        {...props}
        value={begun === undefined ? [from, to ?? from] : [begun, null]}
        onChange={choose}
        onClick={endWithOneDay}
        {...(shown && { date: shown })}
        onDateChange={setTurnedTo}
        popoverProps={{ ...popoverProps, onClose: close }}
        valueFormatter={() => written}
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
