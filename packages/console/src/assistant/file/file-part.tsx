import { Stack } from '@mantine/core'
import { Export } from './export.tsx'
import { Import } from './import.tsx'

export default function FilePart() {
  return (
    <Stack gap={40}>
      <Import />
      <Export />
    </Stack>
  )
}
