import { historyFormats } from '@innkeeper/contract'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { historyFormatNames } from '../../channel/history-formats.ts'
import { Coded } from '../../ui/coded.tsx'
import classes from '../imports.module.css'

/** What can be imported, and how to get such a file from each program. */
export function FileHelp() {
  const { t } = useTranslation()
  return (
    <details className={classes.help}>
      <summary>{t('imports.help.title')}</summary>
      <dl>
        {historyFormats.map((format) => (
          <div key={format}>
            <dt>{historyFormatNames[format]}</dt>
            <dd>
              <Coded text={t(`imports.help.how.${format}`)} />
            </dd>
          </div>
        ))}
      </dl>
      <Text size="sm">
        <Coded text={t('imports.help.guide')} />
      </Text>
    </details>
  )
}
