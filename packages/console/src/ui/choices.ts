export { Select, TagsInput } from '@mantine/core'
