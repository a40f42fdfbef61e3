import { Text, UnstyledButton } from '@mantine/core'
import { useDisclosure, useElementSize } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import classes from './log.module.css'

/** Five lines. Texts that are only a little longer are shown in full. */
const clippedPx = 117
const longFromPx = 160

/** The sent messages, shortened until someone expands them. */
export function SentTexts({ texts }: { texts: readonly string[] }) {
  const { t } = useTranslation()
  const { ref, height } = useElementSize()
  const [isWhole, whole] = useDisclosure(false)
  if (texts.length === 0) {
    return (
      <Text size="sm" c="dimmed" fs="italic">
        {t('assistantParts.log.gone')}
      </Text>
    )
  }
  const isLong = height > longFromPx
  return (
    <div>
      <div
        className={classes.clip}
        {...(isLong && !isWhole && { 'data-clipped': true, style: { maxHeight: clippedPx } })}
      >
        <div ref={ref} className={classes.bubbles}>
          {texts.map((text, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bubbles of one answer never change their order
            <div key={at} dir="auto" className={classes.bubble}>
              {text}
            </div>
          ))}
        </div>
      </div>
      {isLong && (
        <UnstyledButton className={classes.more ?? ''} onClick={whole.toggle} aria-expanded={isWhole}>
          {t(isWhole ? 'assistantParts.showLess' : 'assistantParts.showAll')}
        </UnstyledButton>
      )}
    </div>
  )
}
