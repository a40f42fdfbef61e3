import { Spoiler, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './log.module.css'

const mostHeightPx = 130

/** What was said, bubble by bubble: its beginning, and all of it on demand. */
export function SaidTexts({ texts }: { texts: readonly string[] }) {
  const { t } = useTranslation()
  if (texts.length === 0) {
    return (
      <Text size="sm" c="dimmed" fs="italic">
        {t('assistantParts.log.gone')}
      </Text>
    )
  }
  return (
    <Spoiler
      maxHeight={mostHeightPx}
      showLabel={t('assistantParts.log.moreBubbles')}
      hideLabel={t('assistantParts.log.fewerBubbles')}
      classNames={{ control: classes.more ?? '' }}
    >
      <div className={classes.said}>
        {texts.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bubbles of one answer never change their order
          <div key={at} dir="auto" className={classes.bubble}>
            {text}
          </div>
        ))}
      </div>
    </Spoiler>
  )
}
