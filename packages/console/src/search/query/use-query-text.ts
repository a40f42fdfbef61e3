import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { isUnfinished } from './query-controls.ts'

const pauseMs = 250

export type QueryText = ReturnType<typeof useQueryText>

/**
 * The text in the field, which the controls beside it change, too. What is typed is searched for after a pause. `q` is the search
 * in the address.
 */
export function useQueryText(q: string, onSearch: (q: string) => void) {
  const [text, setText] = useState(q)
  const sent = useRef(q)
  const send = (wanted: string) => {
    sent.current = wanted
    onSearch(wanted)
  }
  const sendSoon = useDebouncedCallback((wanted: string) => {
    if (!isUnfinished(wanted)) send(wanted)
  }, pauseMs)
  // The address also changes when people go back.
  useEffect(() => {
    if (q === sent.current) return
    sent.current = q
    setText(q)
  }, [q])
  const put = (wanted: string) => {
    sendSoon.cancel()
    setText(wanted)
    send(wanted)
  }
  return {
    text,
    type(typed: string) {
      setText(typed)
      sendSoon(typed)
    },
    /** Searches at once. */
    put,
    submit: () => put(text),
  }
}
