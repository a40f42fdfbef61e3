import { CloseButton, Kbd, Loader, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconSearch } from '../../ui/icons/icons.ts'
import classes from '../search.module.css'
import { longestQuery } from './query-controls.ts'
import type { QueryText } from './use-query-text.ts'

type Props = {
  query: QueryText
  label: string
  /** Moves the focus into the results. */
  onDown: () => void
  error: string | undefined
  isBusy: boolean
}

export function SearchField({ query, label, onDown, error, isBusy }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    query.put('')
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // An unfinished character of an input method is not searched for.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') query.submit()
    if (event.key === 'Escape') clear()
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      onDown()
    }
  }
  useHotkeys([['/', () => input.current?.select()]])
  return (
    <TextInput
      ref={input}
      type="search"
      size="lg"
      autoFocus
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="search"
      maxLength={longestQuery}
      data-search-field
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={t('search.placeholder')}
      value={query.text}
      error={error}
      classNames={{ input: classes.input ?? '' }}
      leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
      rightSection={<FieldEnd hasText={query.text !== ''} isBusy={isBusy} onClear={clear} />}
      onChange={(event) => query.type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}

function FieldEnd({ hasText, isBusy, onClear }: { hasText: boolean; isBusy: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  if (isBusy) return <Loader size="xs" aria-hidden />
  if (hasText) return <CloseButton aria-label={t('search.clear')} onClick={onClear} />
  return (
    <Kbd size="sm" visibleFrom="sm" aria-hidden>
      /
    </Kbd>
  )
}
