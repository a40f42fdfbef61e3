import { Code, Paper, Text } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './search.module.css'

const topics = ['words', 'phrase', 'without', 'from', 'type', 'days', 'link'] as const

/** The same in every language. */
const examples = { type: 'type:photo', days: 'after:2026-03-01 before:2026-04-01', link: 'has:link' } as const

/** The query language in a few examples. Opens above the results, which stay in view. */
export function SearchHelp({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation()
  if (!isOpen) return null
  return (
    <Paper component="section" withBorder p="md" aria-label={t('search.help.title')}>
      <dl className={classes.help}>
        {topics.map((topic) => (
          <Fragment key={topic}>
            <dt>
              <Code>
                {topic === 'type' || topic === 'days' || topic === 'link'
                  ? examples[topic]
                  : t(`search.help.${topic}.example`)}
              </Code>
            </dt>
            <dd>
              <Text size="sm">{t(`search.help.${topic}.text`)}</Text>
            </dd>
          </Fragment>
        ))}
      </dl>
      <Text size="sm" c="dimmed" mt="sm">
        {t('search.help.alike')}
      </Text>
    </Paper>
  )
}
