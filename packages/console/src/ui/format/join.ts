import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from './format.ts'

/** Joins texts as the language does: Japanese and Chinese without spaces and with their own signs, Thai without full stops. */
export type Join = {
  /** "It failed. Try again." A missing full stop is added. */
  sentences(...texts: string[]): string
  /** "mon, tue, wed" */
  list(texts: readonly string[]): string
  /** "Ana, Ben and Cem" */
  names(texts: readonly string[]): string
  /** "question: too long" */
  labelled(label: string, text: string): string
}

export function joinIn(language: string): Join {
  const [base = ''] = language.split('-')
  const isCjk = base === 'ja' || base === 'zh'
  const stop = isCjk ? '。' : base === 'th' ? '' : '.'
  const close = (text: string) => (/[.!?…。！？]$/.test(text) ? text : text + stop)
  const names = new Intl.ListFormat(language, { type: 'conjunction' })
  const comma = isCjk ? '、' : ', '
  return {
    sentences: (...texts) => texts.map(close).join(isCjk ? '' : ' '),
    list: (texts) => texts.join(comma),
    names: (texts) => names.format(texts),
    labelled: (label, text) => label + (isCjk ? '：' : ': ') + text,
  }
}

/** The same object as long as the language stays. */
export function useJoin(): Join {
  const { language } = useTranslation().i18n
  return useMemo(() => joinIn(localeOf(language, navigator.languages)), [language])
}
