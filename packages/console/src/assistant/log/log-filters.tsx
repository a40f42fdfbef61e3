import { ActionIcon, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { IconFilterOff, IconMessage, IconMessageQuestion, IconProgressCheck } from '../../ui/icons/icons.ts'
import { rulesQuery } from '../queries.ts'
import classes from './log.module.css'
import { type LogCriteria, sendStates } from './use-log.ts'

type Props = { criteria: LogCriteria; onChange: (change: Partial<LogCriteria>) => void }

const pauseMs = 400

export function LogFilters({ criteria, onChange }: Props) {
  const { t } = useTranslation()
  const [message, setMessage] = useState(criteria.message)
  const changeMessage = useDebouncedCallback((text: string) => onChange({ message: text.trim() }), pauseMs)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere.
    <div role="group" aria-label={t('assistantParts.log.filters')} className={classes.filters}>
      <Select
        aria-label={t('assistantParts.log.stateLabel')}
        placeholder={t('assistantParts.log.anyState')}
        leftSection={<IconProgressCheck size={16} stroke={1.5} />}
        data={sendStates.map((state) => ({ value: state, label: t(`assistantParts.log.states.${state}`) }))}
        value={criteria.state || null}
        onChange={(state) => onChange({ state: state ?? '' })}
        clearable
      />
      <RuleFilter criteria={criteria} onChange={onChange} />
      <TextInput
        aria-label={t('assistantParts.log.messageLabel')}
        placeholder={t('assistantParts.log.anyMessage')}
        leftSection={<IconMessage size={16} stroke={1.5} />}
        value={message}
        onChange={(event) => {
          setMessage(event.currentTarget.value)
          changeMessage(event.currentTarget.value)
        }}
        maxLength={200}
      />
      {(criteria.state || criteria.rule || criteria.message) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('assistantParts.log.clear')}
          title={t('assistantParts.log.clear')}
          onClick={() => {
            setMessage('')
            onChange({ state: '', rule: '', message: '' })
          }}
        >
          <IconFilterOff size={18} stroke={1.5} />
        </ActionIcon>
      )}
    </div>
  )
}

function RuleFilter({ criteria, onChange }: Props) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const rules = useQuery(rulesQuery(channelId)).data ?? []
  const known = rules.map(({ id, question }) => ({ value: id, label: question }))
  // A deleted rule still has log entries. It stays listed so that the filter can be cleared.
  const isKnown = criteria.rule === '' || known.some(({ value }) => value === criteria.rule)
  return (
    <Select
      aria-label={t('assistantParts.log.ruleLabel')}
      placeholder={t('assistantParts.log.anyRule')}
      nothingFoundMessage={t('assistantParts.log.noSuchRule')}
      leftSection={<IconMessageQuestion size={16} stroke={1.5} />}
      data={isKnown ? known : [...known, { value: criteria.rule, label: criteria.rule }]}
      value={criteria.rule || null}
      onChange={(rule) => onChange({ rule: rule ?? '' })}
      searchable
      clearable
      limit={200}
    />
  )
}
