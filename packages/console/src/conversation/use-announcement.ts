import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeItem, nameOf } from './message/describe.ts'
import type { Snapshot } from './timeline/open-conversation.ts'

/** The latest message in words, for those who do not see it appear. */
export function useAnnouncement({ conversation, isFollowing }: Snapshot): string {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  useEffect(() => {
    const item = isFollowing ? conversation?.pages.at(-1)?.entries.at(-1)?.item : undefined
    // What was unsent is not to be heard any more, either.
    if (!item || item.kind === 'gap') return setWords('')
    setWords(t('reader.newOne', { what: `${nameOf(item, t)}: ${describeItem(item, t).slice(0, 200)}` }))
  }, [conversation, isFollowing, t])
  return words
}
