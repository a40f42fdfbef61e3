import { Title } from '@mantine/core'
import type { Preset, Span, SpanWish } from './span.ts'
import { SpanPicker } from './span-picker.tsx'
import classes from './usage.module.css'

type Props = { title: string; span: Span & { preset?: Preset }; today: string; onChange: (wish: SpanWish) => void }

export function UsageHead({ title, span, today, onChange }: Props) {
  return (
    <div className={classes.head}>
      <Title order={1} size="h2">
        {title}
      </Title>
      <SpanPicker span={span} today={today} onChange={onChange} />
    </div>
  )
}
