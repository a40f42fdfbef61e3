import { CloseButton, Kbd, Loader, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconSearch } from '../ui/icons/icons.ts'
import classes from './search.module.css'

type Props = {
  /** As it is in the URL. */
  q: string
  onSearch: (q: string) => void
  /** Moves the focus into the results. */
  onDown: () => void
  error: string | undefined
  isBusy: boolean
}

const pauseMs = 250

export function SearchField({ q, onSearch, onDown, error, isBusy }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(q)
  const sent = useRef(q)
  const send = (wanted: string) => {
    sent.current = wanted
    onSearch(wanted)
  }
  const sendSoon = useDebouncedCallback(send, { delay: pauseMs })
  // The URL also changes when people go back.
  useEffect(() => {
    if (q === sent.current) return
    sent.current = q
    setText(q)
  }, [q])
  const type = (typed: string) => {
    setText(typed)
    sendSoon(typed)
  }
  const clear = () => {
    sendSoon.cancel()
    setText('')
    send('')
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // An unfinished character of an input method is not searched for.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') sendSoon.flush()
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
      spellCheck={false}
      enterKeyHint="search"
      maxLength={200}
      data-search-field
      aria-label={t('search.label')}
      aria-keyshortcuts="/"
      placeholder={t('search.placeholder')}
      value={text}
      error={error}
      classNames={{ input: classes.input ?? '' }}
      leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
      rightSection={<FieldEnd hasText={text !== ''} isBusy={isBusy} onClear={clear} />}
      onChange={(event) => type(event.currentTarget.value)}
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
