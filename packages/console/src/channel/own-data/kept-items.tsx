import type { KeptItem } from '@innkeeper/contract'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Texts } from '../../locales/language.ts'
import { useFormat } from '../../ui/format/format.ts'
import classes from './kept-items.module.css'

type Kind = keyof Texts['people']['kept']['kinds']

/** Counts with the time they cover. A kind that this page doesn't know yet is shown by its name. */
export function KeptItems({ items }: { items: readonly KeptItem[] }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const nameOf = (kind: string) =>
    i18n.exists(`people.kept.kinds.${kind}`) ? t(`people.kept.kinds.${kind as Kind}`) : kind
  const span = ({ firstAt, lastAt }: KeptItem) => {
    if (firstAt === null || lastAt === null) return ''
    const [from, to] = [format.date(firstAt), format.date(lastAt)]
    return from === to ? from : `${from} – ${to}`
  }
  return (
    <ul className={classes.items}>
      {items.map((item) => (
        <li key={item.kind}>
          <span>{nameOf(item.kind)}</span>
          <Text span fw={500} className={classes.count ?? ''}>
            {format.count(item.count)}
            {item.bytes !== null && item.bytes > 0 && ` (${format.size(item.bytes)})`}
          </Text>
          <Text span size="sm" c="dimmed">
            {span(item)}
          </Text>
        </li>
      ))}
    </ul>
  )
}
