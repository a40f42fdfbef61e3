import { Progress, Stack, Text } from '@mantine/core'

type Props = {
  /** What is being done. Announced once, not at every step. */
  label: string
  /** Undefined if it isn't known how far it is. */
  percent: number | undefined
  detail?: string | undefined
}

/** Shows that something is being done, and how far it is. */
export function WorkBar({ label, percent, detail }: Props) {
  return (
    <Stack gap={6}>
      <Text role="status">{label}</Text>
      <Progress.Root size="md">
        {percent === undefined ? (
          // A whole bar that moves. It has no value, which the library would add.
          <Progress.Section value={100} animated withAria={false} role="progressbar" aria-label={label} />
        ) : (
          <Progress.Section value={percent} animated aria-label={label} />
        )}
      </Progress.Root>
      {detail !== undefined && (
        <Text size="sm" c="dimmed">
          {detail}
        </Text>
      )}
    </Stack>
  )
}
