import { Code, Paper, Text } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './search.module.css'

const examples = ['words', 'phrase', 'without', 'from', 'type', 'days', 'link'] as const

/** The query language in a few examples. Opens above the results, which stay in view. */
export function SearchHelp({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation()
  if (!isOpen) return null
  return (
    <Paper component="section" withBorder p="md" aria-label={t('search.help.title')}>
      <dl className={classes.help}>
        {examples.map((example) => (
          <Fragment key={example}>
            <dt>
              <Code>{t(`search.help.${example}.example`)}</Code>
            </dt>
            <dd>
              <Text size="sm">{t(`search.help.${example}.text`)}</Text>
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
