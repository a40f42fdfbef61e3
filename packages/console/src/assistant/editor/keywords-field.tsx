import { ruleLimits } from '@innkeeper/contract'
import { takeKeywords } from '@innkeeper/contract/keyword-list'
import { TagsInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormProps } from './form-section.tsx'
import { addKeywords } from './rule-draft.ts'

/**
 * Keywords are split by what the field contains, not by key presses, which keyboards of phones and input methods don't always
 * report. While an input method composes a text, the field is left alone.
 */
export function KeywordsField({ draft, config, errors, isLocked, onChange }: FormProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const isComposing = useRef(false)
  const isPattern = (draft.match ?? config.qa.mode) === 'regex'
  const add = (entered: readonly string[]) => onChange({ keywords: addKeywords(draft.keywords, entered, isPattern) })
  const take = (text: string) => {
    const { keywords, rest } = isPattern || isComposing.current ? { keywords: [], rest: text } : takeKeywords(text)
    if (keywords.length > 0) add([...draft.keywords, ...keywords])
    setTyped(rest)
  }
  return (
    <TagsInput
      label={t(isPattern ? 'ruleTools.form.patterns' : 'assistant.fields.keywords')}
      description={t(isPattern ? 'ruleTools.form.patternsHint' : 'ruleTools.form.keywordsHint')}
      splitChars={[]}
      searchValue={typed}
      onSearchChange={take}
      onCompositionStart={() => {
        isComposing.current = true
      }}
      onCompositionEnd={(event) => {
        isComposing.current = false
        take(event.currentTarget.value)
      }}
      value={draft.keywords}
      disabled={isLocked}
      required
      maxTags={ruleLimits.keywords}
      error={errors.keywords}
      onChange={add}
    />
  )
}
