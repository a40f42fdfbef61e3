import { Stack } from '@mantine/core'
import { Export } from '../assistant-file/export.tsx'
import { Import } from '../assistant-file/import.tsx'

export default function FilePart() {
  return (
    <Stack gap={40}>
      <Import />
      <Export />
    </Stack>
  )
}
