import { type Rule, ruleLimits } from '@innkeeper/contract'
import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './rules.module.css'

export type PriorityProps = { rule: Rule; isLocked: boolean; onSave: (priority: number) => void }

/** Saves on blur or Enter. */
export function Priority({ rule: { priority, question }, isLocked, onSave }: PriorityProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<number | string>()
  const shown = typed ?? priority
  const isWrong = !Number.isInteger(shown) || Math.abs(Number(shown)) > ruleLimits.priority
  const save = () => {
    if (typed === undefined || isWrong) return
    setTyped(undefined)
    if (typed !== priority) onSave(Number(typed))
  }
  return (
    <NumberInput
      className={classes.priority ?? ''}
      size="xs"
      label={t('assistant.fields.priority')}
      aria-label={t('assistant.list.priority', { question })}
      value={shown}
      onChange={setTyped}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
      allowDecimal={false}
      hideControls
      clampBehavior="none"
      disabled={isLocked}
      error={isWrong && t('ruleTools.problems.range', { least: -ruleLimits.priority, limit: ruleLimits.priority })}
    />
  )
}
