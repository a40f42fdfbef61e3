import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { useFormat } from '../../ui/format/format.ts'
import classes from '../imports.module.css'
import type { Preview } from './draft.ts'

const kinds = ['new', 'similar', 'here', 'leftOut'] as const

/** A few messages of each kind, so that someone who knows the chat sees whether it's right. */
export function Samples({ samples }: { samples: Preview['samples'] }) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  return (
    <div className={classes.samples}>
      {kinds
        .filter((kind) => samples[kind].length > 0)
        .map((kind) => (
          <section key={kind} className={classes.card} aria-label={t(`imports.samples.${kind}`)}>
            <Text fw={600} size="sm">
              {t(`imports.samples.${kind}`)}
            </Text>
            <ul className={classes.sampleList}>
              {samples[kind].map(({ line, at, name, text, similarTo }) => (
                <li key={`${line} ${at} ${text}`}>
                  <Text size="xs" c="dimmed">
                    <bdi>{name || t('conversation.unknown')}</bdi> · {format.dateTime(at)}
                  </Text>
                  <Text size="sm" lineClamp={2} className={classes.name ?? ''}>
                    {text === '' ? <i>{t('imports.samples.noText')}</i> : <bdi>{text}</bdi>}
                  </Text>
                  {similarTo !== null && (
                    <Text size="sm" c="dimmed" lineClamp={2} className={classes.name ?? ''}>
                      <bdi>{t('imports.samples.saved', { text: similarTo })}</bdi>
                    </Text>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}
