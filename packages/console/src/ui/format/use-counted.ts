import { useTranslation } from 'react-i18next'
import { useFormat } from './format.ts'

type Counts = {
  messages: number
  mediaFiles: number
  mediaBytes: number
  versions?: number
  members?: number
}

/** "5,120 messages and 340 files (981 MB)". */
export function useCounted(): (counts: Counts) => string {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  return (counts) => {
    const count = (name: 'messages' | 'mediaFiles' | 'versions' | 'members') => {
      const number = counts[name] ?? 0
      return t(`editing.counts.${name}`, { count: number, number: format.count(number) })
    }
    const files = t('editing.counts.sized', { files: count('mediaFiles'), size: format.size(counts.mediaBytes) })
    const parts = [
      count('messages'),
      ...(counts.mediaFiles > 0 ? [files] : []),
      ...(counts.versions ? [count('versions')] : []),
      ...(counts.members ? [count('members')] : []),
    ]
    return new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(parts)
  }
}
