import { Radio, Stack } from '@mantine/core'

type Props<Value extends string> = {
  label: string
  description: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  error: string | undefined
}

/** One of a few, all of them in sight. */
export function ChoiceField<Value extends string>({ options, onChange, ...field }: Props<Value>) {
  return (
    <Radio.Group {...field} onChange={(value) => onChange(value as Value)}>
      <Stack gap="xs" mt="xs">
        {options.map(({ value, label }) => (
          <Radio key={value} value={value} label={label} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
